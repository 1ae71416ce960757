/* SPDX-License-Identifier: MIT
 * What a file is by its first bytes, and how large its picture is: the kinds that models take. The bytes
 * are a stranger's.
 */
#ifndef LLM_MODEL_MEDIA_H
#define LLM_MODEL_MEDIA_H

#include <stdbool.h>
#include <stddef.h>

struct media {
	const char *type;  /* "image/png"; constant */
	int width, height; /* pixels; 0: of a document */
};
/* Reads what the file is. False: none of the kinds, or its head is broken. */
bool media_read(const void *data, size_t len, struct media *out);
bool media_named(const char *path);    /* whether the name's ending is that of a kind */
bool media_is_image(const char *type); /* else it is a document */
bool media_is_known(const char *type); /* whether media_read may return it */

#endif
