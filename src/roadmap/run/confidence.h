/* SPDX-License-Identifier: MIT
 * Confidence in a draft: what the model thinks of it, what the rules say and what heuristics say,
 * weighted as in config/roadmaps.yaml. Each part is kept beside the total. All values are between 0 and
 * 1. Also the interaction policy.
 *
 * The heuristics of an artefact are the mean of:
 *   context    what dates need: a goal, a deadline, hours or a maximum per day or week
 *   outline    size (4 to 40 nodes are usual), words of the goal that come back in the titles, tasks
 *              with effort or duration, a milestone or routine in it
 *   roadmap    the outline's, tasks that depend on something or have an order, more than one option
 *              tried, a reason for the one chosen
 *   schedule   feasible, an end by the deadline, work spread over more than one day
 */
#ifndef ROADMAP_RUN_CONFIDENCE_H
#define ROADMAP_RUN_CONFIDENCE_H

#include <jansson.h>
#include <stdbool.h>

struct confidence {
	double total, model, rules, heuristics;
};
struct confidence_rules {
	double model, rules, heuristics; /* weights; their sum need not be 1 */
	double go_on, retry; /* least totals with which a run goes on, or tries once more */
	double unsaid;	     /* value for a model that does not rate its draft */
};
enum confidence_verdict { CONFIDENCE_GO_ON, CONFIDENCE_RETRY, CONFIDENCE_ESCALATE };

/* Fills r from {weights: {model, rules, heuristics}, go_on, retry, unsaid}. What is absent, or all
 * where value is NULL, has its default: 0.5, 0.3, 0.2, 0.7, 0.4, 0.7. */
void confidence_rules_read(struct confidence_rules *r, const json_t *value);
/* Returns the parts and their weighted mean. model negative: the model did not say. */
struct confidence confidence_of(
    const struct confidence_rules *r, double model, double rules, double heuristics);
enum confidence_verdict confidence_judge(
    const struct confidence_rules *r, const struct confidence *c);
/* Returns {total, model, rules, heuristics}; new reference. */
json_t *confidence_json(const struct confidence *c);
/* Returns the heuristics of one artefact: "context", "schedule", "roadmap"; any other name is read
 * as an outline. goal: the user's words. value NULL: an empty artefact. */
double confidence_heuristics(const char *artifact, const json_t *value, const char *goal);

/*
 * How the planner talks with its user: how much, in what tone, how often it asks. The user's default
 * comes from the configuration, and a session may override single fields.
 */
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

/* Sets the fields that an object by the contract `policy` has; the others stay. NULL has none. */
void interaction_policy_merge(struct interaction_policy *p, const json_t *value);
/* Returns how many options are offered: 2 in a concise style or with little talkativeness, else 3. */
int interaction_policy_options(const struct interaction_policy *p);
/* Returns what interaction_policy_merge reads back, as a new reference. */
json_t *interaction_policy_json(const struct interaction_policy *p);

#endif
