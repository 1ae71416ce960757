/* SPDX-License-Identifier: MIT
 * Reads the files of skills and custom commands: Markdown with frontmatter (YAML between two lines
 * of ---), or TOML with the text under `prompt`.
 */
#ifndef SKILLS_SKILL_FILE_H
#define SKILLS_SKILL_FILE_H

#include <jansson.h>
#include "base/core/buf.h"
#include "base/error.h"

struct skill_file {
	json_t *head; /* (owned) an object: what the frontmatter says */
	char *body;   /* (owned) the text, sanitised */
};

/* Read a file from its bytes; in frontmatter a value with an unquoted ": " is taken as text. False:
 * e says why, and out is not set. */
bool skill_file_markdown(const char *bytes, size_t len, struct skill_file *out, struct error *e);
bool skill_file_toml(const char *bytes, size_t len, struct skill_file *out, struct error *e);
void skill_file_free(struct skill_file *f);

/* Appends to why each rule of the specification that a skill's head breaks, a clause each; folder:
 * the name of the skill's folder. Returns false if the skill cannot be used, for it has no
 * description. */
bool skill_file_check(const json_t *head, const char *folder, struct buf *why);

#endif
