/* SPDX-License-Identifier: MIT
 * How far a running command says it is, and whether it tests something, by the patterns of
 * config/progress.yaml.
 */
#ifndef UI_MODEL_PROGRESS_H
#define UI_MODEL_PROGRESS_H

#include <stdbool.h>
#include "base/core/buf.h"

/* Returns the percentage that the last line of a text states, or one of the `lines` last ones; -1:
 * none does. */
int progress_percent(const char *s, size_t len, int lines);
/* Narrows [*from, *to), a line, to what a terminal leaves of it: what follows its last return. */
void progress_visible_part(const char *s, size_t *from, size_t *to);
/* Appends a bar of this many cells (0: none) and the percentage. */
void progress_bar(struct buf *out, int percent, int cells, bool ascii);
bool progress_is_test(const char *command, size_t len); /* whether a command tests something */
void progress_forget(void);				/* drops the table: for tests */

#endif
