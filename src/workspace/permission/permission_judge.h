/* SPDX-License-Identifier: MIT
 * One judgement: the mode's answer for a subject, then the rules in their order. Private to the files
 * named here and to permission.c, which stands above them all.
 */
#ifndef WORKSPACE_PERMISSION_PERMISSION_JUDGE_H
#define WORKSPACE_PERMISSION_PERMISSION_JUDGE_H

#include "base/core/buf.h"
#include "workspace/permission/permission_rule.h"

struct permissions {
	struct rules rules, destructive;
	json_t *protected, *reading, *variables, *writing, *outside; /* (owned) arrays */
	struct shell_words *reads, *writes; /* (owned) the words of each of reading, of writing */
	/* (owned) The program's own folders, by each of their names; NULL-terminated. */
	char *homes[7];
	struct grant {
		enum grant_scope scope;
		char *tool, *text; /* (owned) */
		bool network;
	} * grants; /* (owned) */
	size_t grant_count, grant_cap;
};

struct judgement {
	enum verdict verdict;
	bool by_rule;
	bool firm;		 /* "always" does not answer it */
	bool granted;		 /* the user allowed it on a card */
	bool told;		 /* of a line: its words tell that it writes, or reads elsewhere */
	const struct rule *mark; /* (borrowed) why it is destructive, or NULL */
	struct buf why;		 /* (owned) */
	/* (owned) Of a line: what the one command begins with that asks, where all else of the line is let
	 * ("make" of "make test | tail"); NULL: more than that asks, or the words say too little. */
	char *prefix;
};

/* Returns what the mode says of a class, without any rule. */
enum verdict mode_verdict(enum approve_mode mode, enum tool_class class);
/* Judges a subject into *out, whose `why` the caller frees. allowed: the mode is not asked, since this part
 * does nothing itself; the rules are. */
void subject_judge(const struct permissions *p, enum approve_mode mode, const struct subject *s,
    bool allowed, struct judgement *out);
/* Raises the judgement to `verdict` where it is milder, with the reason; gives the reason to one that has
 * this verdict and none. */
void judge_raise(struct judgement *j, enum verdict verdict, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Whether some rule asks or denies, so that what cannot be told of a line may matter. */
bool judge_restricts(const struct permissions *p);

/* permission_protected.c: what is never written without asking. */
/* Fills p->homes. */
void protected_homes(struct permissions *p);
/* Whether the subject writes, or may write, what is protected. */
bool judge_protected(const struct permissions *p, const struct subject *s);
/* For a line that is not understood: whether its text has a protected name in it, or a command that
 * changes the configuration. */
bool judge_protected_text(const struct permissions *p, const char *text);
/* Fills in the names of one file: in normal form (as given, where it has none), and where its links lead.
 * To be freed by subject_free. */
void subject_paths(struct subject *s, const struct workspace *w, const char *path);
void subject_free(struct subject *s); /* those names alone */

/* Whether a bare name starts a program of the system: no folder of PATH is the workspace's. */
bool judge_trusts_path(const struct workspace *w);

/* permission_grant.c: "make" of "make test", "git push" of "git push origin": the words that say what a simple
 * command does. NULL: it is not, or the words say too little (sh, python). Owned. */
char *grant_prefix(const struct shell_command *c);
/* Whether the user allowed it on a card. prefix: what may be allowed of commands that
 * begin so; "": nothing. */
bool grant_covers_command(const struct permissions *p, const struct act *act, const char *prefix);
/* path: where its links lead, as the folder was offered. */
bool grant_covers_path(const struct permissions *p, const char *path);
void grants_free(struct permissions *p);

/* permission_line.c: judges every part of act->command into *out, whose `why` and `prefix` the caller frees, and
 * appends {part, verdict, reason} of each to parts (an array; NULL: nobody wants to know). */
void judge_line(const struct permissions *p, enum approve_mode mode, const struct act *act,
    struct judgement *out, json_t *parts);

#endif
