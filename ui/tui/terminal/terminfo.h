/* SPDX-License-Identifier: MIT
 * The terminal's description: terminfo, and config/terminals.yaml. Apart from the other files
 * because term.h defines ordinary words (lines, columns) as macros.
 */
#ifndef UI_TUI_TERMINAL_TERMINFO_H
#define UI_TUI_TERMINAL_TERMINFO_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include "base/error.h"

/* Whether $TERM is known to terminfo, or config/terminals.yaml names a known terminal that it is
 * like, and can place its cursor. False: e says why. */
bool terminfo_usable(struct error *e);
/* Returns the name of the terminal that terminfo_usable took instead of $TERM, valid until its next
 * call; NULL: none. */
const char *terminfo_name(void);
/* The following may be called after newterm only. */
bool terminfo_has(const char *name); /* a flag or a string, also an extended one */
bool terminfo_scrolls(void);	     /* within a part of the screen, as a VT100 does */
/* Writes to out the bytes that end attributes, show the cursor and leave the alternate screen.
 * Returns how many. */
size_t terminfo_restore(char *out, size_t size);

/* What config/terminals.yaml knows of the terminal this runs in. */

/* Returns the member of the first row that fits this terminal and has it, a new reference; NULL: none. */
json_t *terminal_table_value(const char *member);
/* Returns a member that is true or false; otherwise, if no row has it. */
bool terminal_table_flag(const char *member, bool otherwise);

#endif
