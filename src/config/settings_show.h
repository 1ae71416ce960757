/* SPDX-License-Identifier: MIT
 * Settings for people to read: the value as it would stand in an agent.yaml.
 */
#ifndef CONFIG_SETTINGS_SHOW_H
#define CONFIG_SETTINGS_SHOW_H

#include "base/core/buf.h"
#include "config/settings.h"

/* Appends the value that holds, on one line and safe for a terminal; of a table that may hold secrets
 * the names only. */
void setting_write(const struct settings *s, const struct setting *row, struct buf *out);
/* Appends any value as YAML; neither sanitised nor redacted. */
void setting_write_value(struct buf *out, const json_t *value);

#endif
