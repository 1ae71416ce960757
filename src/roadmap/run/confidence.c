/* SPDX-License-Identifier: MIT
 * Confidence in a draft, a weighted mean of what the model says, what the rules find and what can be counted in
 * it; and the interaction policy as a table of fields.
 */
#include "roadmap/run/confidence.h"

#include <strings.h>
#include "base/base.h"

#define WORD_LEAST 4 /* letters a word of the goal must have to say something about it */
#define NODES_FEW 4
#define NODES_MANY 40

void confidence_rules_read(struct confidence_rules *r, const json_t *value)
{
	const json_t *weights = json_map(value, "weights");

	r->model = json_num(weights, "model", 0.5);
	r->rules = json_num(weights, "rules", 0.3);
	r->heuristics = json_num(weights, "heuristics", 0.2);
	r->go_on = json_num(value, "go_on", 0.7);
	r->retry = json_num(value, "retry", 0.4);
	r->unsaid = json_num(value, "unsaid", 0.7);
}

struct confidence confidence_of(
    const struct confidence_rules *r, double model, double rules, double heuristics)
{
	const double sum = r->model + r->rules + r->heuristics;
	struct confidence c = {.model = model < 0 ? r->unsaid : fmin(model, 1),
	    .rules = rules,
	    .heuristics = heuristics};

	c.total = (r->model * c.model + r->rules * rules + r->heuristics * heuristics) /
		  (sum > 0 ? sum : 1);
	return c;
}

enum confidence_verdict confidence_judge(
    const struct confidence_rules *r, const struct confidence *c)
{
	/* A weighted sum that is 0.7 on paper may be a bit less in binary. */
	const double total = c->total + 1e-9;

	return total >= r->go_on   ? CONFIDENCE_GO_ON
	       : total >= r->retry ? CONFIDENCE_RETRY
				   : CONFIDENCE_ESCALATE;
}

json_t *confidence_json(const struct confidence *c)
{
	return json_pack("{s:f, s:f, s:f, s:f}", "total", c->total, "model", c->model, "rules",
	    c->rules, "heuristics", c->heuristics);
}

struct nodes_seen {
	int count, tasks, sized, linked, ends;
	struct buf titles;
};

/* Counts nodes and what stands within them. A level that is not given is guessed as roadmap_read.c
 * does. */
static void see_nodes(const json_t *list, struct nodes_seen *s)
{
	json_each (node, list) {
		const char *level = json_str(node, "level", "");
		const bool parts = json_list(node, "nodes") != NULL;
		const bool routine = json_str(node, "cadence", NULL) != NULL;
		const bool sized =
		    json_str(node, "effort", NULL) || json_str(node, "duration", NULL);

		s->count++;
		s->ends += routine || strcmp(level, "milestone") == 0;
		s->linked += json_object_get(node, "after") || json_object_get(node, "order");
		if (strcmp(level, "task") == 0 || (!*level && !parts && !routine)) {
			s->tasks++;
			s->sized += sized;
		}
		buf_addf(&s->titles, " %s", json_str(node, "title", json_str(node, "id", "")));
		see_nodes(json_list(node, "nodes"), s);
	}
}

/* Returns the share of the goal's longer words that come back in the titles; at most a third of
 * them can be expected to. */
static double words_back(const char *goal, const char *titles)
{
	int words = 0, back = 0;

	for (const char *at = goal; *at;) {
		size_t len = 0;

		while (isalnum((unsigned char)at[len]) || (unsigned char)at[len] >= 0x80)
			len++;
		if (len >= WORD_LEAST) {
			auto_free char *word = xstrndup(at, len);

			words++;
			back += strcasestr(titles, word) != NULL;
		}
		at += len ? len : 1;
	}
	return words ? fmin(1, 3.0 * back / words) : 1;
}

static double share(int part, int of)
{
	return of ? (double)part / of : 1;
}

static double context_score(const json_t *value)
{
	const json_t *profile = json_map(value, "profile");
	const bool deadline = json_str(value, "deadline", NULL) != NULL;
	const bool time = json_object_get(value, "hours") ||
			  json_str(profile, "max_per_day", NULL) ||
			  json_str(profile, "max_per_week", NULL);

	return (1.0 + deadline + time) / 3;
}

double confidence_heuristics(const char *artifact, const json_t *value, const char *goal)
{
	struct nodes_seen s = {.titles = BUF_INIT};

	if (strcmp(artifact, "context") == 0)
		return context_score(value);
	if (strcmp(artifact, "schedule") == 0) {
		const char *finish = json_str(value, "finish", "");
		const char *deadline = json_str(value, "deadline", "");

		return (json_flag(value, "feasible", false) +
			   (!*deadline || strncmp(finish, deadline, 10) <= 0) +
			   (strncmp(json_str(value, "start", ""), finish, 10) != 0)) /
		       3.0;
	}
	see_nodes(json_list(value, "nodes"), &s);
	const double size = s.count < NODES_FEW	   ? (double)s.count / NODES_FEW
			    : s.count > NODES_MANY ? fmax(0.3, (double)NODES_MANY / s.count)
						   : 1;
	double score =
	    (size + words_back(goal, buf_str(&s.titles)) + share(s.sized, s.tasks) + (s.ends > 0)) /
	    4;
	if (strcmp(artifact, "roadmap") == 0) {
		const double options = json_array_size(json_list(value, "options_tried")) > 1;
		const double why = *json_str(value, "why", "") != '\0';

		/* The first task of a plan depends on nothing. */
		score = (score + fmin(1, share(s.linked, s.tasks > 1 ? s.tasks - 1 : 0)) + options +
			    why) /
			4;
	}
	buf_free(&s.titles);
	return score;
}

/* The fields of a policy as rows, each with the words it may have: merging and writing read the same table. */

const struct interaction_policy interaction_policy_default = {
    .style = TALK_STANDARD,
    .talkativeness = 0.5,
    .autonomy = AUTONOMY_MEDIUM,
    .brainstorming = BRAINSTORM_WHEN_UNCERTAIN,
    .approval = APPROVE_SINGLE_FINAL,
    .probing_depth = 2,
    .tone = TONE_NEUTRAL,
};

#define QUIET 0.34 /* below this talkativeness two options are offered */

#define WORDS_MOST 4
static const struct policy_words {
	const char *key;
	size_t offset; /* the field's offset in the struct; it is an enum */
	const char *words[WORDS_MOST];
} fields[] = {
    {"conversation_style", offsetof(struct interaction_policy, style),
	{"concise", "standard", "conversational", "coach"}},
    {"autonomy", offsetof(struct interaction_policy, autonomy), {"high", "medium", "low"}},
    {"brainstorming_preference", offsetof(struct interaction_policy, brainstorming),
	{"on_demand", "suggest_when_uncertain", "always_offer"}},
    {"approval_policy", offsetof(struct interaction_policy, approval),
	{"single_final", "milestone_approvals", "strict_every_step"}},
    {"tone", offsetof(struct interaction_policy, tone), {"neutral", "friendly", "clinical"}},
};

void interaction_policy_merge(struct interaction_policy *p, const json_t *value)
{
	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		const char *word = json_str(value, fields[i].key, NULL);

		for (int k = 0; word && k < WORDS_MOST && fields[i].words[k]; k++)
			if (strcmp(word, fields[i].words[k]) == 0)
				*(int *)((char *)p + fields[i].offset) = k;
	}
	p->style_known = p->style_known || json_str(value, "conversation_style", NULL);
	p->talkativeness = json_num(value, "talkativeness", p->talkativeness);
	p->probing_depth = (int)json_int(value, "probing_depth", p->probing_depth);
}

json_t *interaction_policy_json(const struct interaction_policy *p)
{
	json_t *o = json_object();

	for (size_t i = 0; i < ARRAY_SIZE(fields); i++) {
		if (fields[i].offset == offsetof(struct interaction_policy, style) &&
		    !p->style_known)
			continue;
		json_put_str(o, fields[i].key,
		    fields[i].words[*(const int *)((const char *)p + fields[i].offset)]);
	}
	json_put(o, "talkativeness", json_real(p->talkativeness));
	json_put_int(o, "probing_depth", p->probing_depth);
	return o;
}

int interaction_policy_options(const struct interaction_policy *p)
{
	return p->style == TALK_CONCISE || p->talkativeness < QUIET ? 2 : 3;
}
