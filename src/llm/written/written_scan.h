/* SPDX-License-Identifier: MIT
 * What the shapes of written calls are made of: marks, names, JSON values and texts between tags. Each
 * function reads at `at` and moves it behind what it has read; what it does not find there it leaves.
 */
#ifndef LLM_WRITTEN_WRITTEN_SCAN_H
#define LLM_WRITTEN_WRITTEN_SCAN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define WRITTEN_NAME_MOST 64
#define WRITTEN_WILD_MOST 40 /* bytes that '~' in a mark stands for */

struct written {
	const char *at, *end; /* (borrowed) what is left of the text */
	const char *from;     /* where the form that is read begins */
	const json_t *tools;  /* (borrowed) [{name, parameters?}] */
	/* (borrowed) An array; gets {name, arguments, left} for each call; left: the bytes from `from` to end. */
	json_t *calls;
	bool unknown; /* a call was of no tool */
};

/* Returns the end of a mark of the table that stands at `at`, or NULL; *cut is set where the text ends before
 * that is known. name: what '*' stands for in it; NULL: nothing. */
const char *written_mark_end(
    const char *mark, const char *name, const char *at, const char *end, bool *cut);
/* Skips blanks; skips a text, or false: it does not stand here; whether one of these bytes stands here. */
void written_skip_blanks(struct written *w);
bool written_skip(struct written *w, const char *text);
bool written_at(const struct written *w, const char *first);
/* Returns the end of the first of the marks, a list of strings, that stands at `at`; NULL: none does. name: as
 * above. */
const char *written_any_end(
    const struct written *w, const char *at, const json_t *marks, const char *name);
/* Skips it, here or behind blanks. False: none stands there. */
bool written_skip_any(struct written *w, const json_t *marks, const char *name);
/* Letters, digits and "_-."; false: none stands here. */
bool written_name(struct written *w, char name[WRITTEN_NAME_MOST + 1]);
/* Returns an object or an array, a new reference; NULL: there is none. */
json_t *written_value(struct written *w);

/* A tool's name without what stands before its last dot, colon, slash or pair of underscores; a part of it. */
const char *written_bare_name(const char *name);
/* Whether a tool goes by this name: one of the tools, or by a name that dialects.yaml has, in whatever case and
 * with whatever stands before its last dot, colon, slash or pair of underscores. */
bool written_is_tool(const json_t *tools, const char *name);
/* Whether such a name may begin so, as far as it has come. */
bool written_may_be_tool(const json_t *tools, const char *begin);
/* Returns the type that the schema of a tool names for an argument; "string" where it names none.
 * Borrowed. */
const char *written_type(const struct written *w, const char *tool, const char *key);
/* Returns the name of an argument by its place in the schema of a tool; NULL: there is none.
 * Borrowed. */
const char *written_key_at(const struct written *w, const char *tool, size_t place);
/* Adds a call. Steals arguments: an object, its text, or NULL for none. False: no tool has that name, or
 * they are something else. */
bool written_add(struct written *w, const char *name, json_t *arguments);

#endif
