/*
 * What the program can do when it is not a command, and the commands' rows: one file each.
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/command.h"

int run_ask(const struct options *o);
int run_chat(const struct options *o);
int run_roadmap(const struct options *o); /* --roadmap */
int run_replay(const struct options *o);
/* --fork with --files: the files are put there, then it goes on in that folder. */
int run_fork_files(const struct options *o, int (*run)(const struct options *o));
int run_child(const struct options *o);

extern const struct command command_sessions;
extern const struct command command_plans;
extern const struct command command_roadmaps;
extern const struct command command_stats;
extern const struct command command_models;
extern const struct command command_usage;
extern const struct command command_tools;
extern const struct command command_config;
extern const struct command command_doctor;
extern const struct command command_sandbox;

#endif
