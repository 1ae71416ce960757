/* SPDX-License-Identifier: MIT
 * A command that is tried before anybody is asked about it (sandbox/trial.h). One that changed nothing has its result
 * then; of any other it is known what it would change. It never counts as proof where the trial itself may be why the
 * command went as it did.
 */
#ifndef TOOLS_COMMAND_COMMAND_TRIAL_H
#define TOOLS_COMMAND_COMMAND_TRIAL_H

#include "tools/tool.h"

struct command_trial;

/* Whether a call starts a command that can be tried: in the foreground, without the network, while none runs in the
 * background, whose servers a trial could reach and change. */
bool command_trial_possible(const struct call *c);
/* Starts it; c is borrowed until it is freed. NULL: e says why it cannot be tried. */
struct command_trial *command_trial_start(struct call *c, struct error *e);
/* Ends what runs. NULL is accepted. */
void command_trial_free(struct command_trial *t);
/* Whether it has ended; ctx is the trial. */
bool command_trial_over(void *ctx);

/* Once it is over: whether it changed nothing. Then call_report_trial fills the call's result from it. */
bool command_trial_only_read(const struct command_trial *t);
void command_trial_report(const struct command_trial *t);
/* Fills in what a question says of it; borrowed from the trial. */
void command_trial_tell(const struct command_trial *t, struct event_question *q);
/* Returns in words what it would change: "it would change 3 files, +14 -2". Owned. */
char *command_trial_words(const struct command_trial *t);

#endif
