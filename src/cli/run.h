/* SPDX-License-Identifier: MIT
 * What the program runs when no command is named, and the commands' rows.
 *
 * Here, in src/cli: a command of the program a file, or a room where it is large; each reads its
 * words, makes what it needs, and prints or shows the result.
 * Not here: what a command does at heart, which is on the floors below; a command holds no rules of
 * its own.
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/command.h"

/* Each runs until its work is done and returns the exit code. */
int run_ask(const struct options *o);	  /* --ask */
int run_chat(const struct options *o);	  /* without an option that says otherwise */
int run_roadmap(const struct options *o); /* --roadmap */
int run_replay(const struct options *o);  /* --replay */
int run_child(const struct options *o);	  /* --child: a delegate of another agent */
int run_serve(const struct options *o);	  /* --serve: a chat that another program drives */
/* --fork with --files: writes the session's files into that new folder, then calls `run` with it as the folder. */
int run_fork_files(const struct options *o, int (*run)(const struct options *o));

/* Shows an imported session, and what the other agent adds to it meanwhile, until the user leaves. foreign_import_take
 * must have been called once. Returns the exit code; FOREIGN_AGAIN: the other agent's user went back in the session, so
 * the caller must import and show it anew. */
int run_watch(const struct options *o, struct foreign_import *im);

extern const struct command command_attach;
extern const struct command command_sessions;
extern const struct command command_test;
extern const struct command command_plans;
extern const struct command command_roadmaps;
extern const struct command command_stats;
extern const struct command command_models;
extern const struct command command_usage;
extern const struct command command_tools;
extern const struct command command_config;
extern const struct command command_doctor;
extern const struct command command_sandbox;
extern const struct command command_acp;
extern const struct command command_mcp;

#endif
