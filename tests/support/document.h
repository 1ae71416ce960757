/* SPDX-License-Identifier: MIT
 * The documents of the project as tests read them: whole, and the names that stand in them between
 * back quotes.
 */
#ifndef TESTS_SUPPORT_DOCUMENT_H
#define TESTS_SUPPORT_DOCUMENT_H

#include <stdbool.h>

/* Returns the whole text of a file of the source tree; owned. Fails the test if it cannot be read. */
char *document_read(const char *path);
/* Returns what the next pair of back quotes from s on encloses, owned; *end points behind it. NULL: no more. */
char *document_quoted(const char *s, const char **end);
/* Whether c may be part of an identifier. */
bool document_is_name(char c);

#endif
