/* SPDX-License-Identifier: MIT
 * The files of config/ and prompts/ as they were at build time. Names are paths:
 * "prompts/tools/read_file.md". Everything lives as long as the program.
 */
#ifndef BASE_EMBED_H
#define BASE_EMBED_H

#include <stddef.h>

struct embed {
	const char *name;
	const char *data; /* NUL-terminated */
	size_t len;
	const char *value; /* of a YAML or JSON file: what it says, for json_binary_read; else "" */
};
extern const struct embed embed_files[]; /* sorted by name */
extern const size_t embed_count;

const struct embed *embed_find(const char *name); /* NULL: there is no such file */

#endif
