/*
 * How sure a draft is: what the model thinks of it, what the rules say and what experience with plans
 * says, weighted as config/roadmaps.yaml has it. Each part is kept beside the whole.
 *
 * The heuristics, each between 0 and 1, of which the mean is taken:
 *   context    share of what dates need that is known: a deadline, hours or a most per day or week
 *   outline    size (4 to 40 nodes are usual), words of the goal that come back in the titles, tasks
 *              with effort or duration, a milestone or routine in it
 *   roadmap    the outline's, tasks that depend on something or that something depends on, more than
 *              one option tried, a reason for the one chosen
 *   schedule   feasible, time left before the deadline, work spread over more than one day
 */
#ifndef ROADMAP_CONFIDENCE_H
#define ROADMAP_CONFIDENCE_H

#include <jansson.h>
#include <stdbool.h>

struct confidence {
	double total, model, rules, heuristics;
};
struct confidence_rules {
	double model, rules, heuristics; /* weights */
	double go_on, retry;		 /* thresholds of the total */
	double unsaid;			 /* stands for a model that says nothing of its draft */
};
enum confidence_verdict { CONFIDENCE_GO_ON, CONFIDENCE_RETRY, CONFIDENCE_ESCALATE };

/* {weights: {model, rules, heuristics}, go_on, retry, unsaid}; what is absent keeps its default: 0.5, 0.3,
 * 0.2, 0.7, 0.4, 0.7. */
void confidence_rules_read(struct confidence_rules *r, const json_t *value);
/* model negative: it did not say. */
struct confidence confidence_of(
    const struct confidence_rules *r, double model, double rules, double heuristics);
enum confidence_verdict confidence_judge(
    const struct confidence_rules *r, const struct confidence *c);
json_t *confidence_json(const struct confidence *c); /* new reference */
/* The heuristics of one artefact: "context", "outline", "roadmap", "schedule"; goal: the user's words. */
double confidence_heuristics(const char *artifact, const json_t *value, const char *goal);

#endif
