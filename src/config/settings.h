/* SPDX-License-Identifier: MIT
 * Settings: one typed table (settings_table, in settings_table.c) of every key the program knows:
 * name, type, range, choices, unit, trust. Its defaults are config/default.yaml. Layers override
 * those before them: enum setting_layer. Values are read by dotted name; asking for an unknown name
 * or the wrong type is a bug and dies.
 *
 * Here: the table of settings and their layers, values from the user and the workspace with their
 * trust, prompts and their variables, and settings written back to a file.
 * Not here: words, numbers and tables themselves (config/, prompts/), parsing of YAML (base/yaml),
 * commands that show settings (src/cli).
 */
#ifndef CONFIG_SETTINGS_H
#define CONFIG_SETTINGS_H

#include <jansson.h>
#include <stdio.h>
#include "base/error.h"

enum setting_type {
	SETTING_STRING,
	SETTING_INT,
	SETTING_NUMBER,
	SETTING_BOOL,
	SETTING_CHOICE,
	SETTING_STRINGS,
	SETTING_TABLE,
	SETTING_MAPS, /* a list of mappings */
};
enum setting_flag {
	/* Taken from a workspace's file only if the workspace is trusted: the setting runs
	 * commands, widens permissions or sends secrets. */
	SETTING_TRUSTED = 1,
	SETTING_NULLABLE = 2,  /* may be null: unset */
	SETTING_HIDDEN = 4,    /* values may be secrets: `agent config show` prints names only */
	SETTING_USER_ONLY = 8, /* never taken from a workspace file, trusted or not */
	SETTING_ADDS =
	    16, /* of a list: a layer's items are appended to those of the layers before it */
	/* read anew at each use, so /config can change it while the program runs */
	SETTING_LIVE = 32,
};
enum setting_check { /* what a string, or each string of a list, must be besides its length */
	CHECK_NONE,
	CHECK_URL, /* http:// or https:// */
	/* Name of an environment variable. Never shown in a message: somebody may have put a key
	 * there. */
	CHECK_VARIABLE,
	CHECK_REGEX,  /* a PCRE2 pattern; of SETTING_MAPS: each member named "pattern" is one */
	CHECK_FOLDER, /* an absolute path, or ~ or one that begins with ~/ */
	CHECK_WORDS,  /* one of `words` */
};
struct setting {
	const char *name; /* dotted */
	enum setting_type type;
	/* Bounds of a number, of a string's length in code points, of a list's number of items
	 * (only max). Both 0: none. */
	double min, max;
	const char *choices;	 /* "auto|openai|offline" */
	const char *environment; /* variable that sets it; NULL: none */
	int flags;		 /* of enum setting_flag */
	/* The config_schema of a SETTING_TABLE, or of each of SETTING_MAPS; NULL: any mapping. */
	const char *schema;
	enum setting_check check;
	const char *words; /* of CHECK_WORDS: "on_error|at_end" */
};
extern const struct setting settings_table[]; /* sorted by name */
extern const size_t settings_count;

struct settings_request {      /* all strings are (borrowed for the call) */
	const char *workspace; /* absolute path */
	const char *only_file; /* --config; NULL: the user's and the workspace's files */
	/* "key=value" of the command line, ended by NULL; NULL: none. */
	const char *const *assignments;
	/* only the defaults are read, since a parent process sends the values in force */
	bool bare;
	/* treat the workspace as trusted: `config trust` shows what that would change */
	bool trust;
};
struct settings;
/* Reads all layers. Returns NULL if any has a problem: all problems of all files are added to
 * `problems`. Freed by settings_free, which accepts NULL. */
struct settings *settings_load(const struct settings_request *request, struct problems *problems);
void settings_free(struct settings *s);
/* Return the path of the user's agent.yaml, which need not exist, and that of the workspace's, NULL
 * if it has none. Caller frees. */
char *settings_user_file(void);
char *settings_workspace_file(const char *workspace);
/* Prints every problem, one line each; returns the exit code: 2 when all of them are on the command
 * line, else 78. */
int settings_complain(const struct problems *problems, FILE *out);
/* settings_profile_file returns the path of a profile, which need not exist; NULL: e says that this
 * is no name for one. Caller frees. settings_profile reads it and returns {setting: value}; new
 * reference, NULL: e says what is wrong. */
char *settings_profile_file(const char *name, struct error *e);
json_t *settings_profile(const char *name, struct error *e);
const struct setting *setting_find(const char *name); /* returns its row; NULL: unknown */
/* Whether key is the setting's name or the section it is in, as "limits" is of "limits.wall_s";
 * true for NULL. */
bool setting_is_in(const struct setting *row, const char *key);

/* Return the value in force, by dotted name. Strings and JSON are borrowed until the setting
 * changes. setting_string also reads a choice, setting_number also an integer, setting_json any
 * type. */
const char *setting_string(const struct settings *s, const char *name); /* NULL when null */
int64_t setting_int(const struct settings *s, const char *name);	/* 0 when null */
double setting_number(const struct settings *s, const char *name);	/* NAN when null */
bool setting_bool(const struct settings *s, const char *name);
const json_t *setting_json(const struct settings *s, const char *name);

/* What set a value. A later layer overrides those before it. */
enum setting_layer {
	SETTING_DEFAULTS,
	SETTING_USER,
	SETTING_WORKSPACE,
	SETTING_PROFILE, /* the user's profiles/NAME.yaml, if `profile` names one */
	SETTING_ENVIRONMENT,
	SETTING_COMMAND_LINE,
	SETTING_SESSION, /* set by setting_change */
};
enum setting_layer setting_layer(const struct settings *s, const char *name);
/* Whether the value was given for this run alone: by the environment or on the command line. */
bool setting_of_start(const struct settings *s, const char *name);
/* Return what set a value, for people: "default", "FILE:LINE", "environment AGENT_MODEL", "command
 * line" or "session"; and what set one item of SETTING_MAPS. Borrowed until the setting changes. */
const char *setting_source(const struct settings *s, const char *name);
const char *setting_item_source(const struct settings *s, const char *name, size_t item);
/* Returns what was not applied of the workspace's file, because it is not trusted or only the user
 * may set it: an array of {file, line, key}. Borrowed. */
const json_t *settings_ignored(const struct settings *s);
enum trust {
	TRUST_NONE,    /* the user's file does not name this folder */
	TRUST_CHANGED, /* it names the folder, whose agent.yaml is another than the one trusted */
	TRUST_HOLDS,   /* it names the folder, whose agent.yaml is as it was trusted, or absent */
};
enum trust settings_trust(const struct settings *s);
/* Returns the text of the workspace's agent.yaml as it was read, *len in bytes; NULL if there is
 * none. Borrowed. */
const char *settings_workspace_text(const struct settings *s, size_t *len);
/* Returns every setting that a layer above the defaults set, {name: value}, to be passed to a child
 * process. Settings that are the user's only (SETTING_USER_ONLY) are left out. New reference. */
json_t *settings_changed(const struct settings *s);
/* Changes one value for this session, checked like any other (/model, /approve, ...). Steals value.
 * False: e says why, and the old value stays. */
bool setting_change(struct settings *s, const char *name, json_t *value, struct error *e);

#endif
