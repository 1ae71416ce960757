/*
 * A roadmap as values: what a plan written by hand in YAML, one a model made and one from the store
 * all become (contract `roadmap`; docs/roadmaps.md is the format). Its nodes stand on two axes: a
 * level (goal, phase, milestone, task, routine) and a place in time (an order, a window, a cadence).
 *
 * The JSON document a roadmap was read from stays with it and is the only form that is stored:
 * whoever changes a plan changes the document and reads it again.
 */
#ifndef ROADMAP_ROADMAP_H
#define ROADMAP_ROADMAP_H

#include <jansson.h>
#include "roadmap/calendar.h"
#include "roadmap/contract.h"
#include "roadmap/duration.h"
#include "roadmap/network.h"
#include "roadmap/pattern.h"

enum node_level { LEVEL_GOAL, LEVEL_PHASE, LEVEL_MILESTONE, LEVEL_TASK, LEVEL_ROUTINE };
enum node_status { NODE_PENDING, NODE_IN_PROGRESS, NODE_DONE, NODE_DROPPED };
extern const char *const node_levels[5], *const node_statuses[4], *const link_kinds[4];

#define UNIT 100 /* capacities and units are counted in hundredths */

struct roadmap_link {
	char *id; /* (owned) what it depends on */
	enum link_kind kind;
	struct duration lag;
};
struct roadmap_need {
	char *id; /* (owned) of a resource */
	int units;
};
struct roadmap_node {
	char *id, *title, *origin, *run, *check; /* (owned) NULL: not given; origin never NULL */
	char *parent_id; /* (owned) as written; NULL: none, or it stands within its parent */
	int parent;	 /* its number; -1: none, or unknown */
	enum node_level level;
	int order;						     /* -1: none */
	int64_t window_from, window_to, start, not_before, deadline; /* TIME_NEVER: none */
	bool start_is_day;
	char *cadence;	 /* (owned) an RRULE; NULL */
	int64_t *except; /* (owned) days of the zone on which it does not recur */
	size_t except_count;
	const struct zone *zone;
	struct hours *hours; /* (owned) its own, within those of its resources; NULL */
	struct duration effort, duration;
	bool has_effort, has_duration;
	struct roadmap_need *needs; /* (owned) */
	size_t need_count;
	bool needs_given;
	struct roadmap_link *links; /* (owned) */
	size_t link_count;
	int priority;
	bool optional;
	enum node_status status;
	int64_t started, finished; /* TIME_NEVER: not known */
	int64_t took, remaining;   /* minutes; -1: not known */
	json_t *source;		   /* (borrowed) its object in the document */
	struct mark place;	   /* of it in the file; 0, 0: not known */
};

/* What a model drafts first: a goal, a pattern, nodes. */
struct outline {
	char *goal; /* (owned) */
	struct pattern_spec pattern;
	struct roadmap_node *nodes; /* (owned) a parent before what stands within it */
	int count;
	size_t cap;
};
struct roadmap_resource {
	char *id, *title; /* (owned) title may be NULL */
	int capacity;	  /* hundredths */
	/* With their limits: what the profile says of the first resource counts too. */
	struct hours hours;
	int64_t own_per_day, own_per_week; /* limits of its own, whichever plan; 0: none */
};
enum strategy_kind { STRATEGY_ASAP, STRATEGY_ALAP, STRATEGY_BALANCED };
extern const char *const strategy_kinds[3];
struct strategy_profile {
	enum strategy_kind strategy;
	int64_t max_per_day, max_per_week, min_block; /* minutes; 0: none */
	struct duration buffer;			      /* kept free before the deadline */
	int buffer_percent;			      /* the same, of the plan's length; 0: none */
};
struct roadmap_option {
	char *name, *summary, *why; /* (owned) the last two may be NULL */
	bool chosen;
};
struct roadmap {
	struct outline outline;
	char *id; /* (owned) NULL: none given */
	const struct zone *zone;
	int64_t start, deadline; /* TIME_NEVER: not given */
	int64_t from;		 /* nothing that is left begins before; TIME_NEVER: not given */
	int day_minutes;	 /* of work */
	struct hours hours;
	struct strategy_profile profile;
	struct roadmap_resource *resources; /* (owned) */
	size_t resource_count;
	struct roadmap_option *options; /* (owned) tried before this one was chosen */
	size_t option_count;
	char *chosen, *why; /* (owned) may be NULL */
	int revision;	    /* as it is kept in the store; 0: it is not, or not known */
	int64_t revised_at; /* when that was kept; TIME_NEVER: not known */
	json_t *document;   /* (owned) */
	json_t *numbers;    /* (owned) node by id: the first of that name */
	json_t *defaults;   /* (owned) config/roadmaps.yaml */
	char *file;	    /* (owned) as problems name it */
};

/* Reads a document that may say anything. False: problems were added, and there is nothing to free.
 * marks (may be NULL) say where things stand in the file `name`. Takes no reference. */
bool roadmap_read(struct roadmap *r, const json_t *document, const char *name,
    const struct yaml_marks *marks, struct problems *problems);
void roadmap_free(struct roadmap *r);
int roadmap_find(const struct roadmap *r, const char *id); /* a node's number; -1: none */
int roadmap_find_resource(const struct roadmap *r, const char *id);
const char *roadmap_title(const struct roadmap_node *n); /* its title, or its id */
/* The first node of the document with that id; borrowed; NULL. */
json_t *document_node(json_t *document, const char *id);

/* Nothing of a plan lies behind it: horizon_days of the defaults after its start, or after its deadline
 * (TIME_NEVER: none) where that lies behind them. */
int64_t roadmap_horizon(const json_t *defaults, int64_t start, int64_t deadline);

/* "daily", "weekdays", "every 2 weeks", "mon,thu" or an RRULE as it is; owned; NULL: none of them. */
char *cadence_rule(const char *text);
/* "design SS+2d": owned id; false: it is no link. */
bool link_parse(const char *text, int day_minutes, struct roadmap_link *out);

#endif
