/* SPDX-License-Identifier: MIT
 * Hooks: commands of the user's that are run on events, in the shape Claude Code gave them. They
 * get the event as JSON on stdin, and may refuse it, change it or add text to it. They stand in
 * agent.yaml and in the files of other agents; those of a workspace count when this very text was
 * trusted (`agent config trust`), with the text of the scripts of the workspace that they name.
 */
#ifndef HOOKS_HOOKS_H
#define HOOKS_HOOKS_H

#include <jansson.h>
#include <stdbool.h>
#include "base/core/buf.h"
#include "config/settings.h"

enum hook_event {
	HOOK_SESSION_START,
	HOOK_SESSION_END,
	HOOK_USER_PROMPT,
	HOOK_PRE_TOOL,
	HOOK_PERMISSION_REQUEST,
	HOOK_PERMISSION_DENIED,
	HOOK_POST_TOOL,
	HOOK_POST_TOOL_FAILURE,
	HOOK_NOTIFICATION,
	HOOK_SUBAGENT_START,
	HOOK_SUBAGENT_STOP,
	HOOK_STOP,
	HOOK_PRE_COMPACT,
	HOOK_PLAN_CHANGED,
	HOOK_STEP_DONE,
};
#define HOOK_EVENTS (HOOK_STEP_DONE + 1)

struct hook_row {
	const char *name;    /* in agent.yaml, and in files of Claude Code and Codex */
	const char *setting; /* hooks.NAME */
	const char *gemini;  /* in files of Gemini CLI; NULL: it has no such event */
	bool says;	     /* what a hook prints is given to the model */
	bool holds;	     /* the event waits for its hooks, which can refuse it */
};
extern const struct hook_row hook_rows[HOOK_EVENTS];

/* The agent whose format a hook reads and writes; each is a row of `hooks` in
 * config/dialects.yaml. */
enum hook_form { HOOK_CLAUDE, HOOK_CODEX, HOOK_GEMINI };
#define HOOK_FORMS (HOOK_GEMINI + 1)
extern const char *const hook_forms[HOOK_FORMS]; /* as hooks.files names them */

struct hook_file {
	char *path;    /* (owned) absolute */
	json_t *hooks; /* (owned) the part of it that is trusted: {EVENT: [...]} */
	bool project;  /* of the workspace */
	bool trusted;
};
struct user_hook {
	enum hook_event event;
	enum hook_form form;
	char *matcher; /* (owned) "": all */
	json_t *spec;  /* (owned) {command, args?, timeout?, if?, ...} as it stands in the file */
	char *name;    /* (owned) its command in one line */
	size_t file;   /* index in hooks.files */
	bool spent;    /* it was to run once and did */
};
struct hooks {
	struct user_hook *list; /* (owned) in the order they are started */
	size_t count, cap;
	struct hook_file *files; /* (owned) */
	size_t file_count, file_cap;
	char *top, *workspace; /* (owned) absolute; top: of the repository */
	struct buf notices;    /* what is wrong, a line each */
};

/* Reads all hooks of the settings and of other agents' files. Never NULL. workspace: absolute
 * path. */
struct hooks *hooks_load(const struct settings *s, const char *workspace);
void hooks_free(struct hooks *h); /* NULL is accepted */
/* Returns how many files of the workspace have hooks that are not trusted. */
size_t hooks_waiting(const struct hooks *h);
/* Whether the file's hooks, and the scripts they name, are what was trusted. hook_file_trust trusts
 * them as they are now; false: e says why not. */
bool hook_file_holds(const struct hooks *h, const struct hook_file *f);
bool hook_file_trust(const struct hooks *h, const struct hook_file *f, struct error *e);

/* Returns the row of the form in config/dialects.yaml; borrowed. */
const json_t *hook_dialect(enum hook_form form);
/* Whether the hook is to be run. tool: our name of it; NULL: none. args: of the tool. subject: what
 * is matched if there is no tool, such as a session's source; NULL: nothing. */
bool hook_matches(
    const struct user_hook *hook, const char *tool, const json_t *args, const char *subject);

#endif
