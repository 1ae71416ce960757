/* SPDX-License-Identifier: MIT
 * Readers of the parts of written calls: marks, names, JSON values. Each reads at w->at and moves
 * it behind what it has read, or leaves it where it does not find that.
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
	const char *from;     /* where the call being read begins */
	const json_t *tools;  /* (borrowed) [{name, parameters?}] */
	/* (borrowed) Array to which each call is appended as {name, arguments, left}; left: the
	 * bytes from `from` to `end`. */
	json_t *calls;
	bool unknown; /* a call named no known tool */
};

/* Returns the end of a mark of the table that stands at `at`, or NULL; *cut is set if the text ends
 * before that is known. name: what '*' in the mark stands for; NULL: itself. */
const char *written_mark_end(
    const char *mark, const char *name, const char *at, const char *end, bool *cut);
/* Skips blanks and newlines. Skips `text`; false: it is not here. Whether the next byte is one of
 * `first`. */
void written_skip_blanks(struct written *w);
bool written_skip(struct written *w, const char *text);
bool written_at(const struct written *w, const char *first);
/* Returns the end of the first of the marks, a list of strings, that stands at `at`; NULL: none does. name:
 * what '*' in a mark stands for; NULL: itself. */
const char *written_any_end(
    const struct written *w, const char *at, const json_t *marks, const char *name);
/* Skips the first of the marks that stands here or behind blanks. False: none does. */
bool written_skip_any(struct written *w, const json_t *marks, const char *name);
/* Reads a name of letters, digits and "_-."; false: none stands here. */
bool written_name(struct written *w, char name[WRITTEN_NAME_MOST + 1]);
/* Reads a JSON object or array, a new reference; NULL: none stands here. */
json_t *written_value(struct written *w);

/* Returns the part of a tool's name behind its last dot, colon, slash or pair of underscores;
 * points into name. */
const char *written_bare_name(const char *name);
/* Whether this is the name of one of the tools, or one that dialects.yaml has for a tool, in
 * whatever case and with whatever stands before its last dot, colon, slash or pair of
 * underscores. */
bool written_is_tool(const json_t *tools, const char *name);
/* Whether the name of a tool may begin with `begin`, the part of it that has come. */
bool written_may_be_tool(const json_t *tools, const char *begin);
/* Returns the type that the schema of a tool names for an argument; "string" where it names none.
 * Borrowed. */
const char *written_type(const struct written *w, const char *tool, const char *key);
/* Returns the name of an argument by its place in the schema of a tool; NULL: there is none.
 * Borrowed. */
const char *written_key_at(const struct written *w, const char *tool, size_t place);
/* Adds a call to w->calls. Steals arguments: an object, its text, or NULL for none. False: no tool
 * has that name, or arguments are something else. */
bool written_add(struct written *w, const char *name, json_t *arguments);

#endif
