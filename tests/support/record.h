/* SPDX-License-Identifier: MIT
 * A sink that keeps every event as its line, for tests to look at.
 */
#ifndef TESTS_SUPPORT_RECORD_H
#define TESTS_SUPPORT_RECORD_H

#include "session/session.h"

struct record {
	json_t *lines; /* (owned) array of events.md objects */
};
/* Registers r as a sink of the session, which it must outlive; record_free frees it. */
void record_start(struct record *r, struct session *s);
void record_free(struct record *r);
size_t record_count(const struct record *r, const char *type); /* NULL: of all types */
/* Return the nth (from 0) event of a type, and its data; borrowed, NULL: there is none. */
json_t *record_event(const struct record *r, const char *type, size_t nth);
json_t *record_data(const struct record *r, const char *type, size_t nth);
int64_t record_gaps(const struct record *r); /* how many stored events do not follow by their seq */

#endif
