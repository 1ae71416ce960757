/* SPDX-License-Identifier: MIT
 * Writes what the user chose into the user's agent.yaml. The text stays a person's: new keys are
 * added at its end, of a key that is there only the value is replaced; comments and order stay.
 */
#ifndef CONFIG_SETTINGS_APPEND_H
#define CONFIG_SETTINGS_APPEND_H

#include <jansson.h>
#include <stddef.h>
#include "base/error.h"

struct remembered {
	const char *key, *value; /* value NULL: this key is left out */
};
/* Adds `key: "value"` lines, making the file where there is none. False: the file is left as it was
 * (a key is set there already, or the text has problems); e says why. */
bool settings_remember(const struct remembered *list, size_t count, struct error *e);
/* Sets one key to a plain value (no list, no mapping): in its line if the file has the key, else in
 * a new line at the end. False: the file is left as it was; e says why. */
bool settings_keep(const char *key, const json_t *value, struct error *e);
/* As settings_keep, in the file of a profile (NULL: in agent.yaml). */
bool settings_keep_in(const char *profile, const char *key, const json_t *value, struct error *e);

#endif
