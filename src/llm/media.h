/*
 * What a file is by its first bytes, and how large its picture is: the kinds that models take. The bytes
 * are a stranger's.
 */
#ifndef LLM_MEDIA_H
#define LLM_MEDIA_H

#include <stdbool.h>
#include <stddef.h>

struct media {
	const char *type;  /* "image/png"; constant */
	int width, height; /* pixels; 0: of a document */
};
/* False: none of them, or its head is broken. */
bool media_read(const void *data, size_t len, struct media *out);
/* A path that names one by its ending. */
bool media_named(const char *path);
bool media_is_image(const char *type);
bool media_is_known(const char *type); /* one that media_read gives */

#endif
