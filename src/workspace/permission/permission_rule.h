/* SPDX-License-Identifier: MIT
 * A permission rule: what it does (allow, ask, deny, or the mark "destructive") and what it is
 * about. Everything it names must match. A command is named by its first words, a path by a glob,
 * both or more by a regular expression. Private to src/workspace.
 */
#ifndef WORKSPACE_PERMISSION_PERMISSION_RULE_H
#define WORKSPACE_PERMISSION_PERMISSION_RULE_H

#include "base/core/buf.h"
#include "workspace/permission/permission.h"
#include "workspace/shell/shell.h"

enum rule_effect { RULE_ALLOW, RULE_ASK, RULE_DENY, RULE_MARK };
/* MAYBE: what decides is known only when the command runs. A rule never allows by it. */
enum rule_match { MATCH_NO, MATCH_MAYBE, MATCH_YES };

struct rule {
	enum rule_effect effect;
	bool any_class;
	bool network; /* it is only about commands that ask for the network */
	enum tool_class class;
	char *tool, *path, *host, *pattern; /* (owned) or NULL */
	struct shell_words command;	    /* none: any */
	struct regex *regex;		    /* (owned) of pattern, made when it is first needed */
	char *text;			    /* (owned) "deny command 'git push'" */
	char *place;			    /* (owned) "agent.yaml:12" */
};
struct rules {
	struct rule *list; /* (owned) */
	size_t count;
};

#define SUBJECT_PATHS 2
/* What is matched with a rule: a call, or one part of a command line. */
struct subject {
	enum tool_class class;
	const char *tool;
	const char *paths[SUBJECT_PATHS];    /* (borrowed) names of one file; NULL ends them */
	char *names[SUBJECT_PATHS];	     /* (owned) those of paths that subject_paths made */
	const char *host;		     /* (borrowed) of the request; NULL: none, or unknown */
	const struct shell_command *command; /* NULL: no command, or an unknown one */
	const char *line;		     /* the whole command line, or NULL */
	bool network;			     /* it asks the sandbox for the network */
	bool unclear;			     /* not all of it is known */
	bool moved; /* relative names are unknown: the line changes folders */
	const struct workspace *workspace; /* what the command's names are relative to, or NULL */
};

/* Returns the rules of a setting, a list of maps, or of patterns that mark what is destructive.
 * name: of the setting. Free with rules_free. */
struct rules rules_load(const struct settings *s, const char *name);
void rules_free(struct rules *rules);
/* Whether everything the rule names matches the subject. Compiles its pattern on first use. */
enum rule_match rule_match(struct rule *r, const struct subject *s);
/* Whether this rule would allow the command, but for an option that config/commands.yaml does not
 * list, which is appended to `why`. */
bool rule_falls_short(const struct rule *r, const struct subject *s, struct buf *why);

/* Whether the glob matches the path or a folder above it. */
bool path_covered(const char *glob, const char *path);
/* Whether a command begins with exactly the words of a prefix, as for a rule that allows. */
bool command_begins(const struct shell_command *c, const struct shell_words *prefix);
/* Returns the assignments and words of a command with blanks between them. Caller frees. */
char *command_text(const struct shell_command *c);

#endif
