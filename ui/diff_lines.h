/*
 * A unified diff as rows: line number, sign, text. What is no diff (output, a file's text) is shown
 * as it is.
 */
#ifndef UI_DIFF_LINES_H
#define UI_DIFF_LINES_H

#include "ui/lines.h"

void diff_lines(struct lines *out, const char *text, size_t len, int cells, bool ascii);

#endif
