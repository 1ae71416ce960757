/* SPDX-License-Identifier: MIT
 * XML of strangers as values, read by expat: an element without elements in it is its text, another
 * one an object with a list of what it holds for each name. Attributes, comments and the prefixes of
 * names are left out. A document that declares entities or names others is refused before any of it is
 * read (XML 1.0, section 2.8: its DOCTYPE).
 */
#ifndef BASE_JSON_XML_H
#define BASE_JSON_XML_H

#include <jansson.h>

#include "base/error.h"

/* Returns {ROOT: [...]}; new reference. NULL: e says where it is no XML, or that expat is not there. */
json_t *xml_parse(const char *bytes, size_t len, struct error *e);
/* Returns the text of the first element of that name; borrowed; fallback: there is none. */
const char *xml_text(const json_t *element, const char *name, const char *fallback);
/* Returns the first of them that holds others; borrowed; NULL: there is none. */
json_t *xml_child(const json_t *element, const char *name);

struct buf;
/* Appends a text so that it is one in an element or an attribute; bytes XML cannot have are left out. */
void xml_escape(struct buf *out, const char *text);

#endif
