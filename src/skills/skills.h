/* SPDX-License-Identifier: MIT
 * Skills and custom commands, those of this program and of other agents: Markdown in folders of the workspace, of
 * the folders above it up to the top of the repository, and of the user. A skill is told to the model by its
 * description and read when it is needed; a command is typed as /name. Those of a workspace count when this very
 * text was trusted (`agent config trust`).
 */
#ifndef SKILLS_SKILLS_H
#define SKILLS_SKILLS_H

#include <jansson.h>
#include <stdbool.h>
#include "base/core/buf.h"
#include "base/error.h"

struct tool;

/* How the arguments are put into the words; each folder keeps the rules of the agent it was made for. */
enum skill_words {
	WORDS_FROM_ZERO, /* $ARGUMENTS, $ARGUMENTS[N], $0 the first; !`command`, @file */
	WORDS_FROM_ONE,	 /* $1 the first, $@, ${1:-default}, ${@:2}, $NAME of NAME=value, $$ */
	WORDS_IN_BRACES, /* {{args}}, !{command}, @{file} */
};
extern const char *const skill_words_names[]; /* as config/skills.yaml has them */
struct skill {
	char *name, *description, *hint; /* (owned) hint: of its arguments; NULL: none */
	char *file;			 /* (owned) absolute path */
	enum skill_words words;
	bool is_skill;		  /* else a command */
	bool for_model, for_user; /* who may call it up */
	bool fork;		  /* it is carried out by a delegate */
	bool project;		  /* of the workspace */
	bool trusted;
	bool active; /* the model has its words */
};
struct skills {
	struct skill *list; /* (owned) what comes first goes before what has its name */
	size_t count, cap;
	struct buf notices; /* what is wrong, a line each */
};

/* Never NULL. workspace: absolute path. */
struct skills *skills_load(const char *workspace);
void skills_free(struct skills *s); /* NULL is accepted */
/* Returns the trusted one of this name; NULL: there is none. s may be NULL. */
struct skill *skills_find(const struct skills *s, const char *name, size_t len);
/* Returns how many of the workspace are not trusted. */
size_t skills_waiting(const struct skills *s);
/* Returns the words as the file has them now. Owned; NULL: e, also where the text is not the
 * trusted one any more. */
char *skill_body(const struct skill *s, struct error *e);
/* Returns its folder, owned; of a command the folder it lies in. */
char *skill_folder(const struct skill *s);
/* Returns the lines of the head, "- name: description", in at most this many bytes: descriptions
 * are cut alike. "" where the model may call up none. Owned. */
char *skills_catalogue(const struct skills *s, size_t bytes);

/* skill_words.c: the words with the arguments put in. Commands and files they name are appended to calls as
 * {tool, arguments}, in their order, and referred to; nothing that was put in is looked at again. Owned. */
char *skill_fill(enum skill_words words, const char *body, const char *folder,
    const char *arguments, json_t *calls);

/* skill_tool.c: what a model is told of a skill, and the tool by which it asks. Owned; NULL: e. */
char *skill_content(const struct skill *s, const char *arguments, json_t *calls, struct error *e);
extern const struct tool *const skill_tools[];

#endif
