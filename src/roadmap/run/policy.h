/*
 * How the planner talks with its user: how much, in what tone, how often it asks. The user's default
 * comes from the configuration, and a session may override single fields.
 */
#ifndef ROADMAP_RUN_POLICY_H
#define ROADMAP_RUN_POLICY_H

#include <jansson.h>
#include <stdbool.h>

enum conversation_style { TALK_CONCISE, TALK_STANDARD, TALK_CONVERSATIONAL, TALK_COACH };
enum autonomy { AUTONOMY_HIGH, AUTONOMY_MEDIUM, AUTONOMY_LOW };
enum brainstorming { BRAINSTORM_ON_DEMAND, BRAINSTORM_WHEN_UNCERTAIN, BRAINSTORM_ALWAYS };
enum approval_policy { APPROVE_SINGLE_FINAL, APPROVE_MILESTONES, APPROVE_EVERY_STEP };
enum policy_tone { TONE_NEUTRAL, TONE_FRIENDLY, TONE_CLINICAL };

struct interaction_policy { /* owns nothing and may be copied */
	enum conversation_style style;
	bool style_known;     /* else it is asked for once */
	double talkativeness; /* 0 to 1 */
	enum autonomy autonomy;
	enum brainstorming brainstorming;
	enum approval_policy approval;
	int probing_depth; /* questions at most, 0 to 3 */
	enum policy_tone tone;
};
extern const struct interaction_policy interaction_policy_default;

/* Overrides the fields that an object by the contract `policy` has; the others stay. NULL has none. */
void interaction_policy_merge(struct interaction_policy *p, const json_t *value);
/* How many options are offered: 2 by a policy that is quiet, else 3. */
int interaction_policy_options(const struct interaction_policy *p);
/* What interaction_policy_merge reads back; new reference. */
json_t *interaction_policy_json(const struct interaction_policy *p);

#endif
