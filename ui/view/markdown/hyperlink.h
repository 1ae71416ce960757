/* SPDX-License-Identifier: MIT
 * Where words of a row lead. An address has a number for as long as the program runs; a style carries it
 * (STYLE_LINKED of lines.h), and the screen hands it to terminals that open addresses (OSC 8).
 */
#ifndef UI_VIEW_MARKDOWN_HYPERLINK_H
#define UI_VIEW_MARKDOWN_HYPERLINK_H

#include <stddef.h>
#include "ui/view/lines.h"

#define HYPERLINKS_MAX 4094 /* further addresses get no number, so their words are no link */

/* Returns the number of an http or https address, which may be any bytes of a stranger; 0: it is
 * none, is too long, or has bytes that no address has. */
unsigned hyperlink_web(const char *address, size_t len);
/* Returns the number of a file below a folder, named from there or in full; 0: it lies elsewhere.
 */
unsigned hyperlink_file(const char *folder, const char *path);
/* Returns the address of a number: printable ASCII that begins with http://, https:// or file://;
 * valid as long as the program runs. NULL: there is no such number. */
const char *hyperlink_address(unsigned number);

#endif
