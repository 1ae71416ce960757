/*
 * A delegate at work: an agent in a process of its own, seen from its parent. delegate.c is the
 * tool and the life of the process, delegate_spec.c what it is told at its start, delegate_events.c
 * what is heard of it.
 */
#ifndef AGENT_DELEGATE_H
#define AGENT_DELEGATE_H

#include "agent/budget.h"
#include "llm/context.h"
#include "tools/tool.h"
#include "loop/process.h"

struct delegate {
	struct call *call;	 /* (borrowed) */
	struct agent *agent;	 /* (borrowed) the parent */
	struct delegate *next;	 /* (borrowed) of the same parent */
	struct process *process; /* NULL: ended */
	struct session *record;	 /* (owned) its events as a child session */
	struct nested {		 /* those of its own delegates */
		char *id;	 /* (owned) as it calls the session */
		struct session *record;
	} * nested; /* (owned) */
	size_t nested_count, nested_cap;
	struct buf line;  /* what came of a line so far */
	struct buf words; /* the end of its stderr */
	size_t bytes;	  /* came on its stdout */
	size_t no_events; /* lines that were none */
	char *asked;	  /* (owned) id of its open question; NULL: none */
	json_t *capsule;  /* (owned) NULL: not there yet */
	json_t *changes;  /* (owned) of files, by path: the first of those not adopted; or NULL */
	json_t *end;	  /* (owned) data of its turn_end */
	struct usage spent;
	double usd; /* of it; priced: it means something */
	bool priced, told_to_stop;
	double seconds;		   /* given */
	struct budget_share share; /* the same, of what its parent has left */
};

/* What the child is told; new reference. It holds the key: for the child's stdin only. */
json_t *delegate_spec(
    struct agent *a, const json_t *args, const struct budget_share *share, double *seconds);
/* The launcher's words, NULL-terminated, owned with its strings. */
char **delegate_words(const struct agent *a);
void delegate_words_free(char **words);

/* A child session whose session_start says where it hangs. */
struct session *delegate_record(
    struct agent *a, struct session *parent, const char *call, const char *goal);
/* Bytes of its stdout. False: it sent what no delegate sends; e. */
bool delegate_hear(struct delegate *d, const char *data, size_t len, struct error *e);
void delegate_stop(struct delegate *d); /* it ends its turn and says what it has found */
void delegate_answer(struct delegate *d, const json_t *answer);
#define DELEGATE_CHANGES_MAX 1000
/* delegate_files.c. A line that brings a content: kept; false: it is none. */
bool delegate_content(struct delegate *d, const json_t *line);
/* Data of its file_change event: what is so in this workspace is the parent's to take back. */
void delegate_file(struct delegate *d, const json_t *data);
/* Its question is nobody's any more. */
void delegate_withdraw(struct delegate *d);

#endif
