/* SPDX-License-Identifier: MIT
 * A roadmap as values: what a plan written by hand in YAML, one a model made and one from the store
 * all become (contract `roadmap`; docs/roadmaps.md is the format). Its nodes stand on two axes: a
 * level (goal, phase, milestone, task, routine) and a place in time (an order, a window, a cadence).
 *
 * The JSON document a roadmap was read from stays with it and is the only form that is stored:
 * whoever changes a plan changes the document and reads it again. Moments are minutes since 1970 in
 * UTC, TIME_NEVER where they are not given; lengths are minutes.
 *
 * Here: a roadmap as document and value: reading, importing other forms, editing, patterns, and the
 * rules it is validated by.
 * Not here: dates (roadmap/schedule), roadmaps in the store (roadmap/run/roadmap_store.h),
 * questions about them (agent/roadmap).
 */
#ifndef ROADMAP_FILE_ROADMAP_H
#define ROADMAP_FILE_ROADMAP_H

#include <jansson.h>
#include "base/error.h"
#include "base/yaml/yaml.h"
#include "roadmap/calendar/calendar.h"
#include "roadmap/calendar/duration.h"
#include "roadmap/file/pattern.h"
#include "roadmap/network/activity_network.h"

enum node_level { LEVEL_GOAL, LEVEL_PHASE, LEVEL_MILESTONE, LEVEL_TASK, LEVEL_ROUTINE };
enum node_status { NODE_PENDING, NODE_IN_PROGRESS, NODE_DONE, NODE_DROPPED };
/* Their names in documents. */
extern const char *const node_levels[5], *const node_statuses[4], *const link_kinds[4];

#define UNIT 100 /* capacities and units are counted in hundredths */

struct roadmap_link {
	char *id; /* (owned) what it depends on */
	enum link_kind kind;
	struct duration lag;
};
struct roadmap_need {
	char *id;  /* (owned) of a resource */
	int units; /* hundredths, 1 or more */
};
struct roadmap_node {
	char *id, *title, *run, *check; /* (owned) NULL: not given */
	char *origin;			/* (owned) never NULL: "user", "import", ... */
	char *parent_id; /* (owned) as written; NULL: none, or it stands within its parent */
	int parent;	 /* its number; -1: none, or unknown */
	enum node_level level;
	int order; /* among its siblings; -1: none */
	int64_t window_from, window_to, start, not_before, deadline;
	bool start_is_day; /* the start is a day: it does not begin before; else exactly then */
	char *cadence;	   /* (owned) an RRULE; NULL: it does not recur */
	int64_t *except;   /* (owned) days of the zone, since 1970, on which it does not recur */
	size_t except_count;
	int64_t *ticks; /* (owned) days of the zone on which it was done */
	size_t tick_count;
	const struct zone *zone; /* (borrowed) */
	struct hours *hours;	 /* (owned) its own, within those of its resources; NULL: none */
	struct duration effort, duration;
	bool has_effort, has_duration;
	struct roadmap_need *needs; /* (owned) */
	size_t need_count;
	bool needs_given; /* the node names its needs, maybe none; else: the plan's only resource */
	struct roadmap_link *links; /* (owned) */
	size_t link_count;
	int priority; /* higher first, where nothing else decides */
	bool optional;
	enum node_status status;
	int64_t started, finished;
	int64_t took, remaining; /* minutes; -1: not known */
	json_t *source;		 /* (borrowed) its object in the document */
	struct mark place;	 /* of it in the file; 0, 0: not known */
};

/* The part of a plan that a model drafts first: a goal, a pattern, nodes. */
struct outline {
	char *goal; /* (owned) */
	struct pattern_spec pattern;
	struct roadmap_node *nodes; /* (owned) a parent before what stands within it */
	int count;
	size_t cap;
};
struct roadmap_resource {
	char *id, *title; /* (owned) title may be NULL */
	int capacity;	  /* hundredths, 1 or more */
	/* (owned) with limits: its own or, of the first resource, the profile's if that is lower */
	struct hours hours;
	int64_t own_per_day, own_per_week; /* its own limits, over all plans; 0: none */
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
	char *id;		 /* (owned) NULL: none given */
	const struct zone *zone; /* (borrowed) */
	int64_t start, deadline;
	int64_t from;	    /* no unfinished work begins before */
	int day_minutes;    /* of a day of work */
	struct hours hours; /* (owned) */
	struct strategy_profile profile;
	struct roadmap_resource *resources; /* (owned) */
	size_t resource_count;
	struct roadmap_option *options; /* (owned) those that were compared */
	size_t option_count;
	char *chosen, *why; /* (owned) may be NULL */
	int revision;	    /* of it in the store; 0: it is not kept, or not known */
	int64_t revised_at; /* when that was kept; TIME_NEVER: not known */
	json_t *document;   /* (owned) */
	json_t *numbers;    /* (owned) id → number of the first node with it */
	json_t *defaults;   /* (owned) config/roadmaps.yaml */
	char *file;	    /* (owned) its name in problems */
};

/* Fills r from a document that may hold anything, which is copied. marks (may be NULL) say where things
 * stand in the file `name`. False: problems were added (may be NULL), and there is nothing to free. */
bool roadmap_read(struct roadmap *r, const json_t *document, const char *name,
    const struct yaml_marks *marks, struct problems *problems);
void roadmap_free(struct roadmap *r); /* frees what r owns and zeroes it */

/* Return the number of a node, or of a resource, by its id; -1: there is none. */
int roadmap_find(const struct roadmap *r, const char *id);
/* Returns the number of the node that has the word as its id, else as its title in any case of letters,
 * else as its number in charts (from 1); -1: none or several have it. */
int roadmap_find_titled(const struct roadmap *r, const char *word);
int roadmap_find_resource(const struct roadmap *r, const char *id);
/* Returns the id of a node that may have been meant; borrowed; NULL where none is near. */
const char *roadmap_near_id(const struct roadmap *r, const char *id);
/* Returns what people call a node: its title, or its id. Borrowed. */
const char *roadmap_title(const struct roadmap_node *n);
/* Returns the first node with that id, at any depth within a document or one of its nodes; borrowed.
 * NULL: there is none. */
json_t *document_node(json_t *owner, const char *id);
/* Returns a member that may be a list or a single value as a list: itself, a list of that value, or an
 * empty one for NULL; new reference. */
json_t *document_list(json_t *value);

/* Returns the moment behind which nothing of a plan lies: horizon_days of the defaults
 * (config/roadmaps.yaml) after its start, or after its deadline (TIME_NEVER: none) if that is further
 * from the start than so many days. */
int64_t roadmap_horizon(const json_t *defaults, int64_t start, int64_t deadline);

/* Returns the RRULE of "daily", "weekdays", "every 2 weeks" or "mon,thu"; a text that is a rule is
 * copied. Caller frees; NULL: it is none of these. */
char *cadence_rule(const char *text);
/* Reads "design SS+2d" into out, whose id is the caller's to free. day_minutes: of a day of work.
 * False: it is no link, and there is nothing to free. */
bool link_parse(const char *text, int day_minutes, struct roadmap_link *out);

/*
 * The contracts of the roadmap planner as JSON Schemas: each value that a stage hands to the next is
 * checked against its own first. All of them are definitions in config/schemas/contracts.json.
 */
enum contract {
	CONTRACT_PATTERN_SPEC,
	CONTRACT_CONTEXT,
	CONTRACT_OUTLINE,
	CONTRACT_ROADMAP,
	CONTRACT_SCHEDULE,
	CONTRACT_POLICY,
};

/* Whether the value keeps the contract. False: problems were added, each with its path and, unless
 * marks is NULL, its place in the file `name`. A plan may have any number of nodes. */
bool contract_check(enum contract c, const json_t *value, const char *name,
    const struct yaml_marks *marks, struct problems *problems);

#endif
