/*
 * Text as it is, for somebody who decides by it: what would not show, or would show as something
 * else, is spelled: <U+202E>, <TAB>, <SPACE> at the end of a line, <0xFF> for a byte that is no
 * UTF-8. What comes out passes text_sanitise unchanged.
 */
#ifndef BASE_REVEAL_H
#define BASE_REVEAL_H

#include "base/buf.h"

/* spaces: tabs and trailing spaces too (of a command line; in a diff they are ordinary). True: there
 * was something to spell; names, if not NULL, gets "2 U+202E, 1 TAB" then (five kinds at most). */
bool text_reveal(struct buf *out, const char *s, size_t len, bool spaces, struct buf *names);

#endif
