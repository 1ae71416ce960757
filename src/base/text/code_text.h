/* SPDX-License-Identifier: MIT
 * Which bytes of a Markdown text are code, for whoever reads marks in the words around it: fenced
 * blocks and code spans (CommonMark 4.5 and 6.1).
 */
#ifndef BASE_TEXT_CODE_TEXT_H
#define BASE_TEXT_CODE_TEXT_H

/* The text with a blank for each byte of code, fences and backticks included; line ends stay, so
 * every byte is where it was. Owned by the caller. */
char *text_without_code(const char *text);

#endif
