/* SPDX-License-Identifier: MIT
 * The activity network that dates are computed in: activities by number, links between them (finish to
 * start, start to start, finish to finish, start to finish, each with a lag or lead), renewable
 * resources. Moments are minutes since 1970 in UTC, or any unit where nothing has a calendar; work is
 * minutes of the activity's calendar. "Never" is TIME_NEVER, before all times is -TIME_NEVER.
 *
 * The caller fills a zero-initialised network by the add functions, calls network_close once, which
 * brings the links into an order of its own, and reads it from then on. Calendars are borrowed and
 * outlive it.
 */
#ifndef ROADMAP_NETWORK_ACTIVITY_NETWORK_H
#define ROADMAP_NETWORK_ACTIVITY_NETWORK_H

#include "roadmap/calendar/quota.h"

enum link_kind { LINK_FS, LINK_SS, LINK_FF, LINK_SF };

struct activity {
	int64_t work;			 /* in its calendar; 0: a milestone */
	const struct calendar *calendar; /* (borrowed) NULL: always */
	/* (borrowed) the pieces in which a schedule that counts maxima has placed its work; NULL: it is
	 * worked in all hours of its calendar between its ends */
	const struct calendar *pieces;
	int64_t release;       /* does not start before */
	int64_t deadline;      /* should be finished by; TIME_NEVER: none */
	int64_t fixed;	       /* starts exactly then; TIME_NEVER: not fixed */
	int64_t min_block;     /* its first piece of work is no shorter; 0: any length */
	int first_need, needs; /* its needs in the network's list */
	int priority;	       /* higher first, where rules tie */
	bool aside;	       /* a routine's: its finish does not count for that of the plan */
};
struct need {
	int resource, units;
};
/* Units of a resource that no activity can have: taken by an occurrence of a routine or another plan. */
struct reservation {
	int resource, units;
	int64_t from, to;
};
struct network_resource {
	int capacity;
	const struct calendar *calendar; /* (borrowed) when it can be used at all; NULL: always */
	/* (borrowed) what may be worked of a day and a week; NULL: all of it */
	const struct quotas *quotas;
	/* With a maximum the calendar has the first minutes of each day or week alone: up to so many of
	 * those before a moment may be worked behind it instead. 0: no maximum. */
	int64_t movable;
};
struct network_link {
	int from, to; /* activities */
	enum link_kind kind;
	int64_t lag;			 /* negative: a lead */
	const struct calendar *calendar; /* (borrowed) the lag is counted in it; NULL: the clock */
};
struct network {
	struct activity *activities; /* (owned), as all below */
	struct network_link *links;
	struct need *needs;
	struct network_resource *resources;
	struct reservation *reservations;
	int count, link_count, need_count, resource_count, reservation_count;
	size_t activity_cap, link_cap, need_cap, resource_cap, reservation_cap;
	int64_t start; /* nothing begins before */
	/* Filled by network_close: */
	int *order;    /* activities, each behind what it depends on */
	int *position; /* of activity i in order */
	int *in_first; /* links into activity i: links[in_first[i]] up to links[in_first[i + 1]] */
	int *out_first, *out_list; /* links out of it: links[out_list[out_first[i]]], ... */
	int *link_numbers;	   /* of links[k]: the order in which it was added, from 0 */
};

/* Each adds a copy; those that return an int return the number of the new activity or resource. */
int network_add(struct network *n, const struct activity *a); /* its needs are added later */
int network_add_resource(struct network *n, int capacity, const struct calendar *c);
void network_reserve(struct network *n, const struct reservation *r);
void network_link(struct network *n, const struct network_link *l);
/* Adds that the activity needs units of a resource; 0 units or less add nothing. All needs of one
 * activity must be added before those of another. */
void network_need(struct network *n, int activity, int resource, int units);

/* Orders the network; called once, after the last link. False: some activities wait for each other.
 * One such cycle is put into `cycle` (room for n->count), *length activities, each before the one
 * that waits for it; the network is only to be freed then. */
bool network_close(struct network *n, int *cycle, int *length);
void network_free(struct network *n); /* frees what n owns and zeroes it */

/* What the critical path method says of each activity, resources left aside. */
struct pass {
	int64_t es, ef, ls, lf; /* early and late start and finish */
};
/* Fills out, one for each activity of a closed network: forward from n->start, backward from horizon
 * or, where that is TIME_NEVER, from the latest finish. Deadlines are heeded backward where
 * `deadlines`. Returns the latest early finish; TIME_NEVER: a calendar has not that much working
 * time, and only the early dates are filled in.
 *
 * Sources: Kelley, Critical-Path Planning and Scheduling, Operations Research 9 (1961); Elmaghraby,
 * Activity Networks (1977), for the four kinds of links. */
int64_t network_pass(const struct network *n, int64_t horizon, bool deadlines, struct pass *out);

struct ends {
	int64_t start, finish; /* TIME_NEVER or -TIME_NEVER: there is no such place */
};
/* Returns where the calendar of an activity puts it when it starts no earlier than `start` and
 * finishes no earlier than `finish` (-TIME_NEVER: any time), as early as that allows. */
struct ends activity_early(const struct activity *a, int64_t start, int64_t finish);
/* Returns where the activity is put when it starts and finishes no later than these (TIME_NEVER:
 * any time), as late as that allows. */
struct ends activity_late(const struct activity *a, int64_t start, int64_t finish);

/* What a link demands of one of its activities. */
struct bound {
	int64_t at;
	bool is_start; /* of its start, otherwise of its finish */
};
/* Returns the earliest that a link allows its later activity, given the ends of the earlier one. */
struct bound link_forward(const struct network_link *l, const struct ends *from);
/* Returns the latest that a link allows its earlier activity, given the ends of the later one. */
struct bound link_backward(const struct network_link *l, const struct ends *to);

#endif
