/*
 * The contents behind a child's file_change events, for the parent's store: lines of type "blob"
 * before the event that names them, each content once, up to half of delegate.max_output_bytes.
 */
#ifndef CLI_CHILD_CONTENT_H
#define CLI_CHILD_CONTENT_H

#include <stdio.h>
#include "session/session.h"

struct child_content {
	FILE *out;
	struct session *session;
	size_t left;  /* bytes that may still be sent */
	json_t *sent; /* (owned) references, the members of an object */
};
void child_content_take(void *self, const struct event *ev); /* a sink before that of the lines */

#endif
