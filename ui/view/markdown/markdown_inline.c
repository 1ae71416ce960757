/* SPDX-License-Identifier: MIT
 * Turns md4c's attributes of links and its entities into text.
 */
#include "ui/view/markdown/markdown_inline.h"

#include "base/base.h"
#include "ui/view/markdown/hyperlink.h"

const MD_ATTRIBUTE *link_address(MD_SPANTYPE type, const void *detail)
{
	return type == MD_SPAN_A     ? &((const MD_SPAN_A_DETAIL *)detail)->href
	       : type == MD_SPAN_IMG ? &((const MD_SPAN_IMG_DETAIL *)detail)->src
				     : NULL;
}

unsigned link_number(const MD_ATTRIBUTE *to)
{
	auto_buf address = BUF_INIT;
	bool plain = to->size > 0;

	for (size_t i = 0; plain && to->substr_offsets[i] < to->size; i++) {
		const char *part = to->text + to->substr_offsets[i];
		const size_t len = to->substr_offsets[i + 1] - to->substr_offsets[i];
		const bool amp = len == 5 && memcmp(part, "&amp;", 5) == 0;

		plain = to->substr_types[i] == MD_TEXT_NORMAL ||
			(to->substr_types[i] == MD_TEXT_ENTITY && amp);
		buf_add(&address, part, to->substr_types[i] == MD_TEXT_ENTITY ? 1 : len);
	}
	return plain ? hyperlink_web(buf_str(&address), address.len) : 0;
}

bool link_is_shown(const MD_ATTRIBUTE *to, const char *text, size_t len)
{
	const size_t before = len <= to->size ? to->size - len : 0;
	size_t i = 0;

	while (i < before && ((to->text[i] | 0x20) >= 'a' && (to->text[i] | 0x20) <= 'z'))
		i++;
	/* What stands before the text may be the scheme of an address, "https://". */
	const bool scheme = before == 0 || (i + 1 == before && to->text[i] == ':') ||
			    (i + 3 == before && memcmp(to->text + i, "://", 3) == 0);
	return to->size == 0 ||
	       (len && len <= to->size && scheme && memcmp(to->text + before, text, len) == 0);
}

static const struct {
	const char *name, *text;
} entities[] = {{"&amp;", "&"}, {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&apos;", "'"},
    {"&nbsp;", " "}, {"&copy;", "©"}, {"&hellip;", "…"}, {"&mdash;", "—"}, {"&ndash;", "–"},
    {"&rarr;", "→"}, {"&larr;", "←"}, {"&times;", "×"}, {"&middot;", "·"}};

void entity_add(struct lines *out, enum style style, const char *s, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(entities); i++) {
		if (strlen(entities[i].name) == len && memcmp(entities[i].name, s, len) == 0) {
			lines_adds(out, style, entities[i].text);
			return;
		}
	}
	auto_buf safe = BUF_INIT;
	char bytes[4];
	bool hex = len > 3 && (s[2] == 'x' || s[2] == 'X');
	long cp = len > 3 && s[1] == '#' ? strtol(s + (hex ? 3 : 2), NULL, hex ? 16 : 10) : 0;
	int n = cp > 0 && cp < 0x110000 ? utf8_encode((uint32_t)cp, bytes) : 0;
	text_sanitise(&safe, n > 0 ? bytes : s, n > 0 ? (size_t)n : len);
	if (!memchr(buf_str(&safe), '\n', safe.len))
		lines_add(out, style, buf_str(&safe), safe.len);
}
