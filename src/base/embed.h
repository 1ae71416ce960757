/* SPDX-License-Identifier: MIT
 * The files of config/ and prompts/, embedded at build time. Names are paths:
 * "prompts/tools/read_file.md". All of it is static.
 */
#ifndef BASE_EMBED_H
#define BASE_EMBED_H

#include <stddef.h>

struct embed {
	const char *name;
	const char *data; /* NUL-terminated */
	size_t len;
	const char *value; /* a YAML or JSON file's parsed value, for json_binary_read; else "" */
};
extern const struct embed embed_files[]; /* sorted by name */
extern const size_t embed_count;

const struct embed *embed_find(const char *name); /* returns NULL if there is no such file */

#endif
