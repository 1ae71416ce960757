/* SPDX-License-Identifier: MIT
 * Reads the links and entities that md4c reports, for the screen.
 */
#ifndef UI_VIEW_MARKDOWN_MARKDOWN_INLINE_H
#define UI_VIEW_MARKDOWN_MARKDOWN_INLINE_H

#include <md4c.h>

#include "ui/view/lines.h"

/* Returns where a span leads, borrowed from its detail; NULL: it is neither a link nor an image. */
const MD_ATTRIBUTE *link_address(MD_SPANTYPE type, const void *detail);
/* Returns the number by which a style leads to an address (STYLE_LINK_TO); 0: none, as for an
 * address with an entity other than &amp;. */
unsigned link_number(const MD_ATTRIBUTE *to);
/* Whether the text of a link is its address but for the scheme, or there is no address to show. */
bool link_is_shown(const MD_ATTRIBUTE *to, const char *text, size_t len);
/* Appends the characters of an entity; one that is not known stands as it was written. */
void entity_add(struct lines *out, enum style style, const char *s, size_t len);

#endif
