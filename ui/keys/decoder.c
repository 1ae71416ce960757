/* SPDX-License-Identifier: MIT
 * Decodes the bytes of a terminal: UTF-8, control bytes, CSI and SS3 sequences of xterm and its
 * kin (https://invisible-island.net/xterm/ctlseqs/ctlseqs.html), bracketed paste. A sequence that
 * is not known is dropped whole, so that none of it is ever typed. Alt is an ESC before the key.
 * In a locale with one byte a character (ISO-8859-1), a byte that is no UTF-8 is its character.
 */
#include <wchar.h>
#include "base/base.h"
#include "base/text/names.h"
#include "ui/keys/keys.h"

#define ESC '\033'
#define CTRL_C '\003'
static const char paste_end[] = "\033[201~";
#define PASTE_END_LEN (sizeof paste_end - 1)

struct code_key {
	int code;
	unsigned key;
};
static const struct code_key finals[] = {{'A', INPUT_UP}, {'B', INPUT_DOWN}, {'C', INPUT_RIGHT},
    {'D', INPUT_LEFT}, {'H', INPUT_HOME}, {'F', INPUT_END}, {'M', INPUT_ENTER}, {'P', INPUT_F1},
    {'Q', INPUT_F1 + 1}, {'R', INPUT_F1 + 2}, {'S', INPUT_F1 + 3}, {'Z', INPUT_TAB | INPUT_SHIFT}};

static const struct code_key numbers[] = {{1, INPUT_HOME}, {2, INPUT_INSERT}, {3, INPUT_DELETE},
    {4, INPUT_END}, {5, INPUT_PAGE_UP}, {6, INPUT_PAGE_DOWN}, {7, INPUT_HOME}, {8, INPUT_END},
    {11, INPUT_F1}, {12, INPUT_F1 + 1}, {13, INPUT_F1 + 2}, {14, INPUT_F1 + 3}, {15, INPUT_F1 + 4},
    {17, INPUT_F1 + 5}, {18, INPUT_F1 + 6}, {19, INPUT_F1 + 7}, {20, INPUT_F1 + 8},
    {21, INPUT_F1 + 9}, {23, INPUT_F1 + 10}, {24, INPUT_F12}};

/* Returns the key of a code; 0: none. */
static unsigned key_in(const struct code_key *rows, size_t count, int code)
{
	for (size_t i = 0; i < count; i++)
		if (rows[i].code == code)
			return rows[i].key;
	return 0;
}

static unsigned modifiers_of(int parameter)
{
	unsigned bits = parameter > 1 ? (unsigned)parameter - 1 : 0;

	return (bits & 1 ? INPUT_SHIFT : 0) | (bits & 2 ? INPUT_ALT : 0) |
	       (bits & 4 ? INPUT_CTRL : 0);
}

static unsigned control_key(unsigned char c)
{
	switch (c) {
	case '\r':
		return INPUT_ENTER;
	case '\t':
		return INPUT_TAB;
	case ESC:
		return INPUT_ESC;
	case 0x7f:
		return INPUT_BACKSPACE;
	case 0:
		return INPUT_CTRL | ' ';
	case 0x1f:
		return INPUT_CTRL | '_';
	default:
		return INPUT_CTRL | (unsigned)(c < 27 ? c + 'a' - 1 : c + '@');
	}
}

/* The protocol of kitty (https://sw.kovidgoyal.net/kitty/keyboard-protocol) has numbers of its own for keys
 * without a character; only those of the number pad mean something here. */
#define OWN_FIRST 57344
#define OWN_LAST 63743
#define FOREIGN_BITS 56 /* Super, Hyper, Meta: keys of the desktop */
static const struct code_key own_codes[] = {{57414, INPUT_ENTER}, {57417, INPUT_LEFT},
    {57418, INPUT_RIGHT}, {57419, INPUT_UP}, {57420, INPUT_DOWN}, {57421, INPUT_PAGE_UP},
    {57422, INPUT_PAGE_DOWN}, {57423, INPUT_HOME}, {57424, INPUT_END}, {57425, INPUT_INSERT},
    {57426, INPUT_DELETE}};

static unsigned code_key(int code)
{
	if (code >= OWN_FIRST && code <= OWN_LAST)
		return key_in(own_codes, ARRAY_SIZE(own_codes), code);
	if (code < 32 || code == 127)
		return control_key((unsigned char)code);
	return code < 0x110000 ? (unsigned)code : 0;
}

/* Returns the key of kitty's CSI code : shifted ; modifiers u; 0: none. Keys are those a terminal sends without
 * the protocol: Ctrl-[ is Esc, the shifted character stands for itself, Shift adds nothing to Backspace. */
static unsigned protocol_key(int code, int shifted, int parameter)
{
	unsigned bits = modifiers_of(parameter), key = code_key(code);

	if (key == 0 || (parameter > 1 && ((parameter - 1) & FOREIGN_BITS)))
		return 0;
	if ((bits & INPUT_SHIFT) && shifted) {
		key = code_key(shifted);
		bits &= ~(unsigned)INPUT_SHIFT;
	}
	if (bits == INPUT_SHIFT &&
	    (input_is_text(key) || key == INPUT_BACKSPACE || key == INPUT_ESC))
		bits = 0;
	if (bits == INPUT_CTRL && (key == '[' || key == 'i' || key == 'm'))
		return key == '[' ? INPUT_ESC : key == 'i' ? INPUT_TAB : INPUT_ENTER;
	return key | bits;
}

/* Returns the key of a CSI or SS3 sequence, s: what follows ESC [ or ESC O; 0: not a key this program knows. */
static unsigned csi_key(const char *s, size_t len)
{
	int first = 0, second = 0, shifted = 0, rest = 0, *into = &first, part = 0;

	if (len > 3 && s[0] == '<') /* of the mouse only the wheel is a key */
		return memcmp(s, "<64;", 4) == 0   ? INPUT_WHEEL_UP
		       : memcmp(s, "<65;", 4) == 0 ? INPUT_WHEEL_DOWN
						   : 0;
	for (size_t i = 0; i + 1 < len; i++) {
		if (s[i] == ';')
			into = ++part == 1 ? &second : &rest;
		else if (s[i] == ':')
			into = into == &first ? &shifted : &rest;
		else if (s[i] >= '0' && s[i] <= '9' && *into < 100000)
			*into = *into * 10 + s[i] - '0';
		else
			return 0;
	}
	if (len == 1 && (*s == 'I' || *s == 'O'))
		return *s == 'I' ? INPUT_FOCUS_IN : INPUT_FOCUS_OUT;
	if (s[len - 1] == 'u')
		return first ? protocol_key(first, shifted, second) : 0;
	const unsigned key = s[len - 1] == '~' ? key_in(numbers, ARRAY_SIZE(numbers), first)
					       : key_in(finals, ARRAY_SIZE(finals), s[len - 1]);
	return key ? key | modifiers_of(second) : 0;
}

/* Calls d->key, unless the key is 0 or a character that text_sanitise would change, such as a C1
 * control or a bidi override. */
static void give_key(struct decoder *d, unsigned key)
{
	char bytes[4];
	auto_buf out = BUF_INIT;
	const int n = key >= 0x80 && input_is_text(key) ? utf8_encode(key, bytes) : 0;

	if (key && (n <= 0 || !text_sanitise(&out, bytes, (size_t)n)))
		d->key(d->ctx, key);
}

/* Returns the character that a single byte stands for in this locale; 0: none. */
static unsigned character_of(unsigned char byte)
{
	wint_t c = btowc(byte);

	return c != WEOF && c >= 0xa0 ? (unsigned)c : 0;
}

/* Returns the length of the CSI or SS3 sequence behind ESC; 0 while it is incomplete. */
static size_t sequence_length(const char *s, size_t len)
{
	if (s[0] == 'O')
		return len > 1 ? 2 : 0;
	for (size_t i = 1; i < len; i++)
		if (s[i] >= 0x40 && s[i] <= 0x7e)
			return i + 1;
	return 0;
}

static void give_report(struct decoder *d, const char *s, size_t len)
{
	if (d->report)
		d->report(d->ctx, s, len);
}

/* Reports an answer of the terminal, ESC ] number ; ... up to BEL or ESC \. Returns the bytes
 * taken, 0 while it is incomplete. */
static size_t take_osc(struct decoder *d, const char *s, size_t len)
{
	for (size_t i = 2; i < len; i++) {
		bool bell = s[i] == '\a', st = s[i] == ESC && i + 1 < len && s[i + 1] == '\\';
		if (bell || st)
			give_report(d, s + 1, i - 1);
		if (bell || st)
			return i + 1 + st;
	}
	return 0;
}

/* Reports a click of the left button without modifiers: CSI < 0 ; column ; row M. False: the
 * sequence is something else. */
static bool take_click(struct decoder *d, const char *s, size_t len)
{
	char text[32];
	int column, row, end = 0;

	if (!d->clicked || len >= sizeof text || len < 2 || s[len - 1] != 'M')
		return false;
	memcpy(text, s, len);
	text[len] = '\0';
	if (sscanf(text, "<0;%4d;%4dM%n", &column, &row, &end) != 2 || end != (int)len ||
	    column < 1 || row < 1)
		return false;
	d->clicked(d->ctx, row - 1, column - 1);
	return true;
}

/* Reports a mouse event in the old encoding, CSI M and a byte each for button, column and row, of
 * terminals without the SGR one. Returns the bytes taken, 0 while it is incomplete. */
#define OLD_MOUSE 6
static size_t take_old_mouse(struct decoder *d, const unsigned char *s, size_t len)
{
	if (len < OLD_MOUSE)
		return 0;
	const int button = s[3] - ' ', column = s[4] - ' ', row = s[5] - ' ';

	if (button == 64 || button == 65)
		give_key(d, button == 64 ? INPUT_WHEEL_UP : INPUT_WHEEL_DOWN);
	else if (button == 0 && column > 0 && row > 0 && d->clicked)
		d->clicked(d->ctx, row - 1, column - 1);
	return OLD_MOUSE;
}

/* Reports what ESC and the bytes behind it mean. Returns the bytes taken, 0 while they are incomplete. */
static size_t take_escape(struct decoder *d, const char *s, size_t len)
{
	size_t alt = len > 2 && s[1] == ESC && (s[2] == '[' || s[2] == 'O');

	if (len < 2 + alt || (len == 2 && s[1] == ESC))
		return 0;
	if (s[1] == ESC && !alt) {
		give_key(d, INPUT_ESC);
		return 1;
	}
	if (!alt && len > 2 && s[1] == '[' && s[2] == 'M')
		return take_old_mouse(d, (const unsigned char *)s, len);
	if (s[1 + alt] == '[' || s[1 + alt] == 'O') {
		size_t n = sequence_length(s + 1 + alt, len - 1 - alt);
		if (n == 0)
			return 0;
		if (n == 5 && memcmp(s + 1 + alt, "[200~", 5) == 0) {
			d->pasting = true;
			d->paste.max = DECODER_PASTE_MAX;
			return 1 + alt + n;
		}
		if (s[2 + alt] == '?')
			give_report(d, s + 2 + alt, n - 1);
		if (take_click(d, s + 2 + alt, n - 1))
			return 1 + alt + n;
		unsigned key = s[2 + alt] == '?' ? 0 : csi_key(s + 2 + alt, n - 1);
		give_key(d, key && alt ? key | INPUT_ALT : key);
		return 1 + alt + n;
	}
	if (s[1] == ']' && (len == 2 || (s[2] >= '0' && s[2] <= '9')))
		return len == 2 ? 0 : take_osc(d, s, len);
	if ((unsigned char)s[1] < ' ' || s[1] == 0x7f) {
		give_key(d, control_key((unsigned char)s[1]) | INPUT_ALT);
		return 2;
	}
	uint32_t cp;
	int need = 0, n = utf8_decode(s + 1, len - 1, &cp, &need);
	if (n == 0 && need > 0)
		return 0;
	give_key(d, n > 0 ? cp | INPUT_ALT : INPUT_ESC);
	return n > 0 ? 1 + (size_t)n : 1;
}

static size_t take_key(struct decoder *d, const char *s, size_t len)
{
	uint32_t cp;
	int need = 0;

	if (*s == ESC)
		return take_escape(d, s, len);
	if ((unsigned char)*s < ' ' || *s == 0x7f) {
		give_key(d, control_key((unsigned char)*s));
		return 1;
	}
	int n = utf8_decode(s, len, &cp, &need);
	if (n == 0 && need > 0)
		return 0;
	if (n == 0)
		give_key(d, character_of((unsigned char)*s));
	else if (n == 1 || cp >= 0xa0)
		give_key(d, cp);
	return n > 0 ? (size_t)n : 1;
}

/* Replaces bytes of a paste that are no UTF-8 by the locale's characters; those it has none for stay. */
static void spell_bytes(struct buf *paste)
{
	struct buf out = BUF_LIMIT(DECODER_PASTE_MAX);
	const char *s = buf_str(paste);
	size_t n;

	if (utf8_valid(s, paste->len))
		return;
	for (size_t at = 0; at < paste->len; at += n) {
		uint32_t cp;
		char bytes[4];
		n = (size_t)utf8_decode(s + at, paste->len - at, &cp, NULL);
		unsigned c = n ? 0 : character_of((unsigned char)s[at]);
		n = n ? n : 1;
		if (c)
			buf_add(&out, bytes, (size_t)utf8_encode(c, bytes));
		else
			buf_add(&out, s + at, n);
	}
	buf_free(paste);
	*paste = out;
}

static void end_paste(struct decoder *d)
{
	auto_buf text = BUF_LIMIT(DECODER_PASTE_MAX);
	bool cut = d->paste.truncated;

	for (size_t i = 0; i < d->paste.len; i++) /* terminals send Return for a line break */
		if (d->paste.data[i] == '\r' &&
		    (i + 1 == d->paste.len || d->paste.data[i + 1] != '\n'))
			d->paste.data[i] = '\n';
	spell_bytes(&d->paste);
	cut = cut || d->paste.truncated;
	text_sanitise(&text, buf_str(&d->paste), d->paste.len);
	d->pasting = false;
	d->pasted(d->ctx, buf_str(&text), text.len, cut || text.truncated);
	buf_free(&d->paste);
	d->paste = (struct buf){0};
}

/* Adds bytes to the paste up to its end mark, of which s may have only the beginning. Returns the bytes taken. */
static size_t take_paste(struct decoder *d, const char *s, size_t len)
{
	const char *end = memmem(s, len, paste_end, PASTE_END_LEN);
	size_t n = end ? (size_t)(end - s) : len;

	if (!end)
		for (size_t k = PASTE_END_LEN - 1; k > 0; k--)
			if (k <= len && memcmp(s + len - k, paste_end, k) == 0) {
				n = len - k;
				break;
			}
	buf_add(&d->paste, s, n);
	if (!end)
		return n;
	end_paste(d);
	return n + PASTE_END_LEN;
}

static size_t take_next(struct decoder *d, const char *s, size_t len)
{
	size_t at = 0;

	while (at < len) {
		size_t n =
		    d->pasting ? take_paste(d, s + at, len - at) : take_key(d, s + at, len - at);
		if (n == 0)
			break;
		at += n;
	}
	return at;
}

/* Reports the key of a sequence whose ESC came so long before the rest that it was reported as Esc.
 * False: the bytes are something else. */
static bool take_late(struct decoder *d, const char *bytes, size_t len)
{
	if (len < 2 || (bytes[0] != '[' && bytes[0] != 'O') || sequence_length(bytes, len) != len)
		return false;
	const unsigned key = csi_key(bytes + 1, len - 1);

	give_key(d, key);
	return key != 0;
}

void decoder_feed(struct decoder *d, const char *bytes, size_t len)
{
	const bool late = d->escaped && !d->pasting && take_late(d, bytes, len);

	d->escaped = false;
	if (late)
		return;
	/* Ctrl-C alone ends a paste whose end mark got lost. */
	if (d->pasting && len == 1 && *bytes == CTRL_C) {
		d->len = 0;
		end_paste(d);
		return;
	}
	while (d->len && len) { /* complete the pending sequence byte by byte */
		if (d->len == sizeof d->pending)
			d->len = 0;
		d->pending[d->len++] = *bytes++;
		len--;
		size_t n = take_next(d, d->pending, d->len);
		d->len -= n;
		memmove(d->pending, d->pending + n, d->len);
	}
	size_t n = take_next(d, bytes, len);
	size_t left = len - n;
	if (left > sizeof d->pending)
		left = 0;
	memcpy(d->pending + d->len, bytes + n, left);
	d->len += left;
}

bool decoder_waits(const struct decoder *d)
{
	return d->len > 0 && !d->pasting;
}

void decoder_flush(struct decoder *d)
{
	const size_t len = d->len;
	const unsigned char second = (unsigned char)d->pending[1];
	const unsigned alt = second < 0x80 ? second : character_of(second);

	if (len == 0 || d->pasting)
		return;
	d->len = 0;
	/* The pending bytes are half a character of UTF-8. */
	for (size_t i = 0; i < len && d->pending[0] != ESC; i++)
		give_key(d, character_of((unsigned char)d->pending[i]));
	if (d->pending[0] != ESC)
		return;
	d->escaped = len == 1;
	give_key(d, len == 1 || second == ESC || !alt ? INPUT_ESC : 0);
	if (len == 2 && second == ESC)
		give_key(d, INPUT_ESC);
	else if (len == 2 && alt)
		give_key(d, INPUT_ALT | alt);
}

void decoder_free(struct decoder *d)
{
	buf_free(&d->paste);
}
