/*
 * A unified diff as rows: line number, sign, text. What is no diff (output, a file's text) is shown
 * as it is, behind a margin.
 */
#ifndef UI_DIFF_LINES_H
#define UI_DIFF_LINES_H

#include "ui/lines.h"

void diff_lines(
    struct lines *out, const char *text, size_t len, const char *margin, int cells, bool ascii);
bool diff_is(const char *text); /* it has a hunk */

#endif
