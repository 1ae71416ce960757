/* SPDX-License-Identifier: MIT
 * Text for people and models. All bytes from outside pass text_sanitise before they are shown, sent or
 * stored as text; it leaves valid UTF-8 without control characters other than \n and \t. The rest of this
 * file measures and cuts such text: in terminal cells (wcwidth of the C.UTF-8 locale, whatever the
 * terminal's locale is), code points and lines. The caller frees strings returned as char *, which are
 * never NULL.
 *
 * Here: text as people and models see it: UTF-8, what is not safe in it, width in cells,
 * differences, names, moments as words.
 * Not here: bytes without meaning (base/core), patterns (base/regex.h), styled rows (ui/view).
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
char *text_clean(const char *bytes, size_t len); /* as text_sanitise, but returns a string */

/* text_sanitise for a stream: a sequence cut by the end of a chunk waits for the next chunk.
 * Zero-initialise. Once `out` is truncated nothing more is added. */
struct text_door {
	char pending[4];
	int pending_len;
	int marks;    /* combining marks in a row so far */
	bool cr;      /* the last byte was \r */
	bool changed; /* something was replaced or dropped so far */
};
void text_door_feed(struct text_door *d, struct buf *out, const char *bytes, size_t len);
/* Ends the stream: an incomplete sequence becomes U+FFFD, a last \r its control picture. */
void text_door_end(struct text_door *d, struct buf *out);

/* Returns 3, the length of a UTF-8 byte order mark, if the text begins with one; else 0. */
size_t text_bom(const char *bytes, size_t len);
/* Returns whether s equals word; false if s is NULL. */
bool text_is(const char *s, const char *word);
/* Returns whether s is NULL or has only blanks and line ends. */
bool text_is_blank(const char *s);
/* Appends text with each occurrence of mark replaced by value; a mark of "" occurs nowhere. Returns
 * whether there was one. */
bool text_fill(struct buf *out, const char *text, const char *mark, const char *value);
/* Frees the string in *field and stores a copy of value, which may be NULL or *field itself. */
void string_set(char **field, const char *value);
void string_take(char **field, char *value); /* the same, but takes over value itself */
/* The same with text_clean_line of value; NULL and "" store NULL. */
void string_set_line(char **field, const char *value, size_t max);
bool string_same(const char *a, const char *b); /* whether they are equal, or both NULL */

/* Returns s as one line of at most `max` code points: runs of white space become one space, and a cut
 * line ends in "…". */
char *text_line(const char *s, size_t max);
/* As text_line, of untrusted bytes, which are sanitised first. */
char *text_clean_line(const char *bytes, size_t len, size_t max);
/* Returns s if it has at most `bytes` bytes; else its beginning and end, cut at line ends if possible,
 * about `bytes` together, with a line between them that says how much is left out. */
char *text_excerpt(const char *s, size_t bytes);
/* Returns the first sentence of s as text_line: up to the first . ! ? followed by space or end, the first
 * 。！？, or the first line break. */
char *text_sentence(const char *s, size_t max);
/* Returns a name for files and commands: the ASCII letters and digits of text in lower case, with one
 * dash for each run of other characters, at most `most` bytes. May be "". */
char *text_slug(const char *text, size_t most);
/* Returns the part of a model's text behind the <think> block that some servers leave in it; s if there
 * is no such block. */
const char *text_spoken(const char *s);

/* Sets the character set from the environment (LC_CTYPE). Called once, at the start. Returns whether it
 * is UTF-8. */
bool text_setup(void);
/* Return the cells of a code point (0, 1 or 2), and of sanitised text without \n; a tab counts as one. */
int text_width_cp(unsigned cp);
int text_width(const char *s, size_t len);
/* Returns the length of the longest prefix of s that fits into this many cells; a character is not
 * separated from its combining marks. */
size_t text_fit(const char *s, size_t len, int cells);
/* Return the start of the character (with its marks) before byte `at`, and the end of the one at `at`. */
size_t text_prev(const char *s, size_t at);
size_t text_next(const char *s, size_t len, size_t at);
/* Wraps one paragraph (no \n) at spaces, or inside a word longer than the width. Returns the length of
 * the first line without trailing spaces, and sets *next to the start of the next line (len at the end).
 * cells must be at least 2. */
size_t text_wrap(const char *s, size_t len, int cells, size_t *next);

/* Returns whether the first 8,000 bytes contain a NUL (git's rule), or more than a third of them are
 * control characters or invalid UTF-8. */
bool text_is_binary(const char *bytes, size_t len);

/* Returns the element of words (an array that ends with NULL) nearest to `word`, for "did you mean";
 * borrowed. NULL: none has an edit distance of at most a third of word's length. */
const char *text_nearest(const char *word, const char *const *words);
/* Appends the text with each %XX decoded (RFC 3986, 2.1); any other % stays. */
void text_percent_decode(struct buf *out, const char *s, size_t len);
/* Returns one if n is 1, else many: text_plural(n, "file", "files"), (n, "", "s"), (n, "is", "are"). */
const char *text_plural(int64_t n, const char *one, const char *many);

#endif
