/* SPDX-License-Identifier: MIT
 * What events say to a person, one line each: the same words on the screen, in plain text and in a
 * replay.
 */
#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/model/blocks.h"
#include "ui/model/question_choices.h"

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
	return class ? strcmp(class, "plans") == 0
		     : text_is(tool, "write_todos") || text_is(tool, "manage_todos") ||
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

static enum level notice_text(const json_t *data, struct buf *out)
{
	const struct event_notice n = event_read_notice(data);

	block_append(out, n.text);
	return text_is(n.level, "error")     ? LEVEL_ERROR
	       : text_is(n.level, "warning") ? LEVEL_WARNING
					     : LEVEL_INFO;
}

void ui_row_text(const struct event *ev, struct buf *out)
{
	char took[24];
	size_t from = out->len;
	const int64_t ms =
	    ev->type == EVENT_TOOL_RESULT ? event_read_tool_result(ev->data).duration_ms : 0;

	block_append(out, ev->summary ? ev->summary : "");
	if (ms <= 0 || out->len == from)
		return;
	clock_spell(ms, took);
	size_t len = out->len - from, n = strlen(took);
	if (len < n || memcmp(out->data + out->len - n, took, n) != 0)
		buf_addf(out, " · %s", took);
}

#define CHILD_DEPTH 8

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
	/* A result that failed in no time, and was not denied, only closes a call of a turn that was cut. */
	const struct event_tool_result r = event_read_tool_result(json_map(event, "data"));
	if (!*summary || !strcmp(type, "capsule") || !strcmp(type, "file_change") ||
	    (strcmp(type, "tool_result") == 0 && r.duration_ms < 0 && !r.ok && !r.denied)) {
		buf_cut(out, begin);
		return;
	}
	block_addf(out, "%s %s", phase_tag(phase_find(json_str(event, "phase", NULL))), summary);
}

const char *ui_row_tag(const struct event *ev)
{
	const bool rules =
	    ev->type == EVENT_EVALUATION && text_is(event_read_evaluation(ev->data).by, "rules");

	return rules ? "check" : phase_tag(ev->phase);
}

static enum level setting_text(const json_t *setting, struct buf *out)
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
	return LEVEL_INFO;
}

static enum level retry_text(const json_t *retry, struct buf *out)
{
	char wait[24];
	const struct event_retry r = event_read_retry(retry);

	clock_spell(r.wait_ms, wait);
	block_addf(out, "retry %d in %s: %s", (int)r.attempt, wait,
	    r.reason ? r.reason : "the connection failed");
	return LEVEL_WARNING;
}

#define COMMAND_CHARS 60

/* Says how a job ended, and nothing while it runs. */
static enum level job_text(const json_t *data, struct buf *out)
{
	const struct event_job job = event_read_job(data);
	auto_free char *command = text_line(job.command ? job.command : "", COMMAND_CHARS);
	char took[24];

	if (!job.running)
		block_addf(out, "%s '%s': %s", job.id, command, job.state ? job.state : "over");
	if (!job.running && job.duration_ms >= 1000) {
		clock_spell_seconds(job.duration_ms, took);
		buf_addf(out, " after %s", took);
	}
	return job.ok || (job.by && strcmp(job.by, "agent") != 0) ? LEVEL_INFO : LEVEL_WARNING;
}

/* Says nothing of a hook that changed nothing. */
static enum level hook_text(const json_t *data, struct buf *out)
{
	const struct event_hook_run h = event_read_hook_run(data);
	const char *why = h.error ? h.error : h.ends ? h.ends : h.reason;

	if (!h.error && !h.ends && !h.arguments && (!h.decision || text_is(h.decision, "allow")))
		return LEVEL_INFO;
	block_addf(out, "hook %s '%s", h.event, h.hook ? h.hook : "");
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
	if (why && *why)
		block_addf(out, ": %s", why);
	return h.error || h.ends || text_is(h.decision, "deny") ? LEVEL_WARNING : LEVEL_INFO;
}

static enum level compaction_text(const json_t *compaction, struct buf *out)
{
	const struct event_compaction c = event_read_compaction(compaction);

	buf_addf(out, "%s: %lld to %lld token%s",
	    c.summary ? "context compacted" : "old output trimmed", (long long)c.tokens_before,
	    (long long)c.tokens_after, text_plural(c.tokens_after, "", "s"));
	return LEVEL_INFO;
}

/* Appends which depth was chosen for a turn and why, unless none was chosen. */
static enum level depth_text(const json_t *turn_start, struct buf *out)
{
	const struct event_turn_start start = event_read_turn_start(turn_start);

	if (start.routed)
		block_addf(out, "depth %s: %s", start.depth ? start.depth : "",
		    start.why ? start.why : "");
	return LEVEL_INFO;
}

enum level ui_sentence(const struct event *ev, struct buf *out)
{
	static enum level (*const sentences[])(const json_t *, struct buf *) = {
	    [EVENT_TURN_START] = depth_text,
	    [EVENT_NOTICE] = notice_text,
	    [EVENT_RETRY] = retry_text,
	    [EVENT_SETTING] = setting_text,
	    [EVENT_COMPACTION] = compaction_text,
	    [EVENT_JOB] = job_text,
	    [EVENT_HOOK_RUN] = hook_text,
	};

	return sentences[ev->type](ev->data, out);
}

void ui_answer_text(const json_t *data, struct buf *out)
{
	const struct event_answer answer = event_read_answer(data);
	const char *words = question_told(answer.choice);

	block_append(out, words);
	if (answer.text && *answer.text && strcmp(answer.text, answer.choice) != 0)
		block_addf(out, "%s%s", *words ? ": " : "", answer.text);
	if (answer.arguments) { /* what ran instead of what was asked about */
		const char *command = json_str(answer.arguments, "command", NULL);
		auto_free char *line = command ? NULL : json_line(answer.arguments);

		block_addf(out, ": %s", command ? command : line);
	}
	if (answer.by && strcmp(answer.by, "user") != 0)
		block_addf(out, " (by %s)", answer.by);
	if (answer.who)
		block_addf(out, " · %s", answer.who);
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

/* Appends a list, if it is not empty, behind its head. named: rows {id, text} of the ids in it;
 * NULL: there are no ids. */
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
		block_addf(out, "%s%s", i ? ", " : "", s);
	}
}

void ui_end_text(const json_t *d, struct buf *out)
{
	const struct event_turn_end end = event_read_turn_end(d);
	const char *outcome = end.outcome ? end.outcome : "";
	const char *error = json_string_value(end.error); /* a sentence, or {code, message} */
	const bool answered = strcmp(outcome, "answered") == 0;
	json_auto_t *unsaid = json_array(); /* those that the answer does not say already */

	error = error ? error : json_str(end.error, "message", NULL);
	json_each (one, end.unverified)
		if (!end.answer || !json_is_string(one) || !strchr(json_string_value(one), ' ') ||
		    !strstr(end.answer, json_string_value(one)))
			json_array_append(unsaid, one);
	if (strcmp(outcome, "unmet") == 0 && json_array_size(end.unmet) == 0) {
		if (json_array_size(end.unverified) && !json_array_size(unsaid) &&
		    !json_array_size(end.denied))
			return; /* the answer says it */
		buf_adds(out, "answered, but a command fails");
	}
	for (size_t i = 0; i < ARRAY_SIZE(ends); i++)
		if (out->len == 0 && strcmp(ends[i].outcome, outcome) == 0 &&
		    (!error || ends[i].beside))
			buf_adds(out, ends[i].words);
	if (out->len == 0 && !answered && !error)
		block_append(out, outcome);
	if (error && *error)
		block_addf(out, "%s%s", out->len ? ": " : "", error);
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
	return len == 0 || strncmp(answer, shown, len) != 0
		   ? answer
		   : answer + len + strspn(answer + len, " \t\r\n");
}
