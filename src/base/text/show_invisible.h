/* SPDX-License-Identifier: MIT
 * Text as it is, for somebody who decides by it: what would not show, or would show as something
 * else, is spelled: <U+202E>, <TAB>, <SPACE> at the end of a line, <0xFF> for a byte that is no
 * UTF-8. What comes out passes text_sanitise unchanged.
 */
#ifndef BASE_TEXT_SHOW_INVISIBLE_H
#define BASE_TEXT_SHOW_INVISIBLE_H

#include "base/core/buf.h"

/* Appends the text so. spaces: tabs and trailing spaces are spelled too, as in a command line; in a
 * diff they are ordinary. Returns whether there was something to spell; then "2 U+202E, 1 TAB" is
 * appended to names, five kinds at most. names may be NULL. */
bool text_reveal(struct buf *out, const char *s, size_t len, bool spaces, struct buf *names);

#endif
