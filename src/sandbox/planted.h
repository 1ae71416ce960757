/* SPDX-License-Identifier: MIT
 * Finds what commands made that git, an editor or a shell would run later for the user: folders and
 * files like .vscode and .envrc (config/sandbox.yaml), a repository below the workspace whose own
 * configuration or hooks run something, `exec` in a rebase that is under way, a folder that its
 * owner may not look into. After the command it is renamed to NAME.set-aside, and put back when the
 * user says so; what has that name already is renamed to NAME.N.set-aside. A look walks the folders
 * of the workspace, those that git ignores too, and reads only those that changed since the last
 * one.
 */
#ifndef SANDBOX_PLANTED_H
#define SANDBOX_PLANTED_H

#include <jansson.h>
#include <stdint.h>
#include "workspace/file/workspace.h"

struct planted;
/* w: borrowed until planted_free. */
struct planted *planted_new(struct workspace *w);
void planted_free(struct planted *p); /* NULL is accepted */

/* Begins a look; one under way is dropped. accept: nothing is set aside, and what is there now
 * counts as known. Else what would run something, and was not there or ran nothing at the end of
 * the last look, is set aside at the end of this one. The first look accepts all. */
void planted_begin(struct planted *p, bool accept);
/* Continues the look for about budget_us microseconds. False: it is over. */
bool planted_step(struct planted *p, int64_t budget_us);
/* Returns what the last look set aside, as paths relative to the workspace; borrowed until the next
 * look begins. */
const json_t *planted_made(const struct planted *p);
/* Likewise the paths that it could not rename. */
const json_t *planted_stuck(const struct planted *p);

/* Notes that the sandbox set an absolute path aside. Returns it relative to the workspace, borrowed
 * from path; NULL: it lies elsewhere, or is still there, or PATH.set-aside is not, and nothing is
 * noted. */
const char *planted_note(struct planted *p, const char *path);
/* Puts back what was set aside: this path, or the newest ("" or NULL). Returns its path, which the
 * caller frees; NULL: e says why. */
char *planted_keep(struct planted *p, const char *path, struct error *e);

/* Returns the .git folders below the workspace that the last look found, without its own, as a new
 * array of absolute paths. Leaves out those in folders that the workspace's .gitignore names, and
 * stops at 32. */
json_t *planted_repositories(const struct planted *p);

#endif
