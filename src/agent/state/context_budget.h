/* SPDX-License-Identifier: MIT
 * The model's context window: estimates the tokens of a request from its bytes and what the server
 * reported, and plans what of the conversation to cut. Pure: a cut names items by their seq, as the
 * compaction event does; compaction_run.c carries it out.
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
	int64_t ceiling;     /* tokens; the server refused or cut longer requests; 0: unknown */
	size_t head, tail;   /* bytes of the request before and after the conversation */
	size_t seen_bytes;   /* conversation and tail of the last request that was measured */
	int64_t seen_tokens; /* tokens that these and the head took; 0: nothing was measured yet */
	double bytes_per_token; /* assumed until then */
	size_t asking;	      /* bytes of the request under way, head and tail included; 0: none */
	size_t asked_bytes;   /* of the last request that was taken in whole */
	int64_t asked_tokens; /* tokens of that request; 0: unknown */
	bool disbelieved;     /* the last report was not of the whole request */
};
/* How much of a request the server took in, by the tokens it reports. */
enum intake {
	INTAKE_WHOLE,
	INTAKE_PART, /* it reports only a part: without what it had in its cache */
	INTAKE_CUT,  /* it left out the rest silently: the ceiling is what it took */
};
/* Takes the input tokens that the server reports for the request under way, which is over then. */
enum intake context_budget_reported(struct context_budget *r, int64_t input);
/* Forgets everything but head and tail, since another model answers. */
void context_budget_forget(struct context_budget *r);
/* Learns that a conversation of this many bytes, reply included, took this many tokens with the head. Ignored if
 * the report was not of the whole request. */
void context_budget_seen(struct context_budget *r, size_t bytes, int64_t tokens);
/* Estimates the tokens of a request with a conversation of this many bytes; and, the other way, the bytes of the
 * largest conversation whose request stays within this many tokens, 0 if none does. */
int64_t context_budget_tokens(const struct context_budget *r, size_t bytes);
size_t context_budget_bytes(const struct context_budget *r, int64_t tokens);
/* Returns how many tokens a request may have: the smaller of window and ceiling; 0 if neither is known. */
int64_t context_budget_limit(const struct context_budget *r);

struct context_rules { /* of the settings context.* */
	size_t keep_turns, keep_rounds, keep_results;
	size_t trim_bytes;    /* results up to this size are never trimmed */
	size_t summary_bytes; /* reserved for a summary */
};
/* Returns the rules as the settings have them. */
struct context_rules context_rules(const struct settings *s);

/* How much is cut, from the least to the most. The user's prompt and steering of the last turn always
 * stay. What stands before a cut becomes a summary. */
enum context_level {
	CONTEXT_TRIM,	   /* trims results before the last keep_turns turns */
	CONTEXT_SUMMARY,   /* cuts before these turns */
	CONTEXT_TRIM_LAST, /* cuts there, too; trims all but the newest keep_results results */
	CONTEXT_LAST_TURN, /* cuts before the last turn; trims as CONTEXT_TRIM_LAST */
	CONTEXT_MID_TURN,  /* cuts before its last keep_rounds rounds; trims as CONTEXT_TRIM_LAST */
	CONTEXT_ALL,	   /* cuts before its last round; trims every result */
	CONTEXT_LEVELS,
};
struct context_cut {
	enum context_level level;
	size_t cut;	      /* items before it become the summary; 0: there is none */
	int64_t through_seq;  /* seq of the last of them */
	json_t *kept;	      /* (owned) seqs of items before the cut that stay */
	json_t *trimmed;      /* (owned) seqs of the results to be trimmed */
	size_t before, after; /* bytes of the conversation; after with the summary's reserve */
	size_t again; /* bytes of `after` from the first change on, which must be sent anew */
};
/* Returns what a level does to the conversation; freed by context_cut_free. */
struct context_cut context_cut_at(
    const json_t *items, const struct context_rules *rules, enum context_level level);
/* Returns the mildest cut, of level `from` or above, that comes down to `goal` bytes, else the one that comes nearest;
 * freed by context_cut_free. A summary is taken instead of a trim that leaves more to send anew: what a trim leaves
 * of many turns is longer than their summary. */
struct context_cut context_cut_for(
    const json_t *items, const struct context_rules *rules, enum context_level from, size_t goal);
void context_cut_free(struct context_cut *p);

#endif
