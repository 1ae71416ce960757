/* SPDX-License-Identifier: MIT
 * Starts every child of the program. The reason of a start, its kind, decides how the child is
 * confined: what the program starts for itself is confined like the model's commands, and each kind
 * that is not confined gives its reason in child_rows. No other file outside this folder starts a
 * process; tests/unit/sandbox/test_child_start.c checks that, and writes the list of all starts
 * into docs/sandbox.md.
 */
#ifndef SANDBOX_CHILD_START_H
#define SANDBOX_CHILD_START_H

#include <jansson.h>
#include "base/error.h"
#include "loop/process.h"

struct sandbox;
struct settings;

enum child_kind {
	CHILD_COMMAND,	    /* of the model, of a check, of `agent sandbox` */
	CHILD_TRIAL,	    /* a command that is tried (trial.h) */
	CHILD_TRIAL_READS,  /* a trial of a command that should only read: without a layer */
	CHILD_GIT_STATUS,   /* what is changed in the folder, for a session's first request */
	CHILD_USER_COMMAND, /* !command */
	CHILD_EDITOR,
	CHILD_KEY_COMMAND, /* backend.api_key_command */
	CHILD_DELEGATE,	   /* agent --child */
	CHILD_SERVE,	   /* agent --serve, of an editor's session */
	CHILD_EXPORT,	   /* agent sessions export */
	CHILD_SIGN,	   /* ssh-keygen, of a certificate */
	CHILD_HOOK,
	CHILD_USER_HOOK, /* a hook of the user's own settings, with hooks.sandbox: workspace */
	CHILD_MCP,	 /* a server of the Model Context Protocol */
	CHILD_MCP_FREE,	 /* one with `sandbox: false` in the user's own settings */
	CHILD_BROWSER,	 /* mcp.open */
	CHILD_PICTURE,	 /* img2sixel */
};
#define CHILD_KINDS (CHILD_PICTURE + 1)

struct child_row {
	const char *what;
	enum child_hold {
		CHILD_WRITES, /* as a command: it writes the workspace */
		CHILD_READS,  /* as a command, but it writes nothing except in the private /tmp */
		/* As a command without the network, but what it writes is thrown away. Only tier
		 * namespaces can do that; in others as CHILD_READS. */
		CHILD_TRIES,
		CHILD_FREE, /* with the user's permissions */
	} hold;
	const char *why; /* of CHILD_FREE: why it is not confined; of the others: what it may do */
};
extern const struct child_row child_rows[CHILD_KINDS];

struct child_wish {
	enum child_kind kind;
	bool network;	 /* of CHILD_WRITES: with the network */
	bool git_config; /* of CHILD_WRITES: it may change the repository's configuration */
	bool keeps_tmp;	 /* of CHILD_TRIES: what it writes to the private /tmp stays */
};
/* As process_start, but sets spec->confine and the sandbox's variables as the kind requires.
 * sandbox: may be NULL for CHILD_FREE; without one a child of any kind is not confined. *confined:
 * whether the child is; may be NULL. If no tier is available, CHILD_WRITES runs unconfined unless
 * sandbox.missing is refuse (if it is ask, the caller has asked), the others only if it is run;
 * with sandbox.mode off all run. NULL: e says why nothing was started. */
struct process *child_start(struct loop *l, struct sandbox *sandbox, const struct child_wish *wish,
    const struct process_spec *spec, bool *confined, struct error *e);

/* Returns the environment of a child process: "NAME=value" for each name in the settings `lists` (their keys,
 * NULL-terminated) that this program's environment has, followed by `more` ({NAME: value}; NULL: none), whose names
 * win. A value of the environment with a secret of the program in it is left out. The array is NULL-terminated and
 * never NULL; free it with environment_free. */
char **environment_new(const struct settings *s, const char *const *lists, const json_t *more);
/* Frees the array and its strings. set: not NULL. */
void environment_free(char **set);

#endif
