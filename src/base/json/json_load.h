/* SPDX-License-Identifier: MIT */
#ifndef BASE_JSON_JSON_LOAD_H
#define BASE_JSON_JSON_LOAD_H

#include <jansson.h>

/* Parses one plain document as jansson does, in a fifth of the time. New reference; NULL: it is to be given to
 * jansson, which reads it or says what is wrong. */
json_t *json_load_plain(const char *bytes, size_t len);

#endif
