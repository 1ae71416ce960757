/* SPDX-License-Identifier: MIT
 * What the program can do when it is not a command, and the commands' rows: one file each.
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/command.h"

/* Each does its work to the end and returns the exit code. */
int run_ask(const struct options *o);	  /* --ask */
int run_chat(const struct options *o);	  /* without an option that says otherwise */
int run_roadmap(const struct options *o); /* --roadmap */
int run_replay(const struct options *o);  /* --replay */
int run_child(const struct options *o);	  /* --child: a delegate of another agent */
int run_serve(const struct options *o);	  /* --serve: a chat that another program drives */
/* --fork with --files: puts the files into that folder, then runs `run` there. */
int run_fork_files(const struct options *o, int (*run)(const struct options *o));

/* Shows an imported session, and what comes of it while another agent goes on with it, until the user leaves. The
 * import was taken once. Returns the exit code; FOREIGN_AGAIN: their user went back, so it is to be imported and shown
 * anew. */
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
