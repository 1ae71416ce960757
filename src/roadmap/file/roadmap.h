/* SPDX-License-Identifier: MIT
 * A roadmap as values: what a plan written by hand in YAML, one a model made and one from the store
 * all become (contract `roadmap`; docs/roadmaps.md is the format). Its nodes stand on two axes: a
 * level (goal, phase, milestone, task, routine) and a place in time (an order, a window, a cadence).
 *
 * The JSON document a roadmap was read from stays with it and is the only form that is stored:
 * whoever changes a plan changes the document and reads it again. Moments are minutes since 1970 in
 * UTC, TIME_NEVER where they are not given; lengths are minutes.
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
	int64_t *ticks; /* (owned) the same, on which it was done */
	size_t tick_count;
	const struct zone *zone; /* (borrowed) */
	struct hours *hours;	 /* (owned) its own, within those of its resources; NULL: none */
	struct duration effort, duration;
	bool has_effort, has_duration;
	struct roadmap_need *needs; /* (owned) */
	size_t need_count;
	bool needs_given; /* needs are what it says, even none; else the only resource is meant */
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
	int capacity;	  /* hundredths, 1 or more */
	/* (owned) with their limits: what the profile says of the first resource counts too */
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
	char *id;		 /* (owned) NULL: none given */
	const struct zone *zone; /* (borrowed) */
	int64_t start, deadline;
	int64_t from;	    /* nothing that is left begins before */
	int day_minutes;    /* of a day of work */
	struct hours hours; /* (owned) */
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

/* Fills r from a document that may say anything, which is copied. marks (may be NULL) say where things
 * stand in the file `name`. False: problems (NULL: nobody wants to know) were added, and there is nothing to free. */
bool roadmap_read(struct roadmap *r, const json_t *document, const char *name,
    const struct yaml_marks *marks, struct problems *problems);
void roadmap_free(struct roadmap *r); /* frees what r owns and zeroes it */

/* The number of a node, or of a resource, by its id; -1: there is none. */
int roadmap_find(const struct roadmap *r, const char *id);
/* The same of the id, else of the title, whichever case, else of the number that charts show (its place, from 1);
 * -1: none or several have it. */
int roadmap_find_titled(const struct roadmap *r, const char *word);
int roadmap_find_resource(const struct roadmap *r, const char *id);
/* Returns the id of a node that may have been meant; borrowed; NULL where none is near. */
const char *roadmap_near_id(const struct roadmap *r, const char *id);
/* Returns what people call a node: its title, or its id. Borrowed. */
const char *roadmap_title(const struct roadmap_node *n);
/* Returns the first node within a document, or a node of one, that has that id, at any depth; borrowed; NULL: there is
 * none. */
json_t *document_node(json_t *owner, const char *id);
/* Returns a member that may be a list or one of its values alone as a list: itself, one of it, or, for NULL, an empty
 * one; new reference. */
json_t *document_list(json_t *value);

/* Returns the moment behind which nothing of a plan lies: as many days as the defaults
 * (config/roadmaps.yaml) say behind its start, or behind its deadline (TIME_NEVER: none) where that
 * is further off. */
int64_t roadmap_horizon(const json_t *defaults, int64_t start, int64_t deadline);

/* Returns the RRULE of "daily", "weekdays", "every 2 weeks" or "mon,thu"; one that is written as a
 * rule is taken as it is. Owned by the caller; NULL: it is none of these. */
char *cadence_rule(const char *text);
/* Reads "design SS+2d" into out, whose id is the caller's to free. day_minutes: of a day of work.
 * False: it is no link, and there is nothing to free. */
bool link_parse(const char *text, int day_minutes, struct roadmap_link *out);

/*
 * The contracts of the roadmap planner as JSON Schemas: what passes from stage to stage is held to
 * its own before anything is built on it. All of them are definitions in
 * config/schemas/contracts.json.
 */
enum contract {
	CONTRACT_PATTERN_SPEC,
	CONTRACT_CONTEXT,
	CONTRACT_OUTLINE,
	CONTRACT_ROADMAP,
	CONTRACT_SCHEDULE,
	CONTRACT_POLICY,
};

/* Whether the value keeps the contract. False: problems were added, each with its path and, where
 * marks are given, its place in the file `name`. marks may be NULL. Each node is checked by itself,
 * so a plan may have any number of them. */
bool contract_check(enum contract c, const json_t *value, const char *name,
    const struct yaml_marks *marks, struct problems *problems);

#endif
