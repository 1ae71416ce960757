/* SPDX-License-Identifier: MIT
 * The text of an HTML page, with the marks of Markdown for headings, lists and links; robots.txt. Pure.
 */
#ifndef TOOLS_WEB_HTML_TEXT_H
#define TOOLS_WEB_HTML_TEXT_H

#include <jansson.h>
#include "base/core/buf.h"

/* Returns the part of config/html.yaml with this key; borrowed as long as the program runs. */
const json_t *html_table(const char *part);
/* Appends the text of an HTML page to out, up to out's limit, and the page's title to title (NULL: not wanted). The
 * text is a stranger's, and not made safe. */
void html_words(const char *html, size_t len, struct buf *title, struct buf *out);
/* Whether robots.txt lets a program of this name read a path (RFC 9309): of the rules in the groups for that name, or
 * if there are none in those for *, the longest that fits counts. */
bool robots_allow(const char *robots, size_t len, const char *name, const char *path);

#endif
