/*
 * Settings for people to read: the value as it would stand in an agent.yaml.
 */
#ifndef CONFIG_SETTINGS_SHOW_H
#define CONFIG_SETTINGS_SHOW_H

#include "base/buf.h"
#include "config/settings.h"

/* On one line, safe for a terminal; of those that may hold secrets the names only. */
void setting_write(const struct settings *s, const struct setting *row, struct buf *out);
void setting_write_value(struct buf *out, const json_t *value);

#endif
