/* SPDX-License-Identifier: MIT
 * Untrusted XML as JSON, parsed by expat. An element without children becomes a string, its text; one with
 * children becomes an object with an array for each name of a child. Attributes, comments and the
 * prefixes of names are left out. A document with a DOCTYPE (XML 1.0, section 2.8) is refused, so that no
 * entities are expanded and no other files are read.
 */
#ifndef BASE_JSON_XML_H
#define BASE_JSON_XML_H

#include <jansson.h>

#include "base/error.h"

/* Returns {ROOT: [...]}; new reference. NULL: e has the line and the error, or says that expat is missing. */
json_t *xml_parse(const char *bytes, size_t len, struct error *e);
/* Returns the text of the first child of that name, borrowed; fallback if there is none or it has children. */
const char *xml_text(const json_t *element, const char *name, const char *fallback);
/* Returns the first child of that name that has children itself; borrowed; NULL: there is none. */
json_t *xml_child(const json_t *element, const char *name);

struct buf;
/* Appends text escaped for element content or a quoted attribute; control bytes XML forbids are dropped. */
void xml_escape(struct buf *out, const char *text);

#endif
