/* SPDX-License-Identifier: MIT
 * The sandbox of a session: which tier is in use on this machine, and how commands are confined.
 * Made from sandbox.* of the settings; the tier is found by trying when it is first asked for.
 * Children are started by child_start (sandbox/child_start.h), which confines them by what
 * sandbox_confine puts into a process_spec.
 *
 * Here: which confinement a command gets: tiers, paths that are open, masked or protected, git's
 * own paths, a trial run whose changes are set aside, and the start of a confined child.
 * Not here: what a kernel does for it (sandbox/linux, sandbox/macos, sandbox/none), the questions
 * to the user (agent/approval), rules of permission (workspace/permission).
 */
#ifndef SANDBOX_SANDBOX_H
#define SANDBOX_SANDBOX_H

#include "base/core/buf.h"
#include "config/settings.h"
#include "loop/process.h"
#include "sandbox/confine.h"
#include "workspace/file/workspace.h"
#include "workspace/permission/permission.h"

struct planted;
struct sandbox;

/* What happens to a command if no tier is available (sandbox.missing). */
enum sandbox_missing { SANDBOX_REFUSES, SANDBOX_ASKS, SANDBOX_RUNS };

/* Returns a new sandbox. loop, settings and workspace are borrowed and must outlive it. Free with
 * sandbox_free. */
struct sandbox *sandbox_new(struct loop *l, const struct settings *s, struct workspace *workspace);
/* Frees it and removes an empty private /tmp; any other is removed by the spawner, when nothing can
 * write to it any more. NULL is accepted. */
void sandbox_free(struct sandbox *sandbox);

/* ---- The tier of this machine ---- */

/* Returns the tier in use; SANDBOX_NONE: none is available, or the mode is off. The first call, and
 * each after sandbox.mode changed, tries tiers, which takes some milliseconds. */
enum sandbox_tier sandbox_tier(struct sandbox *sandbox);
/* Returns why no better tier is in use; "" for the best, or if the mode is off. Borrowed until
 * tiers are tried again. */
const char *sandbox_why(struct sandbox *sandbox);
/* Returns the tier's name as sandbox.mode has it, or "none"; a static string. */
const char *sandbox_tier_name(enum sandbox_tier tier);
/* As the settings say: whether sandbox.mode is off; what happens without a tier; whether commands
 * have the network without asking for it. */
bool sandbox_is_off(const struct sandbox *sandbox);
enum sandbox_missing sandbox_missing(const struct sandbox *sandbox);
bool sandbox_network(const struct sandbox *sandbox);
const struct settings *sandbox_settings(const struct sandbox *sandbox); /* (borrowed) */
/* Whether commands are refused: the mode is not off, no tier is available, and sandbox.missing is
 * refuse. */
bool sandbox_refuses(struct sandbox *sandbox);
/* Returns in words what a command can reach: "writes here · no network"; "NOT SANDBOXED" if no tier
 * is available; NULL if the mode is off. network: the command asks for it. A static string. */
const char *sandbox_reach(struct sandbox *sandbox, bool network);
/* Returns two words for the status line: "sandbox on", "landlock only", "sandbox missing", "sandbox
 * off". A static string. */
const char *sandbox_words(struct sandbox *sandbox);
/* Whether root works in a sandbox in a workspace of another user that not all may write: no command
 * can write it then, for without capabilities root has no more rights than any user.
 * sandbox_not_owner_words says so to people. */
bool sandbox_not_owner(struct sandbox *sandbox);
extern const char sandbox_not_owner_words[];

/* ---- A command ---- */

/* Adapts permission_decide's decision about a command line to the sandbox. network: why the command
 * asks for the network, in the model's words ("": no reason given); NULL: it does not ask. A
 * command that changes a repository's configuration (git_configures) is asked about unless a rule,
 * the user or mode all allows it, since it starts with SANDBOX_GIT_CONFIG. */
void sandbox_decide(struct sandbox *sandbox, enum approve_mode mode, const char *command,
    const char *network, struct decision *d);

/* What a child may do: read; write into a layer that is thrown away; write the workspace; have the
 * network, too. With sandbox.network: on, SANDBOX_WRITES includes the network. A trial needs tier
 * namespaces. */
enum sandbox_grant { SANDBOX_READS, SANDBOX_TRIES, SANDBOX_WRITES, SANDBOX_NETWORK };
/* With any of them: .git/config of the writable folders may be written. */
#define SANDBOX_GIT_CONFIG 0x10u
/* With SANDBOX_TRIES: what is written to the private /tmp stays. */
#define SANDBOX_KEEPS_TMP 0x20u
/* With SANDBOX_READS, in tier namespaces: the command is ended when it would write. */
#define SANDBOX_ENDS_WRITERS 0x40u

struct sandbox_order {
	struct buf bytes; /* (owned) borrowed by the process_spec until process_start returned */
	char **set;	  /* (owned, with its strings) variables, NULL-terminated */
};
/* Sets spec->confine, and puts the variables that a confined command needs into *order; spec->set
 * is not changed. grant: a sandbox_grant, with flags. Overwrites *order; the caller frees it with
 * sandbox_order_free after process_start. If no tier is available, *order is empty and true is
 * returned: whether the command runs unconfined is for the caller to decide. False: e says why the
 * command cannot be confined. */
bool sandbox_confine(struct sandbox *sandbox, struct process_spec *spec, unsigned grant,
    struct sandbox_order *order, struct error *e);
void sandbox_order_free(struct sandbox_order *order);
/* Returns the path of a file of this name in the private /tmp; *seen: its path in confined
 * children. Caller frees both. NULL: there is no private /tmp, and *seen is not set. */
char *sandbox_tmp_file(struct sandbox *sandbox, const char *name, char **seen);

/* Returns the search for what commands planted (planted.h), made on the first call; borrowed.
 * Repositories that it finds are protected in later orders. */
struct planted *sandbox_planted(struct sandbox *sandbox);

/* Appends a text for people: every mount, mask and limit in force, one a line; network: for a
 * command that asked for it. */
void sandbox_show(struct sandbox *sandbox, bool network, struct buf *out);
/* Returns the same text as a new array of lines, for the record of a session; NULL from the second
 * call on. */
json_t *sandbox_rules_once(struct sandbox *sandbox);

#endif
