/* SPDX-License-Identifier: MIT
 * The sandbox of a session: which tier holds on this machine, and what a command is held to. Made
 * from sandbox.* of the settings; the tier is found by trying, when it is first asked for. Children are
 * started by child_start (sandbox/child_start.h), which confines them by what sandbox_confine puts into a process_spec.
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

/* What happens to a command where no tier holds (sandbox.missing). */
enum sandbox_missing { SANDBOX_REFUSES, SANDBOX_ASKS, SANDBOX_RUNS };

/* loop, settings and workspace are borrowed and outlive it. */
struct sandbox *sandbox_new(struct loop *l, const struct settings *s, struct workspace *workspace);
/* An empty private /tmp goes now; any other is removed by the spawner, when nothing can write to it any more. NULL
 * is accepted. */
void sandbox_free(struct sandbox *sandbox);

/* ---- What holds on this machine ---- */

/* Returns the tier that holds. The first call, and each after sandbox.mode changed, tries it, which
 * takes some milliseconds. */
enum sandbox_tier sandbox_tier(struct sandbox *sandbox);
/* Why no better tier holds; "" for the best, or when none is wanted. Borrowed until the tier is tried again. */
const char *sandbox_why(struct sandbox *sandbox);
/* Returns the tier's name as sandbox.mode has it, or "none"; a static string. */
const char *sandbox_tier_name(enum sandbox_tier tier);
/* As the settings have it: the mode is off; what happens without a tier; commands have the network without asking. */
bool sandbox_is_off(const struct sandbox *sandbox);
enum sandbox_missing sandbox_missing(const struct sandbox *sandbox);
bool sandbox_network(const struct sandbox *sandbox);
const struct settings *sandbox_settings(const struct sandbox *sandbox); /* (borrowed) */
/* Whether no command is to run: one is wanted, no tier holds, and sandbox.missing refuses. */
bool sandbox_refuses(struct sandbox *sandbox);
/* Returns what a command can reach, which asks for the network or does not: "writes here · no
 * network"; "NOT SANDBOXED" where it should be and cannot; NULL: that is not wanted. A static
 * string. */
const char *sandbox_reach(struct sandbox *sandbox, bool network);
/* For the status line, of two words: "sandbox on", "landlock only", "sandbox missing", "sandbox off". A static string. */
const char *sandbox_words(struct sandbox *sandbox);
/* Whether root works in a workspace that belongs to somebody else: no command can write it then, for without
 * capabilities root is an owner like any other. sandbox_not_owner_words says so to people. */
bool sandbox_not_owner(struct sandbox *sandbox);
extern const char sandbox_not_owner_words[];

/* ---- A command ---- */

/* Changes what permission_decide said of a command line by what the sandbox holds. network: why it asks
 * for it, in the model's words ("": not said); NULL: it does not. One that changes a repository's configuration
 * (git_configures) is asked about, since it is then started with SANDBOX_GIT_CONFIG. */
void sandbox_decide(struct sandbox *sandbox, enum approve_mode mode, const char *command,
    const char *network, struct decision *d);

/* What a child is given: to read, to write into a layer that is thrown away, to write the workspace, to have the
 * network besides. sandbox.network gives the network to all that write. A trial needs tier namespaces. */
enum sandbox_grant { SANDBOX_READS, SANDBOX_TRIES, SANDBOX_WRITES, SANDBOX_NETWORK };
/* Beside one of them: .git/config of the folders may be written. */
#define SANDBOX_GIT_CONFIG 0x10u
/* Beside SANDBOX_TRIES: what is written to the private /tmp stays. */
#define SANDBOX_KEEPS_TMP 0x20u
/* Beside SANDBOX_READS, in tier namespaces: the command is ended where it would write. */
#define SANDBOX_ENDS_WRITERS 0x40u

struct sandbox_order {
	struct buf bytes; /* (owned) borrowed by the process_spec until process_start returned */
	char **set;	  /* (owned, with its strings) variables, NULL-terminated */
};
/* Completes spec->confine and puts the variables a command needs besides into the order; spec->set is not changed.
 * The order is overwritten, and freed by sandbox_order_free once the process has
 * started; it is empty where no tier holds: whether the command may run then is the caller's question. False: e says
 * why nothing can be confined here. */
bool sandbox_confine(struct sandbox *sandbox, struct process_spec *spec, unsigned grant,
    struct sandbox_order *order, struct error *e);
void sandbox_order_free(struct sandbox_order *order);
/* Returns the path of a file of this name in the private /tmp, owned; *seen (owned): the one by which confined children
 * have it. NULL: there is no private /tmp. */
char *sandbox_tmp_file(struct sandbox *sandbox, const char *name, char **seen);

/* Returns what notes what commands planted in the workspace, made when first asked for; borrowed.
 * What it finds of repositories is held in later orders. */
struct planted *sandbox_planted(struct sandbox *sandbox);

/* Appends for people every mount, mask and limit in force, one a line. */
void sandbox_show(struct sandbox *sandbox, bool network, struct buf *out);
/* Returns the same as a list of lines, for a record of what held: a new reference; NULL: it was told before. */
json_t *sandbox_rules_once(struct sandbox *sandbox);

#endif
