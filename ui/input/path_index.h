/* SPDX-License-Identifier: MIT
 * The names of the workspace's files, for completion: read in steps of the loop when they are first
 * asked for, and matched in steps too, so that no key waits for a large tree. What .gitignore
 * excludes is left out. Names and the hits of a search are kept between keys.
 */
#ifndef UI_INPUT_PATH_INDEX_H
#define UI_INPUT_PATH_INDEX_H

#include <stdbool.h>
#include "loop/loop.h"
#include "ui/input/suggest.h"
#include "workspace/file/workspace.h"

#define PATH_INDEX_MAX 200000 /* names; of a larger tree the rest is left out */
#define PATH_INDEX_BYTES ((size_t)32 << 20)
#define PATH_INDEX_HITS 50	 /* best hits kept of a search */
#define PATH_INDEX_FRESH_MS 5000 /* a search reads older names again */
#define PATH_INDEX_STEP_US 3000	 /* of one step of the loop */

struct path_index;
/* changed is called after each step of reading and matching. Loop and workspace are borrowed until
 * path_index_free, which accepts NULL. Never NULL. */
struct path_index *path_index_new(
    struct loop *l, struct workspace *w, void (*changed)(void *ctx), void *ctx);
void path_index_free(struct path_index *f);
/* Begins a search for names that match; the hits of the first few milliseconds are there at once. */
void path_index_search(struct path_index *f, const char *pattern);
/* Return how many hits there are by now (PATH_INDEX_HITS at most), and hit i, best first; a folder
 * ends with '/'. The name is borrowed until `changed` is called or the next search. */
size_t path_index_hits(const struct path_index *f);
const char *path_index_hit(const struct path_index *f, size_t i);
bool path_index_busy(const struct path_index *f); /* more hits may come */
void path_index_stale(struct path_index *f);	  /* files changed: the next search reads again */
void path_index_rest(struct path_index *f);	  /* ends the search; no hits */

/* Paths that begin with "/", "~/", "./" or "../" and may lead out of the workspace. Their last part
 * is completed as a shell does, from the names in the folder before it. */

#define PATH_FOLDER_NAMES 10000 /* names read of a folder; the rest is left out */
#define PATH_FOLDER_HITS 50

bool path_folder_like(const char *path); /* whether it is such a path */
/* Adds the completions of such a path, sorted by name, PATH_FOLDER_HITS at most; folders end with
 * '/'. cwd is the folder of "./" and "../"; may be NULL. A folder that cannot be read gives none. */
void path_folder_complete(const char *path, const char *cwd, struct candidates *out);

#endif
