/* SPDX-License-Identifier: MIT
 * Puts results into the arguments that name them: into the parsed arguments, string by string, so that nothing a result
 * says can become a part of their JSON.
 */

#include "agent/call/result_reference.h"

#include "agent/state/agent_state.h"
#include "agent/state/answer_evidence.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "session/event/event_data.h"
#include "tools/tool.h"

static const char mark[] = "{{result:";

struct chain {
	struct agent *agent;
	const struct tool *tool;
	struct buf *why;
	size_t room; /* bytes that results may still add */
};

static bool has_mark(const json_t *args)
{
	if (json_is_string(args))
		return strstr(json_string_value(args), mark) != NULL;
	json_each (value, args)
		if (has_mark(value))
			return true;
	json_members (key, value, args)
		if (has_mark(value))
			return true;
	return false;
}

bool chain_named(const struct tool *tool, const json_t *args)
{
	return (tool->takes_results || tool->class == TOOL_RUNS) && has_mark(args);
}

static bool is_result(const json_t *item)
{
	return strcmp(json_str(item, "type", ""), "tool_result") == 0;
}

static const json_t *result_of(const struct agent *a, const char *id, size_t len)
{
	const json_t *items = a->conversation.items, *nth = NULL;
	bool last = len == 4 && strncmp(id, "last", 4) == 0;
	long n = 0;

	json_each_back (item, items) {
		const char *call = json_str(item, "call", "");

		if (is_result(item) &&
		    (last || (strlen(call) == len && strncmp(call, id, len) == 0)))
			return item;
	}
	if (len == 0 || len >= 10 || strspn(id, "0123456789") != len)
		return NULL;
	/* A number names the result that the model is shown under it, else the nth result of this turn. */
	const long number = strtol(id, NULL, 10);
	const json_t *shown = evidence_numbered(items, number);
	for (size_t i = a->turn ? a->turn->first_item : 0; i < json_array_size(items) && !nth; i++)
		if (is_result(json_array_get(items, i)) && ++n == number)
			nth = json_array_get(items, i);
	return shown ? shown : nth;
}

/* Appends the part of a result's text that is the tool's output. */
static void add_output(struct buf *out, const struct buf *text, const json_t *part)
{
	int64_t before = json_int(part, "before", 0), after = json_int(part, "after", 0);
	int64_t len = (int64_t)text->len;
	const char *ending = json_flag(part, "crlf", false) ? "\r\n" : "\n";

	before = before > 0 && before < len ? before : before > 0 ? len : 0;
	after = after > 0 && after < len - before ? after : after > 0 ? len - before : 0;
	const char *s = buf_str(text) + before, *end = buf_str(text) + len - after;
	if (!json_flag(part, "numbered", false)) {
		buf_add(out, s, (size_t)(end - s));
		return;
	}
	while (s < end) { /* the lines without their numbers, with the line ends they had */
		const char *nl = memchr(s, '\n', (size_t)(end - s));
		const char *stop = nl ? nl : end, *tab = memchr(s, '\t', (size_t)(stop - s));

		s = tab ? tab + 1 : s;
		buf_add(out, s, (size_t)(stop - s));
		s = stop + 1;
		if (s < end || !json_flag(part, "open", false))
			buf_adds(out, ending);
	}
}

/* Appends the output of a result as the tool made it: whole, and with the tags a file really has. False: why. */
static bool add_result(struct chain *c, const json_t *item, struct buf *out)
{
	const struct event_tool_result r = event_read_tool_result(item);
	const char *ref = json_str(r.truncated, "ref", ""),
		   *missing = json_str(r.output, "missing", NULL);
	auto_buf whole = BUF_LIMIT(BUF_UNBOUNDED), text = BUF_INIT;

	if (*ref)
		session_blob_get(c->agent->session, ref, &whole, NULL);
	/* Why it cannot be put in. A call that failed before it did anything has words for the model and no data. */
	const char *reason =
	    json_flag(item, "trimmed", false)
		? "it was left out of the conversation to make room; make the call again"
	    : r.denied || (!r.ok && !r.data) ? "the call failed"
	    : missing			     ? missing
	    : r.truncated && !whole.len	     ? "it was too long to be kept whole"
					     : NULL;
	if (reason) {
		buf_addf(c->why, "the result of call '%s' cannot be put in: %s; nothing was done",
		    r.call, reason);
	} else if (whole.len) {
		add_output(&text, &whole, r.output);
		text_sanitise(out, buf_str(&text), text.len);
	} else {
		buf_adds(&whole, r.text);
		add_output(&text, &whole, r.output);
		tags_restore(&text);
		buf_add(out, buf_str(&text), text.len);
	}
	return !reason;
}

/* Appends the result that one marker names, whose id goes up to `close`. False: why. */
static bool resolve_mark(struct chain *c, const char *id, const char *close, struct buf *out)
{
	const json_t *item = result_of(c->agent, id, (size_t)(close - id));

	if (item && c->tool->takes_results)
		return add_result(c, item, out);
	if (item)
		buf_adds(c->why,
		    "a command takes no {{result:...}}: write the result to a file first; "
		    "{{{{result: stands for the text itself");
	else if (c->tool->takes_results)
		buf_addf(c->why,
		    "there is no result of a call '%.*s'; use the id of an earlier call, the "
		    "number of its result, or last; "
		    "{{{{result: stands for the text itself",
		    close - id < 100 ? (int)(close - id) : 100, id);
	else /* of a command: it stays plain text */
		buf_addf(out, "%s%.*s}}", mark, (int)(close - id), id);
	return !c->why->len;
}

static json_t *resolve_text(struct chain *c, const char *s)
{
	struct buf out = BUF_INIT;
	const char *open, *close;
	json_t *value = NULL;

	while ((open = strstr(s, mark))) {
		const char *id = open + sizeof mark - 1;
		bool plain = open - s >= 2 && open[-1] == '{' && open[-2] == '{';

		buf_add(&out, s, (size_t)(open - s) - (plain ? 2 : 0));
		close = plain ? NULL : strstr(id, "}}");
		if (!close)
			buf_adds(&out, mark);
		else if (!resolve_mark(c, id, close, &out))
			goto out;
		s = close ? close + 2 : id;
	}
	buf_adds(&out, s);
	if (out.len > c->room)
		buf_addf(c->why, "the results named are larger than %zu bytes", c->room);
	else
		value = json_stringn(buf_str(&out), out.len); /* not json_text: line ends stay */
out:
	c->room -= out.len < c->room ? out.len : c->room;
	buf_free(&out);
	return value;
}

/* Whether a text is nothing but one marker. */
static bool is_alone(const char *s)
{
	s += strspn(s, " \t\n");
	if (strncmp(s, "{{{{", 4) == 0)
		s += 2;
	const char *end = strncmp(s, mark, sizeof mark - 1) == 0 ? strstr(s, "}}") : NULL;
	return end && text_is_blank(end + 2);
}

static json_t *resolve(struct chain *c, const json_t *value)
{
	json_t *out = NULL, *made;

	if (json_is_string(value) && c->tool->class == TOOL_WRITES &&
	    !is_alone(json_string_value(value)))
		return json_incref((json_t *)value); /* a file may be about such markers */
	if (json_is_string(value))
		return resolve_text(c, json_string_value(value));
	if (json_is_object(value)) {
		out = json_object();
		json_members (key, member, value)
			if ((made = c->why->len ? NULL : resolve(c, member)))
				json_object_set_new(out, key, made);
		return out;
	}
	if (!json_is_array(value))
		return json_incref((json_t *)value);
	out = json_array();
	json_each (member, value)
		if ((made = c->why->len ? NULL : resolve(c, member)))
			json_array_append_new(out, made);
	return out;
}

json_t *chain_resolve(struct agent *a, const struct tool *tool, const json_t *args, struct buf *why)
{
	struct chain c = {a, tool, why, (size_t)setting_int(a->settings, "tools.read_bytes")};

	session_settle(a->session, session_cancel(a->session)); /* so that all results are kept */
	json_t *out = resolve(&c, args);
	if (why->len) {
		json_take(&out, NULL);
	}
	return out;
}
