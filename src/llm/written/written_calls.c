/*
 * See written_calls.h.
 */
#include "llm/written/written_calls.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/json/json.h"
#include "llm/written/written_forms.h"

#define PLACES 2000000 /* indexes of calls that have none begin here */

/* A whole answer that is a call needs no mark. */
static bool may_be_bare(const char *text, size_t len)
{
	static const char *const first[] = {"\"name\"", "\"type\""};
	const char *end = text + len;

	while (text < end && strchr(" \t\r\n", *text))
		text++;
	if (text == end || *text++ != '{')
		return false;
	while (text < end && strchr(" \t\r\n", *text))
		text++;
	for (size_t i = 0; i < sizeof first / sizeof *first; i++) {
		const size_t left = (size_t)(end - text), most = strlen(first[i]);

		if (memcmp(text, first[i], left < most ? left : most) == 0)
			return true;
	}
	return false;
}

static bool is_fence(const char *s)
{
	return !memcmp(s, "```", 3) || !memcmp(s, "~~~", 3);
}

/* Looks at the text up to a mark, or to where some of a mark or a fence may be missing yet. The watch is a copy,
 * since what is read and written through a pointer at each byte took three times as long. */
static struct written_watch look_on(struct written_watch w, const char *text, size_t len)
{
	for (; w.at < len; w.at++) {
		const char *s = text + w.at;
		const bool begins = w.at == 0 || s[-1] == '\n';

		if (begins && (*s == '`' || *s == '~')) {
			if (len - w.at < 3)
				break;
			if (is_fence(s)) {
				w.in_code = !w.in_code;
				w.at += 2;
				continue;
			}
		}
		w.quoted = !begins && (w.quoted ^ (*s == '`'));
		if (w.in_code || w.quoted || (*s != '<' && *s != '['))
			continue;
		const enum written_mark mark = written_begins(s, text + len);
		w.found = mark == WRITTEN_WHOLE;
		if (mark != WRITTEN_NONE)
			break;
	}
	return w;
}

size_t written_calls_before(struct written_watch *w, const char *text, size_t len)
{
	if (may_be_bare(text, len))
		return 0;
	if (!w->found)
		*w = look_on(*w, text, len);
	return w->at;
}

/* The first mark outside of code; NULL: there is none. */
static const char *first_mark(const char *text, const char *end)
{
	const struct written_watch w =
	    look_on((struct written_watch){0}, text, (size_t)(end - text));

	return w.found ? text + w.at : NULL;
}

static bool take_one(struct reply *r, const json_t *call)
{
	const json_t *arguments = json_object_get(call, "arguments");
	int64_t index = PLACES + (int64_t)r->call_count;
	struct reply_call *c = reply_call_new(r, index, NULL);
	char *line = json_is_string(arguments) ? xstrdup(json_string_value(arguments))
					       : json_line(arguments);
	bool ok = c && reply_call_add(c, line, strlen(line), NULL);

	free(line);
	if (!ok)
		return false;
	c->name = xstrdup(json_str(call, "name", ""));
	if (r->part_count)
		reply_part_new(r, REPLY_CALL, index);
	return true;
}

static size_t take_all(struct reply *r, const json_t *calls)
{
	const json_t *call;
	size_t i;

	json_array_foreach (calls, i, call)
		if (!take_one(r, call))
			break;
	reply_settle_calls(r);
	return r->call_count;
}

static void cut_text(struct reply *r, size_t len)
{
	while (len && strchr(" \t\r\n", r->text.data[len - 1]))
		len--;
	buf_cut(&r->text, len);
	r->restarted = true; /* who has shown it takes it back */
}

size_t written_calls_take(struct reply *r, const json_t *tools)
{
	const char *text = buf_str(&r->text), *end = text + r->text.len, *mark;
	struct written written = {.at = text, .end = end, .tools = tools};
	size_t taken = 0;

	if (r->call_count || !json_array_size(tools) || r->finish == FINISH_LENGTH ||
	    r->finish == FINISH_FILTER)
		return 0;
	mark = first_mark(text, end);
	written.calls = json_array();
	if (mark)
		written.at = mark;
	if (mark ? written_read(&written) : written_read_bare(&written)) {
		cut_text(r, mark ? (size_t)(mark - text) : 0);
		taken = take_all(r, written.calls);
	}
	json_decref(written.calls);
	return taken;
}
