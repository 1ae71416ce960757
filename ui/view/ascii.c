/*
 * The ASCII spellings of characters, in the order of their code points.
 */
#include "ui/view/ascii.h"

#include <stddef.h>
#include "base/text/utf8.h"

static const struct ascii spellings[] = {
    {0xa0, " ", ' '},
    {0xb7, "-", '-'},
    {0xd7, "x", 'x'},
    {0x2013, "-", '-'},
    {0x2014, "-", '-'},
    {0x2018, "'", '\''},
    {0x2019, "'", '\''},
    {0x201c, "\"", '"'},
    {0x201d, "\"", '"'},
    {0x2022, "*", '*'},
    {0x2026, "...", '~'},
    {0x2190, "<-", '<'},
    {0x2192, "->", '>'},
    {0x25b8, "[>]", '>'},
    {0x2713, "[x]", 'x'},
    {0x2714, "[x]", 'x'},
    {0x2718, "[!]", '!'},
};

const struct ascii *ascii_find(uint32_t cp)
{
	for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
		if (spellings[i].cp == cp)
			return &spellings[i];
	return NULL;
}

void ascii_text(struct buf *out, const char *s, size_t len)
{
	for (size_t i = 0; i < len;) {
		uint32_t cp = 0;
		int n = utf8_decode(s + i, len - i, &cp, NULL);
		if (n == 1)
			buf_addc(out, s[i]);
		else
			buf_adds(out, ascii_find(cp) ? ascii_find(cp)->word : "?");
		i += n > 0 ? (size_t)n : 1;
	}
}
