/* SPDX-License-Identifier: MIT
 * The quick way of reading JSON, for json.c.
 */
#ifndef BASE_JSON_JSON_READ_H
#define BASE_JSON_JSON_READ_H

#include <jansson.h>
#include <stdbool.h>

/* Reads a document as jansson does with JSON_DECODE_ANY, and with JSON_REJECT_DUPLICATES where unique. New reference.
 * NULL: it is wrong, or not plain: jansson is to be asked. */
json_t *json_read(const char *bytes, size_t len, bool unique);

#endif
