/* How far a running command says it is, and whether it tests something, by the patterns of
 * config/progress.yaml. */
#ifndef UI_MODEL_PROGRESS_H
#define UI_MODEL_PROGRESS_H

#include <stdbool.h>
#include "base/buf.h"

/* What the last of these lines that tells it says, at most `lines` up; -1: none does. Percent. */
int progress_percent(const char *s, size_t len, int lines);
/* Narrows [*from, *to), a line, to what a terminal leaves of it: what follows its last return. */
void progress_visible_part(const char *s, size_t *from, size_t *to);
void progress_bar(struct buf *out, int percent, int cells, bool ascii);
bool progress_is_test(const char *command, size_t len); /* it tests something */
void progress_forget(void);				/* drops the table */

#endif
