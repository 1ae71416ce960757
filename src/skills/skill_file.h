/* SPDX-License-Identifier: MIT
 * A Markdown file with frontmatter (YAML between two lines of ---), as skills and custom commands are written, or
 * a TOML file with the words under `prompt`.
 */
#ifndef SKILLS_SKILL_FILE_H
#define SKILLS_SKILL_FILE_H

#include <jansson.h>
#include "base/core/buf.h"
#include "base/error.h"

struct skill_file {
	json_t *head; /* (owned) an object: what the frontmatter says */
	char *body;   /* (owned) safe text */
};

/* Reads Markdown; a value with an unquoted ": " is taken as text. False: e, and nothing is to be freed. */
bool skill_file_markdown(const char *bytes, size_t len, struct skill_file *out, struct error *e);
bool skill_file_toml(const char *bytes, size_t len, struct skill_file *out, struct error *e);
void skill_file_free(struct skill_file *f);

/* Appends what the rules of skills say against the head of a skill in a folder of this name, a clause each. False:
 * it cannot be used. */
bool skill_file_check(const json_t *head, const char *folder, struct buf *why);

#endif
