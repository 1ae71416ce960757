/*
 * Text and attached files as HTML, for the page. All write to out and leave it to the caller to see
 * whether that failed (ferror).
 */
#ifndef UI_EXPORT_EXPORT_HTML_H
#define UI_EXPORT_EXPORT_HTML_H

#include <stddef.h>
#include <stdio.h>
#include "session/store/store.h"

/* Escapes the text, so that nothing of it is markup any more, in text and in quoted attributes. */
void html_text(FILE *out, const char *s, size_t len);
void html_string(FILE *out, const char *s);
/* An answer: Markdown without raw HTML; links to the web and mail only, images as their words. */
void html_markdown(FILE *out, const char *s, size_t len);

#endif
