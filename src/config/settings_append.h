/*
 * Remembering what the user chose: keys added to the end of the user's agent.yaml. The text stays a person's; nothing is rewritten.
 */
#ifndef CONFIG_SETTINGS_APPEND_H
#define CONFIG_SETTINGS_APPEND_H

#include <stddef.h>
#include "base/error.h"

struct remembered {
	const char *key, *value; /* value NULL: this key is left out */
};
/* Adds `key: "value"` lines. False: the file is left as it was (a key is set there already, or the text has problems); e says why. */
bool settings_remember(const struct remembered *list, size_t count, struct error *e);

#endif
