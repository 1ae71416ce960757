/* SPDX-License-Identifier: MIT
 * The names of the workspace's files for completion: read in steps of the loop when they are first
 * asked for, and matched in steps too, so that no key waits for a large tree. What .gitignore
 * leaves out is left out here. Between keys both are kept.
 */
#ifndef UI_INPUT_PATH_INDEX_H
#define UI_INPUT_PATH_INDEX_H

#include <stdbool.h>
#include "loop/loop.h"
#include "ui/input/suggest.h"
#include "workspace/file/workspace.h"

#define PATH_INDEX_MAX 200000 /* names; of a larger tree the rest is left out */
#define PATH_INDEX_BYTES ((size_t)32 << 20)
#define PATH_INDEX_HITS 50	 /* kept of a search */
#define PATH_INDEX_FRESH_MS 5000 /* older names are read again when they are asked for */
#define PATH_INDEX_STEP_US 3000

struct path_index;
/* changed is called when the hits are others, or all is done. Loop and workspace are borrowed until
 * path_index_free, which accepts NULL. Never NULL. */
struct path_index *path_index_new(
    struct loop *l, struct workspace *w, void (*changed)(void *ctx), void *ctx);
void path_index_free(struct path_index *f);
/* Looks for names that match, the best first; what a few milliseconds give is there at once. */
void path_index_search(struct path_index *f, const char *pattern);
/* How many there are by now, at most PATH_INDEX_HITS, and one of them, where a folder ends with '/';
 * borrowed until `changed` or the next search. */
size_t path_index_hits(const struct path_index *f);
const char *path_index_hit(const struct path_index *f, size_t i);
bool path_index_busy(const struct path_index *f); /* more may come */
void path_index_stale(struct path_index *f);	  /* files changed: the next search reads again */
void path_index_rest(struct path_index *f);	  /* nothing is looked for any more */

/*
 * Paths that lead out of the workspace, or say where they begin: "/", "~/", "./" and "../". Their
 * last word is completed as a shell does, from the names in the folder before it.
 */

#define PATH_FOLDER_NAMES 10000 /* looked at in a folder; what is behind them is left out */
#define PATH_FOLDER_HITS 50

bool path_folder_like(const char *path); /* whether it begins so */
/* Adds what such a path may become, by name; folders end with '/'. cwd: what "./" and "../" begin
 * from; may be NULL. A folder that cannot be read has no names. */
void path_folder_complete(const char *path, const char *cwd, struct candidates *out);

#endif
