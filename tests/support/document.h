/* SPDX-License-Identifier: MIT
 * The documents of the project as tests read them: whole, and the names that stand in them between
 * back quotes.
 */
#ifndef TESTS_SUPPORT_DOCUMENT_H
#define TESTS_SUPPORT_DOCUMENT_H

#include <stdbool.h>

/* The whole of a file of the source tree; owned. A file that cannot be read fails the test. */
char *document_read(const char *path);
/* The next `...` from s on, owned; NULL: no more. *end: behind it. */
char *document_quoted(const char *s, const char **end);
/* A byte of an identifier. */
bool document_is_name(char c);

#endif
