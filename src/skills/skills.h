/* SPDX-License-Identifier: MIT
 * Skills and custom commands, those of this program and of other agents: Markdown in folders of the
 * workspace, of the folders above it up to the top of the repository, and of the user. The model is
 * told the description of each skill and reads one when it needs it; a command is typed as /name.
 * Those of a workspace are used only if exactly this text was trusted (`agent config trust`).
 */
#ifndef SKILLS_SKILLS_H
#define SKILLS_SKILLS_H

#include <jansson.h>
#include <stdbool.h>
#include "base/core/buf.h"
#include "base/error.h"

struct tool;

/* How the text marks the places for arguments; each folder keeps the rules of the agent it was made
 * for. */
enum skill_words {
	WORDS_FROM_ZERO, /* $ARGUMENTS, $ARGUMENTS[N], $0 the first; !`command`, @file */
	WORDS_FROM_ONE,	 /* $1 the first, $@, ${1:-default}, ${@:2}, $NAME of NAME=value, $$ */
	WORDS_IN_BRACES, /* {{args}}, !{command}, @{file} */
};
extern const char *const skill_words_names[]; /* as config/skills.yaml has them */
struct skill {
	char *name, *description, *hint; /* (owned) hint: what arguments it takes; NULL: none */
	char *file;			 /* (owned) absolute path */
	enum skill_words words;
	bool is_skill;		  /* else a command */
	bool for_model, for_user; /* who may invoke it */
	bool fork;		  /* the model is told to hand it to a delegate */
	bool project;		  /* it is the workspace's */
	bool trusted;
	bool active; /* its text is in the conversation already */
};
struct skills {
	struct skill *list; /* (owned) one of each name: the first found */
	size_t count, cap;
	struct buf notices; /* problems with files, a line each */
};

/* Finds the skills and commands for a workspace (an absolute path). Never NULL. */
struct skills *skills_load(const char *workspace);
void skills_free(struct skills *s); /* NULL is accepted */
/* Returns the skill or command of this name if it is trusted, else NULL. s may be NULL. */
struct skill *skills_find(const struct skills *s, const char *name, size_t len);
/* Returns how many of the workspace's wait to be trusted. */
size_t skills_waiting(const struct skills *s);
/* Reads the file again and returns its text. NULL: e says why; also if it is not the trusted text
 * any more. Caller frees. */
char *skill_body(const struct skill *s, struct error *e);
/* Returns the folder that its file is in. Caller frees. */
char *skill_folder(const struct skill *s);
/* Returns what the model is told of the skills, "- name: description" each, in about this many
 * bytes: the descriptions are cut to equal shares, of at least 20 characters. "" if the model may
 * invoke none. Caller frees. */
char *skills_catalogue(const struct skills *s, size_t bytes);

/* skill_words.c: returns a text with the arguments put in, in one pass: what was put in is not
 * searched again. The commands and files that it names are appended to calls as {tool, arguments},
 * in their order, and the text refers to their results; calls NULL: they stay as written. Caller
 * frees. */
char *skill_fill(enum skill_words words, const char *body, const char *folder,
    const char *arguments, json_t *calls);

/* skill_tool.c: returns what the model is given when a skill or command is invoked: skill_fill of
 * its text, and of a skill its folder and files. NULL: e. Caller frees. */
char *skill_content(const struct skill *s, const char *arguments, json_t *calls, struct error *e);
extern const struct tool *const skill_tools[]; /* the tool that invokes one; ends with NULL */

#endif
