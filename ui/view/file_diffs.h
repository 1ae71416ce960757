/*
 * What a session did to files: a fold of file_change events, each file from before its first change
 * to after its last, for the whole session and for the last turn that changed any.
 */
#ifndef UI_MODEL_FILE_DIFFS_H
#define UI_MODEL_FILE_DIFFS_H

#include "session/event.h"
#include "ui/view/lines.h"

enum changes_scope { CHANGES_SESSION, CHANGES_TURN };
struct changes;
struct changes *changes_new(void);
void changes_free(struct changes *c);			      /* NULL is accepted */
void changes_take(struct changes *c, const struct event *ev); /* any event */
size_t changes_count(const struct changes *c);		      /* files ever changed */

/* The diff of one file, with a heading, behind `out`: nothing when it is as it was. content: the
   bytes of a reference; false: they were not kept. */
typedef bool changes_content(void *ctx, const char *ref, struct buf *out);
void changes_lines(const struct changes *c, size_t file, enum changes_scope scope,
    changes_content *content, void *ctx, bool ascii, struct lines *out);

#endif
