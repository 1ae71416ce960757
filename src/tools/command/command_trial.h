/* SPDX-License-Identifier: MIT
 * Tries a command before anybody is asked about it (sandbox/trial.h). If it changed nothing, the outcome of the trial
 * is the call's result; else the question can say what it would change. A trial that may itself be why the command
 * went as it did counts for nothing.
 */
#ifndef TOOLS_COMMAND_COMMAND_TRIAL_H
#define TOOLS_COMMAND_COMMAND_TRIAL_H

#include "tools/tool.h"

struct command_trial;

/* Whether the call's command can be tried: in the foreground, without the network, and while no command runs in the
 * background, since a trial could reach its servers and change what they hold. */
bool command_trial_possible(const struct call *c);
/* Starts the trial; c is borrowed until command_trial_free. NULL: e says why it cannot be tried. */
struct command_trial *command_trial_start(struct call *c, struct error *e);
/* Kills the command if it runs, and frees t. NULL is accepted. */
void command_trial_free(struct command_trial *t);
/* Whether the trial has ended; ctx is the struct command_trial. */
bool command_trial_over(void *ctx);

/* Whether the trial is over, in no doubt, and changed nothing; then command_trial_report fills in the call's result. */
bool command_trial_only_read(const struct command_trial *t);
void command_trial_report(const struct command_trial *t);
/* Fills in what a question says of the trial. Texts are borrowed from it; changes is a new reference. */
void command_trial_tell(const struct command_trial *t, struct event_question *q);
/* Returns in words what the command would change, "it would change 3 paths, +14 -2", or how it ended. Owned. */
char *command_trial_words(const struct command_trial *t);

#endif
