/* SPDX-License-Identifier: MIT
 * What the terminal's description says, apart from the other files because term.h defines ordinary
 * words (lines, columns) as macros.
 */
#ifndef UI_TUI_TERMINAL_TERMINFO_H
#define UI_TUI_TERMINAL_TERMINFO_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include "base/error.h"

/* Whether $TERM is known, or a terminal that config/terminals.yaml takes for a known one, and can place its
 * cursor. */
bool terminfo_usable(struct error *e);
/* The description that terminfo_usable found, constant until it is asked again; NULL: that of $TERM. */
const char *terminfo_name(void);
bool terminfo_has(const char *name); /* a flag or a string, an extended one too. After newterm */
bool terminfo_scrolls(void); /* within a part of the screen, as a VT100 does. After newterm */
/* Returns the bytes that end attributes, show the cursor and leave the alternate screen. After
 * newterm. */
size_t terminfo_restore(char *out, size_t size);

/* What config/terminals.yaml knows of the terminal this runs in. */

/* Of the first row that fits and says something of it: a new reference; NULL: none does. */
json_t *terminal_table_value(const char *member);
/* A member that is true or false; `otherwise` where no row says it. */
bool terminal_table_flag(const char *member, bool otherwise);

#endif
