/* SPDX-License-Identifier: MIT
 * Shows text to someone who has to approve it: characters that are invisible or misleading are replaced by
 * names: <U+202E>, <TAB>, <SPACE> at the end of a line, <0xFF> for a byte that is no UTF-8. text_sanitise
 * does not change the result.
 */
#ifndef BASE_TEXT_SHOW_INVISIBLE_H
#define BASE_TEXT_SHOW_INVISIBLE_H

#include "base/core/buf.h"

/* Appends the text with such characters replaced. spaces: also tabs and trailing spaces, as for a command
 * line; in a diff they are ordinary. Returns whether anything was replaced; then a list such as "2 U+202E,
 * 1 TAB", of five kinds at most, is appended to names, which may be NULL. */
bool text_show_invisible(
    struct buf *out, const char *s, size_t len, bool spaces, struct buf *names);

#endif
