/* SPDX-License-Identifier: MIT
 * Prompts and tables: the files of prompts/ and config/, embedded, each overridable by a file of
 * the same path below the user's config folder ($XDG_CONFIG_HOME/agent/prompts/system.md). {{name}}
 * in a prompt is replaced; an unknown name is an error in tests and left as it is at run time.
 */
#ifndef CONFIG_PROMPT_H
#define CONFIG_PROMPT_H

#include <jansson.h>
#include "base/error.h"
#include "base/json/schema.h"
#include "base/yaml/yaml.h"

struct prompt_var {
	const char *name, *value; /* (borrowed for the call) */
};
/* Returns the prompt of this name ("system", "tools/read_file") with its variables replaced and
 * trailing newlines removed. The caller frees it. Dies when there is no such prompt; a user's file
 * that cannot be read is logged and the built-in one taken. */
char *prompt_text(const char *name, const struct prompt_var *vars, size_t count);
/* prompt_text with variables as they are written here, {"name", value} each. */
#define prompt_with(name, ...) prompt_text(name, PROMPT_VARS(__VA_ARGS__))
/* The variables and their count: two arguments. */
#define PROMPT_VARS(...) \
	(const struct prompt_var[]){__VA_ARGS__}, \
	    sizeof((const struct prompt_var[]){__VA_ARGS__}) / sizeof(struct prompt_var)

/* Returns the text with each {{name}} replaced by the string of that name in `values`. Caller
 * frees. */
char *prompt_fill(const char *text, const json_t *values);

/* Returns the table of this name ("providers.yaml"), checked against its schema. New reference;
 * NULL after adding what is wrong to problems. One that is not built in is looked for in the user's
 * folder only. */
json_t *config_table(const char *name, struct problems *problems);
/* Returns the table as config_table does, or the built-in one if the user's file has a mistake
 * (which `agent config check` reports). New reference; dies if none is built in. */
json_t *config_table_usable(const char *name);
/* Returns the table as it is in the program, whatever the user's folder has. New reference; dies
 * when there is none. */
json_t *config_builtin(const char *name);
/* Returns the embedded JSON schema of this name ("tools/read_file"), parsed once. Borrowed until
 * config_forget; dies when there is none. */
json_t *config_schema(const char *name);
/* Adds violations of a schema to problems, each with its place in the file; `under`: the path of
 * the checked value in it ("$" for all of it). */
void config_violations(const struct violations *v, const char *under, const char *file,
    const struct yaml_marks *marks, struct problems *problems);
/* Finds where the value at a schema's path ("$.nodes[3].effort") stands, line and column from 1; 0,
 * 0: not known. marks may be NULL. */
struct mark config_place(const struct yaml_marks *marks, const char *path);
void config_forget(void); /* drops the parsed schemas: for tests */

#endif
