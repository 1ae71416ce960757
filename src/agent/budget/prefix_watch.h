/* SPDX-License-Identifier: MIT
 * What the requests of a session have in common. Servers keep what a request begins with and take it cheaper, or
 * faster, from the next one that begins with the same bytes; where it does not, all that follows is
 * paid for again. Each such break is an event, and each usage of the turn's role says how much was
 * sent and how much of it a second time. Counted are system prompt, tools and history as they are sent.
 */
#ifndef AGENT_PREFIX_WATCH_H
#define AGENT_PREFIX_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include "base/core/buf.h"

struct agent;
struct event;
struct event_usage;
struct turn;

struct prefix_watch {	      /* of the agent; zero-initialise */
	struct buf last, now; /* the last request, and the one under way */
	char *model, *head;   /* (owned) of the last one: model, fingerprint of the head */
	bool uncalled;	      /* it went without tools */
	bool summed, trimmed; /* room was made since */
	int64_t known;	      /* bytes of the last one of another process; 0: none is known */
	char known_hash[17];
	int64_t sent, resent; /* since the last usage event */
	const char *broke;    /* reason of a break since then; NULL: there was none */
};
/* Folds the session's events: of a session that goes on, what the last request was. */
void prefix_watch_take(struct agent *a, const struct event *ev);
/* The bytes of a request of the turn are in `now`: compares them with those before and tells of a break. */
void prefix_watch_sent(struct turn *t);
/* Puts into the usage of the turn's role what was sent since the last one; hash is filled in and outlives u. */
void prefix_watch_tell(struct prefix_watch *w, struct event_usage *u, char hash[17]);
void prefix_watch_free(struct prefix_watch *w);

#endif
