/* SPDX-License-Identifier: MIT
 * Keeps strategies that worked, as {patterns: [{request, approach?, criteria?, plan?}]}, the newest last. What a store
 * gives back may come from anywhere and is made safe when it is shown.
 */

#include "agent/strategy/past_strategies.h"

#include "agent/state/agent_state.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/secret.h"
#include "config/prompt.h"
#include "memory/memory.h"

#define KIND "patterns/1"
#define SESSIONS 40  /* newest ones looked at */
#define OF_SESSION 8 /* patterns kept */
#define ITEMS 12     /* of a plan */
#define WORDS 300    /* characters of a request or an approach */
#define ALIKE 0.5    /* share of the request's words that has to be in the other one */
#define CANDIDATES (SESSIONS * OF_SESSION)

struct pattern_candidate {
	const json_t *pattern;
	double like;
	size_t order; /* 0: the newest */
};

/* ---- Kept ----------------------------------------------------------------------------------- */

static bool completed_now(const struct turn *t)
{
	const struct plan *p = &t->agent->plan;
	int64_t began = clock_now_ms() - (clock_mono_ms() - t->limits.started_ms);

	return p->status == PLAN_COMPLETED && p->updated_ms >= began;
}

static json_t *pattern_of(const struct turn *t)
{
	const struct strategy *s = &t->strategy;
	const struct plan *p = &t->agent->plan;
	auto_free char *request = text_line(t->words, WORDS);
	json_t *pattern = json_pack("{s:s}", "request", request);

	if (s->approach) {
		json_put_str(pattern, "approach", s->approach);
		json_t *list = json_list_made(pattern, "criteria");
		for (const struct criterion *c = s->criteria; c < s->criteria + s->count; c++)
			json_array_append_new(
			    list, c->subject ? json_sprintf("%s (%s)", c->text, c->subject)
					     : json_string(c->text));
	}
	if (completed_now(t)) {
		json_t *list = json_list_made(pattern, "plan");
		for (size_t i = 0; i < p->count && i < ITEMS; i++)
			if (p->items[i].status == TODO_COMPLETED)
				json_array_append_new(list, json_string(p->items[i].content));
	}
	return secret_redact_json(pattern);
}

void pattern_keep(struct turn *t)
{
	struct session *session = t->session;
	struct store *store = session_store(session);
	int64_t seq = INT64_MAX;

	if (!store || t->outcome != OUTCOME_ANSWERED || t->calls == 0 ||
	    (!t->strategy.approach && !completed_now(t)))
		return;
	json_auto_t *kept = store_cache_get(store, session_id(session), KIND, &seq);
	if (!json_is_object(kept)) {
		json_take(&kept, json_object());
	}
	json_t *list = json_list_made(kept, "patterns");
	json_array_append_new(list, pattern_of(t));
	while (json_array_size(list) > OF_SESSION)
		json_array_remove(list, 0);
	store_cache_put(store, session_id(session), KIND, session_seq(session), kept, NULL);
}

/* ---- Offered -------------------------------------------------------------------------------- */

static int by_likeness(const void *a, const void *b)
{
	const struct pattern_candidate *x = a, *y = b;

	if (x->like != y->like)
		return x->like > y->like ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Collects patterns of the folder's newest sessions, those most like the request first; `all` keeps them alive. */
static size_t candidates(
    struct agent *a, const char *request, json_t *all, struct pattern_candidate *list)
{
	struct store *store = session_store(a->session);
	json_t *rows = store_recent(store, workspace_path(a->workspace), SESSIONS, NULL);
	size_t count = 0;

	json_each_at (i, row, rows) {
		int64_t seq = INT64_MAX;
		json_t *kept = store_cache_get(store, json_str(row, "id", ""), KIND, &seq);
		const json_t *of_one = json_list(kept, "patterns");

		json_array_append_new(all, kept ? kept : json_null());
		json_each_at (k, pattern, of_one) {
			double like = memory_likeness(request, json_str(pattern, "request", ""));

			if (like >= ALIKE && count < CANDIDATES)
				list[count++] = (struct pattern_candidate){
				    pattern, like, i * OF_SESSION + OF_SESSION - k};
		}
	}
	json_decref(rows);
	qsort(list, count, sizeof *list, by_likeness);
	return count;
}

static void add_pattern_list(struct buf *out, const char *heading, const json_t *list)
{
	json_each_at (i, one, list) {
		auto_free char *line =
		    text_line(json_is_string(one) ? json_string_value(one) : "", WORDS);

		buf_addf(out, "%s%s", i ? "; " : heading, line);
	}
	if (json_array_size(list) > 0)
		buf_addc(out, '\n');
}

static void add_pattern(struct buf *out, const json_t *pattern)
{
	auto_free char *request = text_line(json_str(pattern, "request", ""), WORDS);
	auto_free char *approach = text_line(json_str(pattern, "approach", ""), WORDS);

	buf_addf(out, "- %s\n", request);
	if (*approach)
		buf_addf(out, "  approach: %s\n", approach);
	add_pattern_list(out, "  done when: ", json_list(pattern, "criteria"));
	add_pattern_list(out, "  plan: ", json_list(pattern, "plan"));
}

char *patterns_text(struct agent *a, const char *request)
{
	size_t most = (size_t)setting_int(a->settings, "strategy.similar"), count;
	auto_free struct pattern_candidate *list = NULL;
	auto_buf out = BUF_INIT;

	if (!most || !session_store(a->session) || !setting_bool(a->settings, "memory.enabled"))
		return xstrdup("");
	list = xcalloc(CANDIDATES, sizeof *list);
	json_auto_t *all = json_array();
	count = candidates(a, request, all, list);
	for (size_t i = 0; i < count && i < most; i++)
		add_pattern(&out, list[i].pattern);
	tags_neutralise(&out);
	return out.len ? prompt_with("roles/strategist/similar", {"text", buf_str(&out)})
		       : xstrdup("");
}
