/* SPDX-License-Identifier: MIT
 * What was typed before: JSON strings, one a line, oldest first, in
 * $XDG_STATE_HOME/agent/history (0600), at most 1,000 entries. Other sessions append to the same
 * file; nothing of theirs is lost.
 */
#ifndef UI_INPUT_HISTORY_H
#define UI_INPUT_HISTORY_H

#include "base/error.h"

#define HISTORY_ENTRIES 1000
#define HISTORY_BYTES ((size_t)16 << 20)
#define HISTORY_ENTRY_BYTES ((size_t)64 << 10)

struct prompt_history;
/* path NULL: kept in memory only. Never NULL; the file is read when it is first needed, and one that
 * cannot be read holds nothing. Freed by history_free, which accepts NULL, as all do here. */
struct prompt_history *history_open(const char *path);
void history_free(struct prompt_history *h);
/* Returns the entry so far back, 1: the newest; borrowed until the next history_add. NULL: there
 * are no more. */
const char *history_at(struct prompt_history *h, unsigned long back);
/* The newest entry, so far back or further, that begins with prefix and says more; 0: none. And whether
 * one does. */
unsigned long history_find(struct prompt_history *h, unsigned long back, const char *prefix);
bool history_begins(struct prompt_history *h, unsigned long back, const char *prefix);
/* The newest entry, so far back or further, that has the words anywhere, in any case of ASCII letters;
 * 0: none. */
unsigned long history_search(struct prompt_history *h, unsigned long back, const char *words);
/* Adds an entry: not twice in a row, nothing blank, nothing over HISTORY_ENTRY_BYTES. */
void history_add(struct prompt_history *h, const char *text);

#endif
