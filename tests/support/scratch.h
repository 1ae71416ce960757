/* SPDX-License-Identifier: MIT
 * A folder for one test, below $TMPDIR or /tmp, removed with all it holds.
 */
#ifndef TESTS_SUPPORT_SCRATCH_H
#define TESTS_SUPPORT_SCRATCH_H

#include <stddef.h>

/* scratch_new makes such a folder and returns its absolute, real path. scratch_free removes the tree, without
 * following links, and frees the path. */
char *scratch_new(void);
void scratch_free(char *dir);
/* Make a file of bytes or of a text, or a folder, and the folders above it; name is relative to dir. */
void scratch_write(const char *dir, const char *name, const void *data, size_t len);
void scratch_text(const char *dir, const char *name, const char *text);
void scratch_folder(const char *dir, const char *name);
/* Return DIR/NAME, and what is in that file (NULL: it is not there). The caller frees both. */
char *scratch_path(const char *dir, const char *name);
char *scratch_read(const char *dir, const char *name, size_t *len);

#endif
