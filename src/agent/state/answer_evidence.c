/* SPDX-License-Identifier: MIT
 * Checks the results that an answer names as evidence. A result's number is the seq of its event, so it stays the same
 * in a resumed session.
 */
#include "agent/state/answer_evidence.h"

#include "agent/state/agent_state.h"
#include "agent/state/claims.h"
#include "agent/state/past_changes.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "session/event/event_data.h"

#define MARK "[obs "

struct evidence_check {
	struct agent *agent;
	const json_t *items; /* of the agent's conversation */
	const json_t *rules; /* last_words.yaml */
	const char *answer;
	json_t *untrue; /* (owned) [{mark, why}] so far */
};

const json_t *evidence_numbered(const json_t *items, int64_t seq)
{
	json_each_back (item, items)
		if (json_int(item, "seq", 0) == seq)
			return item_is_numbered(item) ? item : NULL;
	return NULL;
}

json_t *evidence_arguments(const json_t *items, const json_t *result)
{
	const char *call = json_str(result, "call", "");
	bool found = false;

	json_each_back (item, items) {
		found = found || item == result;
		json_each (part, found ? json_list(item, "parts") : NULL) {
			const struct event_call_part made = event_read_call_part(part);

			if (strcmp(made.call, call) != 0)
				continue;
			json_t *args = json_loads(made.arguments, JSON_REJECT_DUPLICATES, NULL);
			if (json_is_object(args))
				return args;
			json_decref(args);
		}
	}
	return json_object();
}

/* Returns why the result of a command, named at byte `at` of the answer, is no evidence, or NULL. Caller frees. */
static char *command_fails(
    const struct evidence_check *e, const json_t *result, const char *command, size_t at)
{
	const struct turn *t = e->agent->turn;
	/* In the reply that admitted a failure, a mark is the admission and claims no success. */
	const bool admitted = t->claims.admitted && t->answer.kept && at >= strlen(t->answer.kept);
	json_auto_t *run = claims_run(json_str(result, "call", ""), command,
	    json_map(result, "data"), json_str(result, "text", ""));
	char *why = json_flag(run, "open", false)
			? xasprintf("`%s` had not come to its end", command)
			: claims_run_failed(e->rules, run);

	if (why && (admitted || claims_admitted_at(e->rules, run, e->answer, at))) {
		string_set(&why, NULL);
	}
	return why;
}

/* Returns why result number seq, named at byte `at` of the answer, is no evidence; NULL if it is. Caller frees. */
static char *why_untrue(const struct evidence_check *e, int64_t seq, size_t at)
{
	const json_t *result = evidence_numbered(e->items, seq),
		     *first = json_array_get(e->items, 0);

	if (!result) /* it may have stood before the summary from which the conversation goes on */
		return text_is(json_str(first, "kind", NULL), "summary") &&
			       seq < json_int(first, "seq", 0)
			   ? NULL
			   : xstrdup("there is no such result");
	json_auto_t *args = evidence_arguments(e->items, result);
	const char *command = json_str(args, "command", NULL);
	const char *path = json_str(args, "path", NULL);
	char *why = command ? command_fails(e, result, command, at) : NULL;
	path = command ? NULL : path && strncmp(path, "./", 2) == 0 ? path + 2 : path;
	if (!why && (command || path) && last_change(e->agent, path) > seq)
		why = xasprintf("%s was changed after it", path ? path : "a file");
	return why;
}

/* Checks the numbers of one mark, "[obs 41, 43]"; the first that does not hold puts the mark into untrue. */
static void take_mark(struct evidence_check *e, size_t at, size_t len)
{
	auto_free char *mark = xstrndup(e->answer + at, len);
	const char *s = mark;

	while (*s && !json_row(e->untrue, "mark", mark)) {
		if (!isdigit((unsigned char)*s)) {
			s++;
			continue;
		}
		auto_free char *why = why_untrue(e, strtoll(s, NULL, 10), at);
		if (why)
			json_array_append_new(
			    e->untrue, json_pack("{s:s, s:s}", "mark", mark, "why", why));
		s += strspn(s, "0123456789");
	}
}

json_t *evidence_untrue(struct agent *a, const json_t *rules, const char *answer)
{
	struct evidence_check e = {a, a->conversation.items, rules, answer, json_array()};

	for (const char *at = answer; (at = strcasestr(at, MARK)); at += strlen(MARK)) {
		const size_t len = strspn(at + 1, "obsOBS 0123456789,#") + 1;

		if (at[len] == ']')
			take_mark(&e, (size_t)(at - answer), len + 1);
	}
	json_auto_t *untrue = e.untrue;
	return json_array_size(untrue) > 0 ? json_incref(untrue) : NULL;
}
