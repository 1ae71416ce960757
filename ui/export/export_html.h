/* SPDX-License-Identifier: MIT
 * Text and attached files as HTML, for the page. All write to out and leave it to the caller to see
 * whether that failed (ferror).
 */
#ifndef UI_EXPORT_EXPORT_HTML_H
#define UI_EXPORT_EXPORT_HTML_H

#include <stddef.h>
#include <stdio.h>
#include "session/store/store.h"
#include "ui/view/markdown/highlight.h"

/* Escapes the text, so that nothing of it is markup any more, in text and in quoted attributes. */
void html_text(FILE *out, const char *s, size_t len);
void html_string(FILE *out, const char *s);
/* A line of code, what is special in it in spans of the class comment, string, keyword or number. */
void html_code(FILE *out, struct highlight *h, const char *s, size_t len);
/* An answer: Markdown without raw HTML; links to the web and mail only, images as their words. */
void html_markdown(FILE *out, const char *s, size_t len);

#endif
