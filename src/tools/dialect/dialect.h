/* SPDX-License-Identifier: MIT
 * Translation of calls. Models are trained on tools of many agents and call ours by those names and arguments;
 * config/dialects.yaml says which of ours is meant. Whatever is mended on the way is noted. A call is put into
 * our words before any permission rule looks at it.
 *
 * Here: names and arguments by which other agents' models call tools: the rows of
 * config/dialects.yaml, calls put into ours, and tools offered by the names a model knows.
 * Not here: calls that a model wrote as words (llm/written), the tools themselves (the rooms beside
 * this one).
 */
#ifndef TOOLS_DIALECT_DIALECT_H
#define TOOLS_DIALECT_DIALECT_H

#include "tools/tool_set.h"

/* A call as a model made it, in our words. */
struct translation {
	const struct tool *tool; /* NULL: there is no such tool */
	json_t *args;		 /* (owned) checked, ready to run; NULL: why says what is wrong */
	json_t *mended;		 /* (owned) what was changed, an array of lines; empty: nothing */
	json_t *ignored;	 /* (owned) names of arguments that were left out; NULL: none */
	struct buf why;		 /* (owned) for the model: why args or tool is NULL */
};
/* Translates a call, its name and the text of its arguments as the model sent them. *out is overwritten; free
 * it with translation_free, valid or not. workspace: absolute paths in it become relative; NULL: they stay. */
void call_translate(struct translation *out, const struct tool_set *set, const struct settings *s,
    struct workspace *workspace, const char *name, const char *text, size_t len);
void translation_free(struct translation *t);

#endif
