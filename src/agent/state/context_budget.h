/* SPDX-License-Identifier: MIT
 * Room in the model's window: how much of it a request takes, and what of the conversation may make
 * room. Pure: the meter turns bytes into tokens by what the server reported, a plan names items by
 * their seq, as the compaction event will; compaction_run.c carries it out.
 */
#ifndef AGENT_STATE_CONTEXT_BUDGET_H
#define AGENT_STATE_CONTEXT_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "config/settings.h"

struct context_budget {
	int64_t window;	     /* tokens; 0: unknown */
	int64_t ceiling;     /* a request of about this many tokens was refused, or no more of one
				   was taken in; 0: neither was */
	size_t head, tail;   /* bytes around the conversation */
	size_t seen_bytes;   /* of a conversation with its tail; with the head they took */
	int64_t seen_tokens; /* this many, as the server reported; 0: not yet */
	double bytes_per_token; /* until then */
	size_t asking;	      /* bytes of the request under way, head and tail included; 0: none */
	size_t asked_bytes;   /* of the last one that was taken in whole */
	int64_t asked_tokens; /* what it took; 0: not known */
	bool disbelieved;     /* what was reported last is not what was sent */
};
/* What the server says a request took tells whether it took all of it in. */
enum intake {
	INTAKE_WHOLE,
	INTAKE_PART, /* it reports a part only: without what it had in its cache */
	INTAKE_CUT,  /* it left out the rest silently: the ceiling is what it took */
};
/* Takes what the server reports for the request `asking`: tokens of input. */
enum intake context_budget_reported(struct context_budget *r, int64_t input);
/* Forgets all but what was measured in bytes, since another model answers. */
void context_budget_forget(struct context_budget *r);
/* Learns that a conversation of this many bytes, reply included, took this many tokens. */
void context_budget_seen(struct context_budget *r, size_t bytes, int64_t tokens);
/* About how many tokens a request with a conversation of this many bytes takes; and the bytes of the largest
 * conversation whose request stays within this many tokens, 0: none does. */
int64_t context_budget_tokens(const struct context_budget *r, size_t bytes);
size_t context_budget_bytes(const struct context_budget *r, int64_t tokens);
int64_t context_budget_limit(const struct context_budget *r); /* tokens; 0: unknown */

struct context_rules { /* of the settings context.* */
	size_t keep_turns, keep_rounds, keep_results;
	size_t trim_bytes;    /* shorter results are not trimmed */
	size_t summary_bytes; /* reserved for a summary */
};
/* Returns the rules as the settings have them. */
struct context_rules context_rules(const struct settings *s);

/* From the least that can be done to the most. The conversation's own words of the user in a turn
 * that is not over always stay. */
enum context_level {
	CONTEXT_TRIM,	   /* results before the last turns are trimmed */
	CONTEXT_SUMMARY,   /* what was before the last turns becomes a summary */
	CONTEXT_TRIM_LAST, /* and of the results in them only the newest stay */
	CONTEXT_LAST_TURN, /* and of the turns only the last one stays */
	CONTEXT_MID_TURN,  /* and of that only its last rounds */
	CONTEXT_ALL,	   /* and no result stays whole */
	CONTEXT_LEVELS,
};
struct context_cut {
	enum context_level level;
	size_t cut;	      /* items before it become the summary; 0: there is none */
	int64_t through_seq;  /* of the last of them */
	json_t *kept;	      /* (owned) seqs of items before the cut that stay */
	json_t *trimmed;      /* (owned) seqs of results */
	size_t before, after; /* bytes of the conversation; after with the summary's reserve */
	size_t again; /* of those after, what stands behind the first change and is sent anew */
};
/* Returns what a level does to the conversation; freed by context_cut_free. */
struct context_cut context_cut_at(
    const json_t *items, const struct context_rules *rules, enum context_level level);
/* The least that comes down to `goal` bytes, else what comes nearest. A summary takes the place of a trim that would
 * have more sent anew: what a trim leaves of many turns is longer than their summary. */
struct context_cut context_cut_for(
    const json_t *items, const struct context_rules *rules, enum context_level from, size_t goal);
void context_cut_free(struct context_cut *p);

#endif
