/* SPDX-License-Identifier: MIT
 * Text for people and models. Bytes from outside pass one door, text_sanitise, before they are
 * shown, sent or stored as text; behind it is only valid UTF-8 without control characters but \n
 * and \t. The rest of this file measures and cuts such text: in terminal cells (wcwidth of the
 * C.UTF-8 locale, whatever the terminal's), in code points, in lines. Strings that are returned as
 * char * are owned by the caller and never NULL.
 */
#ifndef BASE_TEXT_TEXT_H
#define BASE_TEXT_TEXT_H

#include <stdint.h>
#include "base/core/buf.h"

/* Appends the bytes as safe text: invalid UTF-8 becomes U+FFFD; \r\n becomes \n; other C0 controls
 * and DEL become their control pictures (ESC: U+241B); C1 controls, bidi overrides and isolates,
 * line and paragraph separators, tag characters and other invisible formats become U+FFFD; of a run
 * of combining marks the first eight stay, the others are dropped. Returns whether anything was
 * changed. */
bool text_sanitise(struct buf *out, const char *bytes, size_t len);
char *text_clean(const char *bytes, size_t len); /* the safe text as a new string */

/* The door of text_sanitise for a stream: a sequence cut by a chunk's end waits for the next chunk.
 * Zero-initialise. Once `out` is truncated nothing more is added. */
struct text_door {
	char pending[4];
	int pending_len;
	int marks;    /* combining marks in a row so far */
	bool cr;      /* the last byte was \r */
	bool changed; /* anything was replaced so far */
};
void text_door_feed(struct text_door *d, struct buf *out, const char *bytes, size_t len);
void text_door_end(struct text_door *d, struct buf *out); /* what still waits becomes U+FFFD */

/* Returns the bytes of the byte order mark that the text begins with: 3, or 0. */
size_t text_bom(const char *bytes, size_t len);
/* Whether s is this very word; false for NULL. */
bool text_is(const char *s, const char *word);
/* Whether s is NULL or has nothing but blanks and line ends. */
bool text_is_blank(const char *s);
/* Appends a text with value in each place of the mark, of which "" has none. Returns whether there was any. */
bool text_fill(struct buf *out, const char *text, const char *mark, const char *value);
/* Replaces an owned string by a copy of value, which may be NULL or *field itself. */
void string_set(char **field, const char *value);
void string_take(char **field, char *value); /* by value itself, which it owns then */
/* Replaces it by value made safe and cut to one line as by text_line; NULL and "" make it NULL. */
void string_set_line(char **field, const char *value, size_t max);
bool string_same(const char *a, const char *b); /* NULL is the same as NULL only */

/* One line of at most `max` code points: white space runs become one space, cut text ends in "…". */
char *text_line(const char *s, size_t max);
/* Makes a line like text_line's of foreign bytes, which are made safe first. */
char *text_clean_line(const char *bytes, size_t len, size_t max);
/* s whole, or of a longer one its beginning and its end with a line between them that says how much
 * is left out; about `bytes` long, cut at line ends where there are some. */
char *text_excerpt(const char *s, size_t bytes);
/* Returns the first sentence of s as a line like that of text_line: to the first . ! ? followed by
 * space or end, to the first 。！？, or to the first line break. */
char *text_sentence(const char *s, size_t max);
/* Words as a name for files and commands: ASCII letters and digits in lower case, one dash for all
 * between them, at most `most` bytes. May be "". */
char *text_slug(const char *text, size_t most);
/* Returns what is said of a model's text: s behind the <think> block that some servers leave in it.
 */
const char *text_spoken(const char *s);

/* Takes the character set from the environment (LC_CTYPE); once, at the start. Returns whether it is
 * UTF-8. */
bool text_setup(void);
/* Cells of a code point (0, 1 or 2), and of sanitised text without \n, where a tab counts as one. */
int text_width_cp(unsigned cp);
int text_width(const char *s, size_t len);
/* Returns the bytes of the longest beginning of s that fits into this many cells; a character stays
 * whole with what joins it. */
size_t text_fit(const char *s, size_t len, int cells);
/* Where the character (with its marks) before byte `at` begins, and where the one behind it does. */
size_t text_prev(const char *s, size_t at);
size_t text_next(const char *s, size_t len, size_t at);
/* Wraps one paragraph (no \n) at spaces, or inside a word longer than the width. Returns the bytes
 * of the first line (without trailing spaces); *next is where the next line begins (== len at the
 * end). cells >= 2. */
size_t text_wrap(const char *s, size_t len, int cells, size_t *next);

/* Whether bytes are no text: a NUL or mostly strange bytes among the first 8,000 (git's rule for
 * NUL). */
bool text_is_binary(const char *bytes, size_t len);

/* Returns the known word nearest to `word` (edit distance at most a third of its length), for "did
 * you mean"; borrowed of words, which ends with NULL. NULL: none is near. */
const char *text_nearest(const char *word, const char *const *words);
/* Appends the text with each %XX as the byte it means (RFC 3986, 2.1); any other % stays. */
void text_percent_decode(struct buf *out, const char *s, size_t len);
/* Returns the word that goes with a number of things: text_plural(n, "file", "files"), (n, "",
 * "s"), (n, "is", "are"). */
const char *text_plural(int64_t n, const char *one, const char *many);

#endif
