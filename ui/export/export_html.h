/* SPDX-License-Identifier: MIT
 * Text, code and Markdown as HTML, for the exported page. All write to out; the caller checks
 * ferror.
 */
#ifndef UI_EXPORT_EXPORT_HTML_H
#define UI_EXPORT_EXPORT_HTML_H

#include <stddef.h>
#include <stdio.h>
#include "session/store/store.h"
#include "ui/view/markdown/highlight.h"

/* Write text escaped, so that none of it is markup, neither in text nor in quoted attributes. */
void html_text(FILE *out, const char *s, size_t len);
void html_string(FILE *out, const char *s);
/* Writes a line of code, with spans of the classes comment, string, keyword and number. h: the
 * language, and the state that goes from line to line. */
void html_code(FILE *out, struct highlight *h, const char *s, size_t len);
/* Writes Markdown (an answer) as HTML: raw HTML as text, links only to the web and mail, images as
 * their words. */
void html_markdown(FILE *out, const char *s, size_t len);

#endif
