/*
 * How sure a draft is: what the model thinks of it, what the rules say and what experience with plans
 * says, weighted as config/roadmaps.yaml has it. Each part is kept beside the whole. All values are
 * between 0 and 1.
 *
 * The heuristics of an artefact are the mean of:
 *   context    what dates need and is known of it: a goal, a deadline, hours or a most per day or week
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
	double go_on, retry; /* the total from which a run goes on, or tries once more */
	double unsaid;	     /* stands for a model that says nothing of its draft */
};
enum confidence_verdict { CONFIDENCE_GO_ON, CONFIDENCE_RETRY, CONFIDENCE_ESCALATE };

/* Fills r from {weights: {model, rules, heuristics}, go_on, retry, unsaid}. What is absent, or all
 * where value is NULL, has its default: 0.5, 0.3, 0.2, 0.7, 0.4, 0.7. */
void confidence_rules_read(struct confidence_rules *r, const json_t *value);
/* The parts and their weighted mean. model negative: the model did not say. */
struct confidence confidence_of(
    const struct confidence_rules *r, double model, double rules, double heuristics);
enum confidence_verdict confidence_judge(
    const struct confidence_rules *r, const struct confidence *c);
/* {total, model, rules, heuristics}; new reference. */
json_t *confidence_json(const struct confidence *c);
/* The heuristics of one artefact: "context", "schedule", "roadmap"; any other name is read as an
 * outline. goal: the user's words. value NULL is an artefact in which nothing is. */
double confidence_heuristics(const char *artifact, const json_t *value, const char *goal);

#endif
