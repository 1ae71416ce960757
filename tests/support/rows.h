/* SPDX-License-Identifier: MIT
 * Styled lines as one string, each row ended by a line break; trailing spaces are dropped.
 */
#ifndef TESTS_SUPPORT_ROWS_H
#define TESTS_SUPPORT_ROWS_H

#include "ui/view/lines.h"

/* Returns the rows as one string, which the caller frees. */
char *rows_text(const struct lines *l);
/* Fails the test and prints both if the rows are not `want`; frees l. */
void rows_expect(struct lines *l, const char *want);

#endif
