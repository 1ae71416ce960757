/* SPDX-License-Identifier: MIT
 * One source of settings: a file, the environment, or the command line, checked and flattened to
 * one entry a row, but not yet applied. A layer is whole or it is not used.
 */
#ifndef CONFIG_SETTINGS_LAYER_H
#define CONFIG_SETTINGS_LAYER_H

#include "base/core/buf.h"
#include "config/settings.h"

struct setting_entry {
	json_t *value;	      /* (owned) NULL: not set here */
	bool part;	      /* members of a table that are added to what lower layers set */
	int line;	      /* 0: no place */
	json_t *lines;	      /* (owned) of each of SETTING_MAPS; NULL: no places */
	const char *variable; /* of the environment; borrowed from the table */
};
struct layer {
	char *name;		       /* (owned) as a person would name it */
	struct setting_entry *entries; /* (owned) settings_count of them, in the table's order */
	struct buf text;	       /* of a file: what was read */
};

/* An empty layer; name is copied. Freed by layer_free, which accepts a layer of zero bytes. */
void layer_init(struct layer *l, const char *name);
void layer_free(struct layer *l);
/* Each reads its source into an initialised layer. False after adding what is wrong to problems; the
 * layer is freed all the same. trusted: the text is the program's own and needs no check by schemas. */
bool layer_read_defaults(struct layer *l, struct problems *problems);
bool layer_read_file(struct layer *l, const char *path, struct problems *problems);
bool layer_read_text(
    struct layer *l, const char *text, size_t len, bool trusted, struct problems *problems);
bool layer_read_environment(struct layer *l, struct problems *problems);
bool layer_read_assignments(
    struct layer *l, const char *const *assignments, struct problems *problems);
/* Initialises and reads a layer from the text of an agent.yaml. False: e says the first thing that is
 * wrong, and l is empty. */
bool layer_check(struct layer *l, const char *text, size_t len, struct error *e);

/* Whether both set the same settings to the same values; the one of this row may differ. */
bool layer_same_but(const struct layer *a, const struct layer *b, size_t row);

/* Returns what to say of a key nobody knows, with the nearest that is known; prefix is the section
 * it stands in, or NULL. The caller frees it. */
char *setting_unknown(const char *prefix, const char *key);

#endif
