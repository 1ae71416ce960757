/* SPDX-License-Identifier: MIT
 * One source of settings: a file, the environment, or the command line, checked and flattened to
 * one entry for each row of settings_table, but not yet applied. A layer is whole or it is not
 * used.
 */
#ifndef CONFIG_SETTINGS_LAYER_H
#define CONFIG_SETTINGS_LAYER_H

#include "base/core/buf.h"
#include "config/settings.h"

struct setting_entry {
	json_t *value; /* (owned) NULL: not set here */
	bool part;     /* the value's members are added to the table of the lower layers */
	int line;      /* in the source; 0: not known */
	json_t *lines; /* (owned) line of each item of SETTING_MAPS; NULL: not known */
	/* (borrowed from the table) environment variable it was read from; NULL: none */
	const char *variable;
};
struct layer {
	char *name;		       /* (owned) for people: a file's name, "environment" */
	struct setting_entry *entries; /* (owned) settings_count of them, in the table's order */
	struct buf text;	       /* of a file: what was read */
};

/* Initialises an empty layer; copies name. Freed by layer_free, which accepts a zero-initialised
 * layer. */
void layer_init(struct layer *l, const char *name);
void layer_free(struct layer *l);
/* Each reads its source into an initialised layer. False after adding what is wrong to problems;
 * the caller frees the layer in either case. trusted: the text is the program's own and needs no
 * check by schemas. */
bool layer_read_defaults(struct layer *l, struct problems *problems);
bool layer_read_file(struct layer *l, const char *path, struct problems *problems);
bool layer_read_text(
    struct layer *l, const char *text, size_t len, bool trusted, struct problems *problems);
bool layer_read_environment(struct layer *l, struct problems *problems);
bool layer_read_assignments(
    struct layer *l, const char *const *assignments, struct problems *problems);
/* Initialises l and reads it from the text of an agent.yaml. False: e says the first thing that is
 * wrong, and l is empty. */
bool layer_check(struct layer *l, const char *text, size_t len, struct error *e);

/* Whether both set the same settings to the same values, the setting of this row left aside. */
bool layer_same_but(const struct layer *a, const struct layer *b, size_t row);

/* Returns the message about an unknown key, with the nearest known one; prefix: the section that
 * the key is in, or NULL. Caller frees. */
char *setting_unknown(const char *prefix, const char *key);

#endif
