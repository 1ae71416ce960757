/* SPDX-License-Identifier: MIT
 * Styled lines as one string, each row ended by a line break; trailing spaces are dropped.
 */
#ifndef SUPPORT_ROWS_H
#define SUPPORT_ROWS_H

#include "ui/view/lines.h"

/* The caller frees it. */
char *rows_text(const struct lines *l);
/* Fails the test, printing both, when they differ; frees l. */
void rows_expect(struct lines *l, const char *want);

#endif
