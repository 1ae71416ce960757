/* SPDX-License-Identifier: MIT
 * Finding sessions by their words: titles, what was said, calls and results. The index is filled after
 * the events, so that appending one costs nothing: a session indexes when it is idle, and whoever
 * searches catches up first.
 */
#ifndef SESSION_SESSION_SEARCH_H
#define SESSION_SESSION_SEARCH_H

#include "session/store/store.h"

/* Indexes for about this many microseconds, old sessions too. True: there is more to do; false: all is
 * done, or the store is busy. */
bool store_index(struct store *s, int64_t us);

/* Before a search of these words, for about this many microseconds: indexes, then reads through what is
 * not indexed yet, newest first, and indexes the sessions that hold them all. Returns how many
 * sessions were not looked into. */
int64_t store_index_for(struct store *s, const char *words, int64_t us);

/* Returns the sessions that hold every word, or a longer one that begins with it; "several words"
 * in quotes stand together. Of a word that is itself found more than 20,000 times longer ones are not looked for. Case
 * and accents do not matter. cwd NULL: everywhere. Best first, or
 * newest first where more hits than can be ranked in time are found; rows of store_list with {hit:
 * {seq (0: the title), text (one line around the words), marks [[byte, bytes]]}}. A sign beside a
 * word ("a -> b") is passed over; signs alone are looked for in what was said last, for a fifth of
 * a second, newest sessions first. Of words only what is indexed is found: call store_index or
 * store_index_for before. A damaged index is made again at once, which may take a while. New
 * reference; NULL: e says why. */
json_t *store_search(
    struct store *s, const char *words, const char *cwd, int limit, struct error *e);

#endif
