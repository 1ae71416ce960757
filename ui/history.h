/*
 * What was typed before: JSON strings, one a line, oldest first, in
 * $XDG_STATE_HOME/agent/history (0600), at most 1,000 entries. Other sessions append to the same
 * file; nothing of theirs is lost.
 */
#ifndef UI_HISTORY_H
#define UI_HISTORY_H

#include "base/error.h"

#define HISTORY_ENTRIES 1000
#define HISTORY_BYTES ((size_t)16 << 20)

struct history;
/* Not read before the first history_at or history_add. path NULL: kept in memory only. */
struct history *history_open(const char *path);
const char *history_at(struct history *h, unsigned long back); /* 1: the newest; NULL: no more */
void history_add(struct history *h, const char *text); /* not twice in a row, nothing blank */
void history_free(struct history *h);

#endif
