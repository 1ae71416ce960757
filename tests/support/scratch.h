/*
 * A folder for one test, below $TMPDIR or /tmp, removed with all it holds.
 */
#ifndef SUPPORT_SCRATCH_H
#define SUPPORT_SCRATCH_H

#include <stddef.h>

char *scratch_new(void);      /* absolute, real path; owned */
void scratch_free(char *dir); /* removes the tree, without following links, and frees */
/* Makes folders and the file; name relative to dir. */
void scratch_write(const char *dir, const char *name, const void *data, size_t len);
void scratch_text(const char *dir, const char *name, const char *text);
void scratch_folder(const char *dir, const char *name);
char *scratch_path(const char *dir, const char *name);		    /* owned */
char *scratch_read(const char *dir, const char *name, size_t *len); /* owned; NULL: not there */

#endif
