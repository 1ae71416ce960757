/* SPDX-License-Identifier: MIT
 * Sends events to the editor as session/update, by one function for each type of event that it shows. Text that was
 * sent cannot be taken back in ACP: that of a reply that is asked for again stays on the editor's screen.
 */
#include "cli/acp/acp_update.h"

#include "base/base.h"
#include "cli/acp/rpc.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

void acp_update_send(const struct acp_update *u, const char *kind, json_t *update)
{
	json_t *whole = json_pack("{s:s}", "sessionUpdate", kind);

	json_object_update(whole, update);
	json_decref(update);
	rpc_notify(
	    "session/update", json_pack("{s:s, s:o}", "sessionId", u->session, "update", whole));
}

static json_t *text_block(const char *text, size_t len)
{
	return json_pack("{s:s, s:o}", "type", "text", "text", json_text(text, len));
}

static void send_words(const struct acp_update *u, const char *kind, const char *text, size_t len)
{
	if (len == 0)
		return;
	auto_free char *id = xasprintf("%s-%d", u->session, u->message);
	acp_update_send(
	    u, kind, json_pack("{s:o, s:s}", "content", text_block(text, len), "messageId", id));
}

void acp_update_say(struct acp_update *u, const char *text)
{
	u->message++;
	send_words(u, "agent_message_chunk", text, strlen(text));
	u->message++;
}

static void tell_delta(struct acp_update *u, const struct event *ev)
{
	const struct event_delta d = event_read_delta(ev->data);

	if (text_is(d.kind, "thinking")) {
		send_words(u, "agent_thought_chunk", d.text, strlen(d.text));
	} else if (text_is(d.kind, "text")) {
		if (u->ended)
			buf_clear(&u->said);
		u->ended = false;
		buf_adds(&u->said, d.text);
		send_words(u, "agent_message_chunk", d.text, strlen(d.text));
	} else {
		buf_clear(&u->said);
		u->message++;
	}
}

/* Sends the part of a text that has not been sent yet, as a chunk of the message under way. */
static void send_rest(struct acp_update *u, const char *kind, const char *text)
{
	const size_t len = strlen(text);

	if (len >= u->said.len && memcmp(text, buf_str(&u->said), u->said.len) == 0)
		send_words(u, kind, text + u->said.len, len - u->said.len);
	else
		send_words(u, kind, text, len);
}

static void tell_message(struct acp_update *u, const struct event *ev)
{
	const struct event_message m = event_read_message(ev->data);
	const bool user = text_is(m.role, "user");

	if (user && (!u->past || (m.kind && !text_is(m.kind, "steer"))))
		return;
	auto_free char *text = message_text(ev->data);
	if (u->ended)
		buf_clear(&u->said);
	send_rest(u, user ? "user_message_chunk" : "agent_message_chunk", text);
	buf_clear(&u->said);
	buf_adds(&u->said, text);
	u->ended = true;
	u->message++;
}

/* Sends the end of the answer that no message has: words of the program. */
static void tell_end(struct acp_update *u, const struct event *ev)
{
	const struct event_turn_end end = event_read_turn_end(ev->data);

	if (end.answer)
		send_rest(u, "agent_message_chunk", end.answer);
	u->ended = true;
	u->message++;
}

/* ---- The plan ------------------------------------------------------------------------------ */

/* Sends the plan. An item that is failed or skipped, which ACP does not have, is sent as completed, and its text
 * says so. */
static void tell_plan(struct acp_update *u, const struct event *ev)
{
	json_t *entries = json_array();

	json_each (item, json_list(event_read_plan(ev->data).plan, "items")) {
		const char *status = json_str(item, "status", "pending"),
			   *words = json_str(item, "content", "");
		const bool other = text_is(status, "failed") || text_is(status, "skipped");
		auto_free char *content =
		    other ? xasprintf("%s: %s", status, words) : xstrdup(words);

		json_array_append_new(
		    entries, json_pack("{s:s, s:s, s:s, s:{s:s, s:s}}", "content", content,
				 "priority", "medium", "status", other ? "completed" : status,
				 "_meta", "id", json_str(item, "id", ""), "status", status));
	}
	acp_update_send(u, "plan", json_pack("{s:o}", "entries", entries));
}

/* ---- Calls --------------------------------------------------------------------------------- */

static char *absolute(const struct acp_update *u, const char *path)
{
	return *path == '/' ? xstrdup(path) : xasprintf("%s/%s", u->cwd, path);
}

static json_t *place_of(const struct acp_update *u, const char *path, int64_t line)
{
	auto_free char *whole = absolute(u, path);
	json_t *place = json_pack("{s:s}", "path", whole);

	if (line > 0)
		json_put_int(place, "line", line);
	return json_pack("[o]", place);
}

/* Sends a call. The planner's are left out, since the plan itself is sent. */
static void tell_call(struct acp_update *u, const struct event *ev)
{
	const struct event_tool_call c = event_read_tool_call(ev->data);
	const char *path = json_str(c.arguments, "path", NULL);
	const json_t *kinds = acp_table("kinds");

	if (text_is(c.class, "plans"))
		return;
	json_t *update = json_pack("{s:s, s:s, s:s, s:s, s:s, s:O}", "toolCallId", c.call, "title",
	    ev->summary ? ev->summary : c.tool, "name", c.tool, "kind",
	    json_str(kinds, c.tool, json_str(kinds, c.class ? c.class : "", "other")), "status",
	    "in_progress", "rawInput", c.arguments ? c.arguments : json_null());
	if (path)
		json_put(
		    update, "locations", place_of(u, path, json_int(c.arguments, "start_line", 0)));
	if (!u->calls)
		u->calls = json_object();
	json_object_set_new(u->calls, c.call, json_array());
	acp_update_send(u, "tool_call", update);
}

/* Adds content (steals) to a call's contents, and returns an update with all of them, since an update
 * replaces those before. */
static json_t *call_with(const struct acp_update *u, const char *call, json_t *content)
{
	json_t *all = json_object_get(u->calls, call);

	json_array_append_new(all, content);
	return json_pack("{s:s, s:o}", "toolCallId", call, "content", json_copy(all));
}

static void tell_result(struct acp_update *u, const struct event *ev)
{
	const struct event_tool_result r = event_read_tool_result(ev->data);

	if (!json_object_get(u->calls, r.call))
		return;
	json_t *update = call_with(u, r.call,
	    json_pack("{s:s, s:o}", "type", "content", "content",
		text_block(r.text ? r.text : "", r.text ? strlen(r.text) : 0)));
	json_put_str(update, "status", r.ok ? "completed" : "failed");
	acp_update_send(u, "tool_call_update", update);
}

/* Returns the stored file content `ref` as a string, new reference; NULL: no ref, not stored, or not UTF-8. */
static json_t *content_of(const struct acp_update *u, const char *ref)
{
	auto_buf text = BUF_LIMIT(BUF_UNBOUNDED);
	json_t *out = NULL;

	if (ref && u->store && store_blob_get(u->store, ref, &text, NULL))
		out = json_stringn(buf_str(&text), text.len);
	return out;
}

static void tell_change(struct acp_update *u, const struct event *ev)
{
	const struct event_file_change c = event_read_file_change(ev->data);
	json_auto_t *before = content_of(u, c.before), *after = content_of(u, c.after);

	if (c.removed && !after)
		after = json_string("");
	if (!c.call || !json_object_get(u->calls, c.call) || !after || (c.before && !before))
		return;
	auto_free char *path = absolute(u, c.path);
	json_t *update = call_with(u, c.call,
	    json_pack("{s:s, s:s, s:O?, s:O}", "type", "diff", "path", path, "oldText", before,
		"newText", after));
	json_put(update, "locations", place_of(u, c.path, 0));
	acp_update_send(u, "tool_call_update", update);
}

/* ---- Usage, thoughts, title ---------------------------------------------------------------- */

static void tell_usage(struct acp_update *u, const struct event *ev)
{
	const struct event_usage usage = event_read_usage(ev->data);

	if (!isnan(usage.cost_usd) && !text_is(usage.role, "delegate"))
		u->usd += usage.cost_usd;
	if (usage.context_tokens > 0)
		u->window = usage.context_tokens;
	if (!text_is(usage.role, "turn") || u->window <= 0)
		return;
	json_t *update = json_pack("{s:I, s:I}", "used", (json_int_t)(usage.input + usage.output),
	    "size", (json_int_t)u->window);
	if (u->usd > 0)
		json_put(
		    update, "cost", json_pack("{s:f, s:s}", "amount", u->usd, "currency", "USD"));
	acp_update_send(u, "usage_update", update);
}

static void say_thought(struct acp_update *u, const char *words)
{
	auto_free char *line = xasprintf("%s\n", words ? words : "");

	u->message++;
	send_words(u, "agent_thought_chunk", line, strlen(line));
	u->message++;
}

static void tell_evaluation(struct acp_update *u, const struct event *ev)
{
	say_thought(u, ev->summary);
}

static void tell_notice(struct acp_update *u, const struct event *ev)
{
	const struct event_notice n = event_read_notice(ev->data);

	if (!n.depth && !text_is(n.level, "info"))
		say_thought(u, n.text);
}

static void tell_start(struct acp_update *u, const struct event *ev)
{
	const char *title = event_read_session_start(ev->data).title;

	if (title)
		acp_update_send(u, "session_info_update", json_pack("{s:s}", "title", title));
}

static void (*const tellers[EVENT_TYPES])(struct acp_update *u, const struct event *ev) = {
    [EVENT_SESSION_START] = tell_start,
    [EVENT_DELTA] = tell_delta,
    [EVENT_MESSAGE] = tell_message,
    [EVENT_TURN_END] = tell_end,
    [EVENT_PLAN] = tell_plan,
    [EVENT_TOOL_CALL] = tell_call,
    [EVENT_TOOL_RESULT] = tell_result,
    [EVENT_FILE_CHANGE] = tell_change,
    [EVENT_USAGE] = tell_usage,
    [EVENT_EVALUATION] = tell_evaluation,
    [EVENT_NOTICE] = tell_notice,
};

void acp_update_event(struct acp_update *u, const struct event *ev)
{
	if (tellers[ev->type])
		tellers[ev->type](u, ev);
}

void acp_update_free(struct acp_update *u)
{
	json_decref(u->calls);
	buf_free(&u->said);
}
