/*
 * A sink that keeps every event as its line, for tests to look at.
 */
#ifndef SUPPORT_RECORD_H
#define SUPPORT_RECORD_H

#include "session/session.h"

struct record {
	json_t *lines; /* (owned) array of events.md objects */
};
void record_start(struct record *r, struct session *s); /* registers it as a sink */
void record_free(struct record *r);
size_t record_count(const struct record *r, const char *type); /* NULL: all */
/* The nth (from 0) event of a type, or NULL. Borrowed. */
json_t *record_event(const struct record *r, const char *type, size_t nth);
json_t *record_data(const struct record *r, const char *type, size_t nth); /* its data */
int64_t record_gaps(const struct record *r); /* stored events whose seq does not follow */

#endif
