/*
 * What the forms of written calls are made of: marks, names, JSON values and texts between tags. Each
 * function reads at `at` and moves it behind what it has read; what it does not find there it leaves.
 */
#ifndef LLM_WRITTEN_WRITTEN_SCAN_H
#define LLM_WRITTEN_WRITTEN_SCAN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#define WRITTEN_NAME_MOST 64

struct written {
	const char *at, *end; /* (borrowed) what is left of the text */
	const char *from;     /* where the form that is read begins */
	const json_t *tools;  /* (borrowed) [{name, parameters?}] */
	/* (borrowed) An array; gets {name, arguments, left} for each call; left: bytes from `from` on. */
	json_t *calls;
};

/* Skips blanks; skips a mark, or false: it does not stand here; whether one of these bytes stands here. */
void written_skip_blanks(struct written *w);
bool written_skip(struct written *w, const char *mark);
bool written_at(const struct written *w, const char *first);
/* Letters, digits and "_-."; false: none stands here. */
bool written_name(struct written *w, char name[WRITTEN_NAME_MOST + 1]);
/* An object or an array, a new reference; NULL: there is none. */
json_t *written_value(struct written *w);
/* Up to a closing mark behind which the call goes on (one of `next`) or the text ends: the text may have
 * such marks of its own. `text` is borrowed. False: it does not end. */
bool written_text(struct written *w, const char *close, const char *const next[2],
    const char **text, size_t *len);
/* Takes line breaks off both ends: some models break the line behind an opening tag and before a closing
 * one. */
void written_trim(const char **text, size_t *len);

/* The type that the schema of a tool names for an argument; "string" where it names none. Borrowed. */
const char *written_type(const struct written *w, const char *tool, const char *key);
/* Puts a value that stands without quotes: what is no text by its type is JSON, where it can be read so. */
void written_put(
    json_t *arguments, const char *key, const char *type, const char *text, size_t len);
/* Adds a call. Steals arguments: an object, its text, or NULL for none. False: no tool has that name, or
 * they are something else. */
bool written_add(struct written *w, const char *name, json_t *arguments);

#endif
