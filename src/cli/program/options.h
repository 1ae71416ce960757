/* SPDX-License-Identifier: MIT
 * The command line as data (cli.md): options, then the prompt's words or a command with its words.
 */
#ifndef CLI_PROGRAM_OPTIONS_H
#define CLI_PROGRAM_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum output_form { OUTPUT_TEXT, OUTPUT_JSON, OUTPUT_EVENTS, OUTPUT_STREAM_JSON };
enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* One option: parsing, --help, the manual page and completion read the same row. */
enum command_line_option {
	OPTION_TEXT, /* a string into the struct */
	OPTION_LIST, /* one more string in a list of the struct */
	OPTION_PICK, /* as OPTION_TEXT; without its word the user chooses from a list */
	OPTION_FLAG, /* a bool into the struct */
	OPTION_SEQ,  /* a positive whole number into the struct */
	OPTION_SPEED,
	OPTION_CHOICE,	/* one of `key` into an enum of the struct */
	OPTION_FORM,	/* one of `key`, or the name of a form of schedules */
	OPTION_ASSIGN,	/* KEY=VALUE */
	OPTION_SETTING, /* the value of the setting `key` */
	OPTION_FIXED,	/* `key` is a whole assignment */
};
struct option_row {
	const char *name;     /* without its dashes */
	char letter;	      /* its short form; 0: none */
	const char *argument; /* as help shows it; NULL: takes none */
	enum command_line_option kind;
	const char *key; /* meaning depends on kind; may be NULL */
	size_t offset;	 /* of its member in struct options */
	const char *help;
};
extern const struct option_row option_rows[];
extern const size_t option_count;

struct foreign_import;
struct options {	     /* strings that are not (owned) are borrowed from argv */
	const char *ask;     /* --ask TEXT; "-": stdin; NULL */
	const char *roadmap; /* --roadmap GOAL; NULL */
	const char *form;    /* --output as given; NULL: not given */
	char *prompt;	     /* (owned) the words of a chat's first prompt, joined; NULL */
	const char *resume, *fork, *replay; /* ID, "last", FILE */
	bool whole;	   /* --whole, with files: copies all else of this folder there, too */
	const char *files; /* --files DIR, with fork: a new folder for the files as they were */
	const char *config, *cd;
	struct option_texts {
		const char **list; /* (owned) */
		size_t count;
	} attach, calendars;	   /* --attach FILE and --calendar FILE, repeatable */
	const char *output_schema; /* --output-schema FILE, with ask; NULL */
	const char *draft;	   /* text in the chat's input at first; NULL: none */
	const char *said;	   /* a notice shown at the start; NULL: none */
	char **assignments; /* (owned) "key=value" in order, ended by NULL: -s and the shorthands */
	enum output_form output;
	enum color color;
	bool partial;	     /* --include-partial-messages */
	bool choose;	     /* --resume without an ID */
	const char *command; /* slash command that the chat runs first; NULL: none */
	bool go_on, no_stdin, no_save, plain, detach, child, serve, verbose, help, version;
	double speed;	   /* --replay; 0: max; -1: not given */
	int64_t from, to;  /* --replay; 0: not given */
	char *const *rest; /* the words that are no options, ended by NULL */
	/* Runs a turn, in the chat or as --ask, for a command that ends in one. Set by command_main. */
	int (*run_turn)(const struct options *o);
	/* Shows a session that another agent goes on with, for `sessions watch`. Set by command_main to run_watch. */
	int (*watch)(const struct options *o, struct foreign_import *im);
};
/* Reads the command line. Returns 0, or the exit code after the message was printed. *out is freed by
 * options_free in both cases. */
int options_parse(int argc, char **argv, struct options *out);
void options_free(struct options *o);
/* Whether a word is one of the options: "-m", "--model", "--model=X". */
bool options_have(const char *word);
struct command;
/* Returns the command of that name; NULL if there is none, or word is NULL. */
const struct command *command_find(const char *word);
void options_help(void); /* prints --help on stdout */

#endif
