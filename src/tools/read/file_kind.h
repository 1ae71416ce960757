/*
 * What a binary file is, by its first bytes: so that the model hears "PNG image" and not noise.
 */
#ifndef TOOLS_READ_FILE_KIND_H
#define TOOLS_READ_FILE_KIND_H

#include <stddef.h>

/* The kind in words, a static string; "data" when it is none of the known. */
const char *file_kind(const char *bytes, size_t len);

#endif
