/* SPDX-License-Identifier: MIT
 * What events say to a person, one line each: the same words on the screen, in plain text and in a
 * replay.
 */
#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/model/model.h"
#include "ui/model/question_choices.h"

static void add_safe(struct buf *out, const char *s)
{
	text_sanitise(out, s, strlen(s));
}

void ui_spell_tokens(int64_t n, char out[24])
{
	if (n < 1000)
		snprintf(out, 24, "%d tok", (int)n);
	else if (n < 1000000)
		snprintf(out, 24, "%.1fk tok", (double)n / 1000);
	else
		snprintf(out, 24, "%.2fM tok", (double)n / 1e6);
}

bool ui_plans(const char *class, const char *tool)
{
	if (class)
		return strcmp(class, "plans") == 0;
	return text_is(tool, "write_todos") || text_is(tool, "manage_todos") ||
	       text_is(tool, "offer_branches");
}

bool ui_is_quiet(const struct event *ev)
{
	if (ev->type == EVENT_TOOL_CALL) {
		struct event_tool_call call = event_read_tool_call(ev->data);
		return ui_plans(call.class, call.tool);
	}
	struct event_tool_result result = event_read_tool_result(ev->data);
	return ev->type == EVENT_TOOL_RESULT && result.ok && ui_plans(result.class, result.tool);
}

bool ui_has_row(const struct event *ev)
{
	return ev->phase != PHASE_NONE && ev->type != EVENT_CAPSULE && !ui_is_quiet(ev);
}

enum level ui_level(const char *name)
{
	if (strcmp(name, "error") == 0)
		return LEVEL_ERROR;
	return strcmp(name, "warning") == 0 ? LEVEL_WARNING : LEVEL_INFO;
}

void ui_row_text(const struct event *ev, struct buf *out)
{
	char took[24];
	size_t from = out->len;
	const int64_t ms =
	    ev->type == EVENT_TOOL_RESULT ? event_read_tool_result(ev->data).duration_ms : 0;

	add_safe(out, ev->summary ? ev->summary : "");
	if (ms <= 0 || out->len == from)
		return;
	clock_spell(ms, took);
	size_t len = out->len - from, n = strlen(took);
	if (len < n || memcmp(out->data + out->len - n, took, n) != 0)
		buf_addf(out, " · %s", took);
}

#define CHILD_DEPTH 8

/* Whether the result only closes a call of a turn that was cut, for which nothing was done. */
static bool closes_unrun(const char *type, const json_t *event)
{
	const struct event_tool_result r = event_read_tool_result(json_map(event, "data"));

	return strcmp(type, "tool_result") == 0 && r.duration_ms < 0 && !r.ok && !r.denied;
}

void ui_child_text(const json_t *child, struct buf *out)
{
	const json_t *event = event_read_child(child).event;
	const size_t begin = out->len;

	for (int i = 0; i < CHILD_DEPTH && !strcmp(json_str(event, "type", ""), "child"); i++) {
		event = event_read_child(json_map(event, "data")).event;
		buf_adds(out, "  ");
	}
	const char *summary = json_str(event, "summary", "");
	const char *type = json_str(event, "type", "");
	if (!*summary || !strcmp(type, "capsule") || !strcmp(type, "file_change") ||
	    closes_unrun(type, event)) {
		buf_cut(out, begin);
		return;
	}
	buf_addf(out, "%s ", phase_tag(phase_find(json_str(event, "phase", NULL))));
	add_safe(out, summary);
}

const char *ui_row_tag(const struct event *ev)
{
	const bool rules =
	    ev->type == EVENT_EVALUATION && text_is(event_read_evaluation(ev->data).by, "rules");

	return rules ? "check" : phase_tag(ev->phase);
}

void ui_setting_text(const json_t *setting, struct buf *out)
{
	const struct event_setting s = event_read_setting(setting);
	const json_t *value = s.value;

	buf_addf(out, "%s is now ", s.key);
	if (json_is_string(value))
		buf_adds(out, json_string_value(value));
	else if (json_is_number(value))
		buf_addf(out, "%.10g", json_number_value(value));
	else if (!value || json_is_null(value))
		buf_adds(out, "unset");
	else
		json_write(out, value);
}

void ui_retry_text(const json_t *retry, struct buf *out)
{
	char wait[24];
	const struct event_retry r = event_read_retry(retry);

	clock_spell(r.wait_ms, wait);
	buf_addf(out, "retry %d in %s: ", (int)r.attempt, wait);
	add_safe(out, r.reason ? r.reason : "the connection failed");
}

#define COMMAND_CHARS 60

void ui_job_text(const json_t *data, struct buf *out)
{
	const struct event_job job = event_read_job(data);
	auto_free char *command = text_line(job.command ? job.command : "", COMMAND_CHARS);
	char took[24];

	if (!job.running) {
		buf_addf(out, "%s '", job.id);
		add_safe(out, command);
		buf_addf(out, "': ");
		add_safe(out, job.state ? job.state : "over");
	}
	if (!job.running && job.duration_ms >= 1000) {
		clock_spell_seconds(job.duration_ms, took);
		buf_addf(out, " after %s", took);
	}
}

void ui_hook_text(const json_t *data, struct buf *out)
{
	const struct event_hook_run h = event_read_hook_run(data);
	const char *why = h.error ? h.error : h.ends ? h.ends : h.reason;

	if (!h.error && !h.ends && !h.arguments && (!h.decision || text_is(h.decision, "allow")))
		return;
	buf_addf(out, "hook %s '", h.event);
	add_safe(out, h.hook ? h.hook : "");
	if (h.ends)
		buf_adds(out, "' ends the turn");
	else if (!h.tool)
		buf_adds(out, h.error ? "' failed" : "' says no");
	else
		buf_addf(out, "' %s %s",
		    h.error			  ? "failed on"
		    : text_is(h.decision, "deny") ? "says no to"
		    : h.arguments		  ? "changed the arguments of"
						  : "asks about",
		    h.tool);
	if (why && *why) {
		buf_adds(out, ": ");
		add_safe(out, why);
	}
}

enum level ui_hook_level(const json_t *data)
{
	const struct event_hook_run h = event_read_hook_run(data);

	return h.error || h.ends || text_is(h.decision, "deny") ? LEVEL_WARNING : LEVEL_INFO;
}

enum level ui_job_level(const json_t *data)
{
	const struct event_job job = event_read_job(data);

	return job.ok || (job.by && strcmp(job.by, "agent") != 0) ? LEVEL_INFO : LEVEL_WARNING;
}

void ui_compaction_text(const json_t *compaction, struct buf *out)
{
	const struct event_compaction c = event_read_compaction(compaction);

	buf_addf(out, "%s: %lld to %lld token%s",
	    c.summary ? "context compacted" : "old output trimmed", (long long)c.tokens_before,
	    (long long)c.tokens_after, text_plural(c.tokens_after, "", "s"));
}

void ui_depth_text(const json_t *turn_start, struct buf *out)
{
	const struct event_turn_start start = event_read_turn_start(turn_start);

	if (!start.routed)
		return;
	buf_adds(out, "depth ");
	add_safe(out, start.depth ? start.depth : "");
	buf_adds(out, ": ");
	add_safe(out, start.why ? start.why : "");
}

/* Adds the arguments that ran instead of those that were asked about. */
static void add_arguments(struct buf *out, const json_t *arguments)
{
	const char *command = json_str(arguments, "command", NULL);
	auto_free char *line = arguments && !command ? json_line(arguments) : NULL;

	if (!arguments)
		return;
	buf_adds(out, ": ");
	add_safe(out, command ? command : line);
}

void ui_answer_text(const json_t *data, struct buf *out)
{
	const struct event_answer answer = event_read_answer(data);
	const char *words = question_told(answer.choice);

	add_safe(out, words);
	if (answer.text && *answer.text && strcmp(answer.text, answer.choice) != 0) {
		buf_adds(out, *words ? ": " : "");
		add_safe(out, answer.text);
	}
	add_arguments(out, answer.arguments);
	if (answer.by && strcmp(answer.by, "user") != 0) {
		buf_adds(out, " (by ");
		add_safe(out, answer.by);
		buf_adds(out, ")");
	}
	if (answer.who) {
		buf_adds(out, " · ");
		add_safe(out, answer.who);
	}
}

static const struct {
	const char *outcome, *words;
	bool beside; /* also said beside an error */
} ends[] = {
    {"unmet", "answered, but a criterion is not met"},
    {"limit", "stopped at a limit"},
    {"timeout", "timed out"},
    {"budget", "stopped at the budget"},
    {"blocked", "blocked: this needs your decision"},
    {"interrupted", "stopped", true},
    {"failed", "failed", true},
};

/* named: rows that tell what the ids of the list stand for. NULL: they stand for nothing. */
static void add_event_list(
    struct buf *out, const char *head, const json_t *list, const json_t *named)
{
	if (json_array_size(list) == 0)
		return;
	buf_addf(out, "%s%s", out->len ? " · " : "", head);
	json_each_at (i, value, list) {
		const char *id = json_string_value(value);
		const char *s = id ? json_str(json_row(named, "id", id), "text", id)
				   : json_str(value, "summary",
					 json_str(value, "text", json_str(value, "tool", "?")));
		buf_adds(out, i ? ", " : "");
		add_safe(out, s);
	}
}

/* An error is a sentence or {code, message}. */
static const char *end_error(const json_t *d)
{
	const json_t *error = event_read_turn_end(d).error;
	const char *plain = json_string_value(error);

	return plain ? plain : json_str(error, "message", NULL);
}

/* Those that the answer does not say already. New reference. */
static json_t *list_unsaid(const json_t *list, const char *answer)
{
	json_t *unsaid = json_array();

	json_each (one, list)
		if (!answer || !json_is_string(one) || !strchr(json_string_value(one), ' ') ||
		    !strstr(answer, json_string_value(one)))
			json_array_append(unsaid, one);
	return unsaid;
}

void ui_end_text(const json_t *d, struct buf *out)
{
	const struct event_turn_end end = event_read_turn_end(d);
	const char *outcome = end.outcome ? end.outcome : "", *error = end_error(d);
	bool answered = strcmp(outcome, "answered") == 0;
	json_auto_t *unsaid = list_unsaid(end.unverified, end.answer);

	if (strcmp(outcome, "unmet") == 0 && json_array_size(end.unmet) == 0) {
		if (json_array_size(end.unverified) && !json_array_size(unsaid) &&
		    !json_array_size(end.denied))
			return; /* the answer ends with it */
		buf_adds(out, "answered, but a command fails");
	}
	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (out->len == 0 && strcmp(ends[i].outcome, outcome) == 0 &&
		    (!error || ends[i].beside))
			buf_adds(out, ends[i].words);
	if (out->len == 0 && !answered && !error)
		add_safe(out, outcome);
	if (error && *error) {
		buf_adds(out, out->len ? ": " : "");
		add_safe(out, error);
	}
	add_event_list(out, "unmet: ", end.unmet, end.criteria);
	add_event_list(out, "not checked: ", unsaid, end.criteria);
	if (!answered)
		add_event_list(out, "denied: ", end.denied, NULL);
}

const char *ui_answer_behind(const char *answer, const char *shown)
{
	size_t len = strlen(shown);

	while (len && strchr(" \t\r\n", shown[len - 1]))
		len--;
	if (len == 0 || strncmp(answer, shown, len) != 0)
		return answer;
	return answer + len + strspn(answer + len, " \t\r\n");
}
