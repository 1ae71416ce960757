/*
 * Styled lines as one string, each row ended by a line break; trailing spaces are dropped.
 */
#ifndef SUPPORT_ROWS_H
#define SUPPORT_ROWS_H

#include "ui/view/lines.h"

char *rows_text(const struct lines *l); /* owned */
/* Compares and frees both; prints both when they differ. */
void rows_expect(struct lines *l, const char *want);

#endif
