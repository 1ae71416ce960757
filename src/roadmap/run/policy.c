/*
 * The fields of a policy as rows, each with the words it may have: merging and writing read the same table.
 */
#include "roadmap/run/policy.h"

#include <stddef.h>
#include <string.h>

#include "base/json/json.h"

const struct interaction_policy interaction_policy_default = {
    .style = TALK_STANDARD,
    .talkativeness = 0.5,
    .autonomy = AUTONOMY_MEDIUM,
    .brainstorming = BRAINSTORM_WHEN_UNCERTAIN,
    .approval = APPROVE_SINGLE_FINAL,
    .probing_depth = 2,
    .tone = TONE_NEUTRAL,
};

#define QUIET 0.34 /* below this talkativeness few ways are offered */

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
	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
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

	for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
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
