/* SPDX-License-Identifier: MIT
 * Names other agents' tools go by. Models are trained on tools of many agents and call ours by their names and
 * arguments; config/dialects.yaml says which of ours is meant. Whatever is mended on the way is noted. The call
 * is put into our words before any rule of permission looks at it.
 */
#ifndef TOOLS_DIALECT_DIALECT_H
#define TOOLS_DIALECT_DIALECT_H

#include "tools/tool_set.h"

/* A call as a model made it, in our words. */
struct translation {
	const struct tool *tool; /* NULL: there is no such tool */
	json_t *args;		 /* (owned) checked, ready to run; NULL: why says what is wrong */
	json_t *mended;		 /* (owned) array of lines; empty: it was in our words already */
	json_t *ignored;	 /* (owned) names of arguments that were left out; NULL: none */
	struct buf why;		 /* (owned) for the model */
};
/* Fills *out, which is overwritten; to be freed by translation_free, whatever came of it. name, text: as
 * the model sent them. workspace: what absolute paths are held against; NULL: they stay as they are. */
void call_translate(struct translation *out, const struct tool_set *set, const struct settings *s,
    struct workspace *workspace, const char *name, const char *text, size_t len);
void translation_free(struct translation *t);

#endif
