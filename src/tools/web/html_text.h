/* SPDX-License-Identifier: MIT
 * What a page says, as plain text with the marks of Markdown for headings, lists and links. Pure.
 */
#ifndef TOOLS_WEB_HTML_TEXT_H
#define TOOLS_WEB_HTML_TEXT_H

#include <jansson.h>
#include "base/core/buf.h"

/* Returns a part of config/html.yaml; borrowed. */
const json_t *html_table(const char *part);
/* Appends the words of a page, bytes of a stranger; at most out's ceiling. title gets the page's own; NULL: nobody
 * wants it. The bytes are not made safe. */
void html_words(const char *html, size_t len, struct buf *title, struct buf *out);
/* Whether robots.txt lets a program of this name read a path (RFC 9309): of the rules of its groups, else of those for
 * all, the longest that fits counts. */
bool robots_allow(const char *robots, size_t len, const char *name, const char *path);

#endif
