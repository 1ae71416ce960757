/* SPDX-License-Identifier: MIT
 * Watches whether each request of a session begins with the bytes of the last one. Servers cache a request and take
 * the same beginning of the next one cheaper, or faster; from the first byte that differs on all is paid for again.
 * Each such break is an event, and each usage event of the turn's role says how many bytes were sent and how many of
 * them a second time. The bytes are those of system prompt, tools and history as they are sent.
 */
#ifndef AGENT_BUDGET_PREFIX_WATCH_H
#define AGENT_BUDGET_PREFIX_WATCH_H

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
	bool uncalled;	      /* the last one went without tools */
	bool summed, trimmed; /* a compaction since then made a summary, or trimmed results */
	int64_t known;	      /* bytes of the last request of an earlier process; 0: not known */
	char known_hash[17];  /* and their hash */
	int64_t sent, resent; /* bytes since the last usage event */
	const char *broke;    /* reason of a break since then; NULL: there was none */
};
/* Folds an event: compactions, and what usage events tell of the last request of an earlier process. */
void prefix_watch_take(struct agent *a, const struct event *ev);
/* Compares the bytes of a request of the turn, which the caller has put into `now`, with those of the last one. Emits
 * an event if they do not begin with those; makes the request the last one. */
void prefix_watch_sent(struct turn *t);
/* Adds to a usage event of the turn's role what was sent since the last one. Fills in hash, to which u points then. */
void prefix_watch_tell(struct prefix_watch *w, struct event_usage *u, char hash[17]);
void prefix_watch_free(struct prefix_watch *w);

#endif
