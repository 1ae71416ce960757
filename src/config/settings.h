/* SPDX-License-Identifier: MIT
 * Settings: one typed table (settings_table, in settings_table.c) of every key the program knows:
 * name, type, range, choices, unit, trust. Its defaults are config/default.yaml. Layers, later
 * wins: defaults, the user's agent.yaml, the workspace's, environment, command line. Values are
 * read by dotted name; asking for an unknown name or the wrong type is a bug and dies.
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
	/* Taken from a workspace file only where that is trusted: it runs commands, widens permissions
	 * or sends secrets. */
	SETTING_TRUSTED = 1,
	SETTING_NULLABLE = 2,  /* may be null: unset */
	SETTING_HIDDEN = 4,    /* values may be secrets: `agent config show` prints names only */
	SETTING_USER_ONLY = 8, /* never taken from a workspace file, trusted or not */
	SETTING_ADDS =
	    16, /* of a list: each layer's items come behind those of the layers before */
	SETTING_LIVE = 32, /* the screen reads it whenever it counts: /config changes it */
};
enum setting_check { /* what a string, or each of several, must be beyond its length */
	CHECK_NONE,
	CHECK_URL, /* http:// or https:// */
	CHECK_VARIABLE, /* name of an environment variable; never repeated: somebody may have put a key */
	CHECK_REGEX,  /* PCRE2; of SETTING_MAPS: what is named "pattern" */
	CHECK_FOLDER, /* absolute, or from ~/ */
	CHECK_WORDS,  /* one of `words` */
};
struct setting {
	const char *name; /* dotted */
	enum setting_type type;
	/* Of a number; of a string its length in code points; of a list its items. Both 0: no bounds. */
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

struct settings_request {      /* all (borrowed for the call) */
	const char *workspace; /* absolute path */
	const char *only_file; /* --config; NULL: the user's and the workspace's files */
	/* "key=value" of the command line, ended by NULL; NULL: none. */
	const char *const *assignments;
	bool bare;  /* defaults only: what holds comes from a parent process */
	bool trust; /* as if the workspace were trusted: what `config trust` shows */
};
struct settings;
/* Reads all layers. NULL: problems tell everything that is wrong, in all files; never half loaded.
 * Ended by settings_free, which accepts NULL. */
struct settings *settings_load(const struct settings_request *request, struct problems *problems);
void settings_free(struct settings *s);
/* Where the user's agent.yaml is or would be, and where the workspace's is, NULL when it has none.
 * The caller frees them. */
char *settings_user_file(void);
char *settings_workspace_file(const char *workspace);
/* Prints every problem, one line each; returns the exit code: 2 when all of them are on the command
 * line, else 78. */
int settings_complain(const struct problems *problems, FILE *out);
/* Where a profile of that name is or would be: its settings as agent.yaml has them. The caller frees it; NULL: e says
 * that it is no name. And what it sets, by name; new reference, NULL: e says what is wrong. */
char *settings_profile_file(const char *name, struct error *e);
json_t *settings_profile(const char *name, struct error *e);
const struct setting *setting_find(const char *name); /* its row of the table; NULL: unknown */
/* Whether key names the setting or a part it is in, as "limits" does "limits.wall_s"; NULL: true. */
bool setting_is_in(const struct setting *row, const char *key);

/* The value that holds, by dotted name. Strings and JSON are borrowed until the setting changes.
 * setting_string also reads a choice, setting_number also an integer, setting_json any type. */
const char *setting_string(const struct settings *s, const char *name); /* NULL when null */
int64_t setting_int(const struct settings *s, const char *name);	/* 0 when null */
double setting_number(const struct settings *s, const char *name);	/* NAN when null */
bool setting_bool(const struct settings *s, const char *name);
const json_t *setting_json(const struct settings *s, const char *name);

/* What set a value: each of these goes before those above it. */
enum setting_layer {
	SETTING_DEFAULTS,
	SETTING_USER,
	SETTING_WORKSPACE,
	SETTING_PROFILE, /* profiles/NAME.yaml of the user's, where `profile` names one */
	SETTING_ENVIRONMENT,
	SETTING_COMMAND_LINE,
	SETTING_SESSION, /* setting_change */
};
enum setting_layer setting_layer(const struct settings *s, const char *name);
/* Whether it was given with this start alone: by the environment or on the command line. */
bool setting_of_start(const struct settings *s, const char *name);
/* What set it, for people: "default", "FILE:LINE", "environment AGENT_MODEL", "command line" or
 * "session"; and what set one item of SETTING_MAPS. Borrowed until the setting changes. */
const char *setting_source(const struct settings *s, const char *name);
const char *setting_item_source(const struct settings *s, const char *name, size_t item);
/* Returns what an untrusted workspace set in vain: an array of {file, line, key}. Borrowed. */
const json_t *settings_ignored(const struct settings *s);
enum trust {
	TRUST_NONE,    /* the user's file does not name this folder */
	TRUST_CHANGED, /* it does, but the folder's agent.yaml is another than the one trusted */
	TRUST_HOLDS,   /* it does, and agent.yaml is as it was trusted, or there is none */
};
enum trust settings_trust(const struct settings *s);
/* Text of the workspace's agent.yaml as it was read, *len in bytes; NULL when it has none. Borrowed. */
const char *settings_workspace_text(const struct settings *s, size_t *len);
/* An object of every setting that is not its default, by name: what a child process is to go by.
 * Settings that only the user's file has (SETTING_USER_ONLY) are left out. New reference. */
json_t *settings_changed(const struct settings *s);
/* Changes one value for this session, checked like any other (/model, /approve, ...). Steals value.
 * False: e says why, and the old value stays. */
bool setting_change(struct settings *s, const char *name, json_t *value, struct error *e);

#endif
