/*
 * Words and tables: the files of prompts/ and config/, embedded, each overridable by a file of the
 * same path below the user's config folder ($XDG_CONFIG_HOME/agent/prompts/system.md). {{name}} in
 * a prompt is replaced; an unknown name is an error in tests and left as it is at run time.
 */
#ifndef CONFIG_PROMPT_H
#define CONFIG_PROMPT_H

#include <jansson.h>
#include "base/problem.h"
#include "base/schema.h"
#include "base/yaml.h"

struct prompt_var {
	const char *name, *value;
};
char *prompt_text(const char *name /* "system", "tools/read_file" */, const struct prompt_var *vars,
    size_t count); /* owned; trailing newline removed; dies when there is none */

json_t *config_table(const char *name /* "providers.yaml" */,
    struct problems *problems); /* new reference; NULL after adding problems. What is not built in
				   is looked for in the user's folder only */
/* The same, but where the user's file has a mistake the built-in one stands in for it: `agent config
 * check` tells of it. New reference; dies when there is none. */
json_t *config_table_usable(const char *name);
/* As it is in the program, whatever the user's folder has. Dies when there is none. */
json_t *config_builtin(const char *name);
json_t *config_schema(
    const char *name /* "tools/read_file" */); /* embedded JSON schema, parsed once; borrowed; dies
						  when missing or broken */
/* Adds what a schema says against a value to problems, with its place in the file; `under` is the path
 * of the value in it ("$" for all of it). */
void config_violations(const struct violations *v, const char *under, const char *file,
    const struct yaml_marks *marks, struct problems *problems);
/* Where the value at a schema's path ("$.nodes[3].effort") stands; 0, 0: not known (marks NULL). */
struct mark config_place(const struct yaml_marks *marks, const char *path);
void config_forget(void); /* drops the parsed schemas: for tests */

#endif
