/*
 * Remembering what the user chose in the user's agent.yaml. The text stays a person's: keys are added to its end, and of one that is
 * there nothing but the value is put in its place; comments and order stay.
 */
#ifndef CONFIG_SETTINGS_APPEND_H
#define CONFIG_SETTINGS_APPEND_H

#include <stddef.h>
#include <jansson.h>
#include "base/error.h"

struct remembered {
	const char *key, *value; /* value NULL: this key is left out */
};
/* Adds `key: "value"` lines. False: the file is left as it was (a key is set there already, or the text has problems); e says why. */
bool settings_remember(const struct remembered *list, size_t count, struct error *e);
/* Sets one key, of a plain value (no list, no mapping), there or at the end. False: the file is left as it was; e says why. */
bool settings_keep(const char *key, const json_t *value, struct error *e);

#endif
