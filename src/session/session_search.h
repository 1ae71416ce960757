/* SPDX-License-Identifier: MIT
 * Searching sessions by words in their titles, messages, calls and results. Appending an event does not
 * update the index, which would cost time: a session indexes when it is idle, and a search first indexes
 * what is missing.
 */
#ifndef SESSION_SESSION_SEARCH_H
#define SESSION_SESSION_SEARCH_H

#include "session/store/store.h"

/* Indexes events of any session for about `us` microseconds. True: there is more to do; false: all is
 * indexed, or the store is busy. */
bool store_index(struct store *s, int64_t us);

/* Prepares a search of these words, for about `us` microseconds: indexes, then scans the sessions that are
 * not indexed yet, newest first, and indexes those that contain all the words. Returns the number of
 * sessions that were not examined. */
int64_t store_index_for(struct store *s, const char *words, int64_t us);

/* Returns the sessions that contain every word, or a longer word that begins with it; words in quotes must
 * be adjacent. Case and accents do not matter. For a word with more than 20,000 hits itself, longer words
 * are not searched. cwd NULL: in all folders. The best come first, or the newest if there are too many hits
 * to rank. Rows are those of store_list with {hit: {seq (0: the title), text (one line around the words),
 * marks [[byte, bytes]]}}. Signs beside words ("a -> b") are ignored; signs alone are searched in the
 * newest events, for a fifth of a second. Words are found only in what is indexed, so call store_index or
 * store_index_for before. A damaged index is rebuilt at once, which may take a while. New reference; NULL:
 * e is set. */
json_t *store_search(
    struct store *s, const char *words, const char *cwd, int limit, struct error *e);

#endif
