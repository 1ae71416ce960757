/* SPDX-License-Identifier: MIT
 * Checks one value against its row of settings_table. Every value passes through here, whether it
 * comes from a file, a variable, the command line or the session.
 */
#ifndef CONFIG_SETTINGS_VALUE_H
#define CONFIG_SETTINGS_VALUE_H

#include "base/core/buf.h"
#include "config/settings.h"

/* Returns the value as it is kept, a new reference; value itself stays the caller's. NULL: `why`
 * says what is wrong, subject first ("'backend.retries' must be from 0 to 20, not 99"), and *item
 * is the element of a list that is wrong, or -1. */
json_t *setting_accept(
    const struct setting *row, const char *subject, json_t *value, struct buf *why, int *item);
/* Does what setting_accept does for a text as a variable or the command line has it: "a,b" or "[a,
 * b]" for a list, "{a: b}" for a table, "null" or nothing for null. */
json_t *setting_accept_text(
    const struct setting *row, const char *subject, const char *text, struct buf *why);
/* Does what setting_accept does for one member of a table; returns a table that has it alone. */
json_t *setting_accept_member(
    const struct setting *row, const char *name, json_t *value, struct buf *why);

#endif
