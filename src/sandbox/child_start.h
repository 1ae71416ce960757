/* SPDX-License-Identifier: MIT
 * The one place where a child of the program is started. Why it is started decides what it is held to: what the
 * program starts for itself is confined like the model's commands, and what is left unconfined is a row with its
 * reason. No other file outside this folder starts a process; tests/unit/sandbox/test_child_start.c holds that, and
 * writes the list of all starts into docs/sandbox.md.
 */
#ifndef SANDBOX_CHILD_START_H
#define SANDBOX_CHILD_START_H

#include "base/error.h"
#include "loop/process.h"

struct sandbox;

enum child_kind {
	CHILD_COMMAND,	    /* of the model, of a check, of `agent sandbox` */
	CHILD_TRIAL,	    /* a command that is tried (trial.h) */
	CHILD_TRIAL_READS,  /* the same, where it is expected to read: no layer is laid for it */
	CHILD_GIT_STATUS,   /* what is changed in the folder, for a session's first request */
	CHILD_USER_COMMAND, /* !command */
	CHILD_EDITOR,
	CHILD_KEY_COMMAND, /* backend.api_key_command */
	CHILD_DELEGATE,	   /* agent --child */
	CHILD_SERVE,	   /* agent --serve, of an editor's session */
	CHILD_EXPORT,	   /* agent sessions export */
	CHILD_SIGN,	   /* ssh-keygen, of a certificate */
	CHILD_HOOK,
	CHILD_USER_HOOK, /* of the user's own files, with hooks.sandbox: workspace */
	CHILD_MCP,	 /* a server of the Model Context Protocol */
	CHILD_MCP_FREE,	 /* one whose entry of the user says `sandbox: false` */
	CHILD_BROWSER,	 /* mcp.open */
	CHILD_PICTURE,	 /* img2sixel */
};
#define CHILD_KINDS (CHILD_PICTURE + 1)

struct child_row {
	const char *what;
	enum child_hold {
		CHILD_WRITES, /* as a command: it writes the workspace */
		CHILD_READS,  /* as a command, but it writes nowhere */
		/* As a command without the network, but what it writes is thrown away; where only tier namespaces can
		 * do that, it writes nowhere. */
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
/* As process_start, with spec->confine and the sandbox's variables filled in as the kind has it. sandbox: NULL
 * for what is not confined, and for a program without one. *confined tells whether it is; NULL: nobody asks.
 * Where no tier holds, a command runs unless sandbox.missing refuses (who asks for it was asked before), and
 * what the program starts for itself only where sandbox.missing is run or the mode is off. NULL: e. */
struct process *child_start(struct loop *l, struct sandbox *sandbox, const struct child_wish *wish,
    const struct process_spec *spec, bool *confined, struct error *e);

#endif
