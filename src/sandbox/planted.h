/* SPDX-License-Identifier: MIT
 * What git, an editor or a shell runs later for the user, and a command made: folders and files like .vscode and .envrc
 * (config/sandbox.yaml), a repository below the workspace whose own configuration or hooks run something, `exec` in a
 * rebase that is under way, a folder that its owner may not look into. It is renamed to NAME.set-aside when the command
 * has ended, and put back when the user says so; what has that name already is renamed to NAME.N.set-aside. A look walks
 * the folders of the workspace, those that git ignores too, and reads only those that changed since the last one.
 */
#ifndef SANDBOX_PLANTED_H
#define SANDBOX_PLANTED_H

#include <jansson.h>
#include <stdint.h>
#include "workspace/file/workspace.h"

struct planted;
/* w: borrowed until it is freed. */
struct planted *planted_new(struct workspace *w);
void planted_free(struct planted *p); /* NULL is accepted */

/* Begins a look; one under way is given up. accept: what is there by now stays. Else what was not there at the end of
 * the last look is set aside at the end of this one. The first look accepts all. */
void planted_begin(struct planted *p, bool accept);
/* Goes on for about so many microseconds. False: the look is over. */
bool planted_step(struct planted *p, int64_t budget_us);
/* Returns what the last look set aside, as paths within the workspace; borrowed until the next one
 * begins. */
const json_t *planted_made(const struct planted *p);
/* Likewise what it found and could not rename. */
const json_t *planted_stuck(const struct planted *p);

/* Notes that the sandbox set an absolute path aside. Returns it within the workspace, borrowed from path; NULL: it lies
 * elsewhere, or was not set aside, and nothing is noted. */
const char *planted_note(struct planted *p, const char *path);
/* Puts back what was set aside: this path, or the newest ("" or NULL). Returns its path, owned; NULL: e. */
char *planted_keep(struct planted *p, const char *path, struct error *e);

/* Returns the .git folders below the workspace, but for its own, as the last look found them, as a
 * new array of absolute paths. Those that the workspace's .gitignore leaves out are not among them,
 * and no more than can be held. */
json_t *planted_repositories(const struct planted *p);

#endif
