/* SPDX-License-Identifier: MIT
 * Decides what may happen without asking the user. The approval mode answers for each class of
 * tools; rules (permissions.rules) change that answer for what they name, the last one that matches
 * wins; what the user said "always" to is remembered for the session. A command line is taken
 * apart: each command in it and each file it writes must be allowed, any that is denied denies it.
 * Pure: a decision and its reason.
 *
 * A line that only reads, and only what is in the workspace, is judged like reading a file: it is
 * allowed in every mode. An allow rule counts in modes ask, edits and all, not in plan and
 * read-only. If it cannot be told what a line does, it is asked about wherever some rule or the
 * mode might not allow it.
 *
 * Here: the mode and rules that say whether a call is let, rules that a user grants, and paths that
 * are protected.
 * Not here: the question itself (agent/approval), what the sandbox allows (src/sandbox), trust in a
 * workspace's own settings (config/trust.h).
 */
#ifndef WORKSPACE_PERMISSION_PERMISSION_H
#define WORKSPACE_PERMISSION_PERMISSION_H

#include <jansson.h>
#include "config/settings.h"

enum approve_mode { APPROVE_PLAN, APPROVE_READ_ONLY, APPROVE_ASK, APPROVE_EDITS, APPROVE_ALL };
#define APPROVE_MODES (APPROVE_ALL + 1)
enum verdict { VERDICT_ALLOW, VERDICT_ASK, VERDICT_DENY };
/* What a tool does, on which approval, plan mode and running side by side depend. */
enum tool_class {
	TOOL_READS,
	TOOL_WRITES,
	TOOL_RUNS,
	TOOL_ASKS,
	TOOL_PLANS,
	TOOL_NETWORK,
	TOOL_DELEGATES, /* starts agents under the same mode: each of their acts is judged there */
	TOOL_REMEMBERS, /* changes what later sessions are told */
};
#define TOOL_CLASSES (TOOL_REMEMBERS + 1)

struct workspace;
struct act { /* what is about to be done; all (borrowed), NULL if there is none */
	enum tool_class class;
	const char *tool;
	const char *command; /* of TOOL_RUNS */
	const char *path;    /* as the call names it */
	const char *url;     /* of fetch_url */
	const struct workspace *workspace;
	bool network; /* the command asks the sandbox for the network */
	bool alone;   /* nobody can be asked, so a denial does not suggest a mode that asks */
};
#define REASON_CHARS 200 /* code points; a reason has at most four bytes for each */
#define PREFIX_CHARS 80
struct decision {
	enum verdict verdict;
	const char *by; /* "mode", "rule", "user", "sandbox", "hook" */
	/* For the card or the denial: "approval mode read-only: running commands is denied; allow
	 * it with --approve ask or all", "deny command 'git push' (agent.yaml:12): git push -f". */
	char reason[REASON_CHARS * 4];
	bool destructive;
	const char *mark; /* (borrowed) its pattern in permissions.destructive, or NULL */
	bool always;	  /* of VERDICT_ASK: a grant of this command would allow it from now on */
	/* Only the mode asks about the command, and its words do not show that it writes or reads
	 * elsewhere: if it can be tried (sandbox/trial.h) and turns out to change nothing, nobody
	 * need be asked. */
	bool may_be_tried;
	char prefix[PREFIX_CHARS]; /* commands that begin so may be granted, too; "": none */
	char folder[REASON_CHARS]; /* files of this folder may be granted, too; "": none */
};
struct permissions;
/* Reads permissions.*, which were checked with the settings, so it does not fail. s is not kept.
 * Free with permissions_free. */
struct permissions *permissions_new(const struct settings *s);
/* Reads permissions.* again, after they changed; what the user said "always" to stays. Marks of
 * earlier decisions become invalid. */
void permissions_reload(struct permissions *p, const struct settings *s);
void permissions_free(struct permissions *p); /* NULL is accepted */

/* Finds a mode by name. False: no mode has this name (NULL has none), and *out stays. */
bool approve_mode_find(const char *name, enum approve_mode *out);
/* Return names for rules and for people, static strings: "read-only"; "reads", "writes"; "allowed",
 * "asks". */
const char *approve_mode_name(enum approve_mode mode);
const char *approve_mode_words(enum approve_mode mode); /* what is allowed in it and what asks */
const char *tool_class_name(enum tool_class class);
const char *verdict_name(enum verdict verdict);

/* Returns the denial of a class by a mode; its reason names `least`, the narrowest mode that would
 * allow it. */
struct decision permission_denial(
    enum approve_mode mode, enum tool_class class, enum approve_mode least);
/* Decides whether an act is allowed, asked about or denied. The decision's mark is borrowed until
 * the permissions are reloaded or freed. */
struct decision permission_decide(
    const struct permissions *p, enum approve_mode mode, const struct act *act);
/* Decides as above into *out. Returns how that came about: an array of {part, verdict, reason}, one
 * for each command and each file of a line. New reference. */
json_t *permission_explain(const struct permissions *p, enum approve_mode mode,
    const struct act *act, struct decision *out);
/* Whether the program itself may run git status. True if a model could run it unasked in every
 * mode, and git would start no program that the repository names. */
bool permission_git_status(const struct permissions *p, const struct workspace *w);

/* ---- What the user allowed on a card, for this session ---- */

enum grant_scope { GRANT_COMMAND, GRANT_PREFIX, GRANT_FOLDER };
/* Notes a grant for this session. text: the line, the words it begins with, or the folder; NULL:
 * nothing happens. network: also with the network. What is granted already stays, with the network
 * if either grant has it. */
void permission_grant(struct permissions *p, enum grant_scope scope, const char *tool,
    const char *text, bool network);
/* Takes a grant back. scope: "command", "prefix" or "folder". False: there is no such grant. */
bool permission_revoke(struct permissions *p, const char *scope, const char *text);
/* Returns an array of {scope, tool, text, network}, in the order they were granted; new
 * reference. */
json_t *permission_grants(const struct permissions *p);

/* ---- What is known of a command line ---- */

/* Returns the commands of a line that are marked destructive, as text safe to show: an array, maybe
 * empty. New reference. */
json_t *permission_dangers(const struct permissions *p, const char *command);
/* Whether a line is known to change nothing: every command of it is in permissions.reading. */
bool permission_reads(const struct permissions *p, const char *command);

#endif
