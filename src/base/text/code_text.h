/* SPDX-License-Identifier: MIT
 * Removes fenced blocks and code spans (CommonMark 4.5 and 6.1) from a Markdown text, for code that looks
 * for marks in the prose around them.
 */
#ifndef BASE_TEXT_CODE_TEXT_H
#define BASE_TEXT_CODE_TEXT_H

/* Returns a copy with a blank for each byte of code, fences and backticks included; line ends stay, so
 * offsets are the same as in text. Caller frees. */
char *text_without_code(const char *text);

#endif
