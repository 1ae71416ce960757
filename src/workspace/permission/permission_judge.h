/* SPDX-License-Identifier: MIT
 * Judges one subject: the mode's answer, then the rules in their order. Private to the files named
 * here and to permission.c, which stands above them all.
 */
#ifndef WORKSPACE_PERMISSION_PERMISSION_JUDGE_H
#define WORKSPACE_PERMISSION_PERMISSION_JUDGE_H

#include "base/core/buf.h"
#include "workspace/permission/permission_rule.h"

struct permissions {
	struct rules rules, destructive;
	json_t *protected, *reading, *variables, *writing, *outside; /* (owned) arrays */
	struct shell_words *reads, *writes; /* (owned) words of each item of reading, of writing */
	/* (owned) The paths of the program's own folders, and their real paths; NULL-terminated. */
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
	bool firm;		 /* a grant does not allow it */
	bool granted;		 /* the user allowed it on a card */
	bool told;		 /* of a line: its words show that it writes, or reads elsewhere */
	const struct rule *mark; /* (borrowed) the pattern by which it is destructive, or NULL */
	struct buf why;		 /* (owned) */
	/* (owned) Of a line: the first words of the only command that asks, if all else of the line
	 * is allowed ("make" of "make test | tail"); NULL: more than that asks, or the words say
	 * too little. */
	char *prefix;
};

/* Returns the verdict of a mode on a class, without any rule. */
enum verdict mode_verdict(enum approve_mode mode, enum tool_class class);
/* Judges a subject into *out, whose `why` the caller frees. allowed: the mode does not count, since
 * this part does nothing itself; the rules do. */
void subject_judge(const struct permissions *p, enum approve_mode mode, const struct subject *s,
    bool allowed, struct judgement *out);
/* Raises the judgement to `verdict` if it is milder, with the reason; if it has this verdict
 * already, but no reason, sets the reason. */
void judge_raise(struct judgement *j, enum verdict verdict, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* Whether some rule asks or denies, so that what cannot be told of a line may matter. */
bool judge_restricts(const struct permissions *p);

/* permission_protected.c: what is never written without asking. */
/* Fills p->homes. */
void protected_homes(struct permissions *p);
/* Whether the subject names, or may name, a protected file or one of the program's own folders. */
bool judge_protected(const struct permissions *p, const struct subject *s);
/* Whether the text of a line that is not understood has a protected name in it, or words of a
 * command that changes the configuration. */
bool judge_protected_text(const struct permissions *p, const char *text);
/* Fills s->paths with the names of one file: in normal form (as given, if it has none), and where
 * its links lead. Free with subject_free. */
void subject_paths(struct subject *s, const struct workspace *w, const char *path);
void subject_free(struct subject *s); /* frees only those names */

/* Whether a command without a path starts a program of the system: no folder of PATH is relative or
 * in the workspace. */
bool judge_trusts_path(const struct workspace *w);

/* permission_grant.c: returns the words that say what a simple command does: "make" of "make test",
 * "git push" of "git push origin". Caller frees. NULL: it is not simple, or the words say too
 * little (sh, python). */
char *grant_prefix(const struct shell_command *c);
/* Whether the user allowed the command on a card, as it is or by its prefix; "": no prefix may be
 * granted. */
bool grant_covers_command(const struct permissions *p, const struct act *act, const char *prefix);
/* Whether the user allowed the folder of a path; path: where its links lead. */
bool grant_covers_path(const struct permissions *p, const char *path);
void grants_free(struct permissions *p);

/* permission_line.c: judges every part of act->command into *out, whose `why` and `prefix` the
 * caller frees, and appends {part, verdict, reason} of each to the array parts, which may be
 * NULL. */
void judge_line(const struct permissions *p, enum approve_mode mode, const struct act *act,
    struct judgement *out, json_t *parts);

#endif
