/* SPDX-License-Identifier: MIT
 * The history of prompts: JSON strings, one a line, oldest first, in $XDG_STATE_HOME/agent/history
 * (0600); the newest 1,000 can be recalled. Other sessions append to the same file, under its lock.
 */
#ifndef UI_INPUT_HISTORY_H
#define UI_INPUT_HISTORY_H

#include "base/error.h"

#define HISTORY_ENTRIES 1000
#define HISTORY_BYTES ((size_t)16 << 20)
#define HISTORY_ENTRY_BYTES ((size_t)64 << 10)

struct prompt_history;
/* path NULL: the history is kept in memory only. Never NULL. The file is read when it is first
 * needed; one that cannot be read counts as empty. Freed by history_free. All functions accept h NULL. */
struct prompt_history *history_open(const char *path);
void history_free(struct prompt_history *h);
/* Returns the entry `back` entries back, 1: the newest; borrowed until the next history_add. NULL:
 * there are not so many. */
const char *history_at(struct prompt_history *h, unsigned long back);
/* history_find returns how far back the newest entry is, `back` or further, that begins with prefix
 * and is longer; 0: none. history_begins says whether the entry `back` does. */
unsigned long history_find(struct prompt_history *h, unsigned long back, const char *prefix);
bool history_begins(struct prompt_history *h, unsigned long back, const char *prefix);
/* Returns how far back the newest entry is, `back` or further, that has the words anywhere, in any
 * case; 0: none. */
unsigned long history_search(struct prompt_history *h, unsigned long back, const char *words);
/* Adds an entry, unless it is the same as the newest, blank, or over HISTORY_ENTRY_BYTES. */
void history_add(struct prompt_history *h, const char *text);

#endif
