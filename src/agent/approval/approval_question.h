/* SPDX-License-Identifier: MIT
 * The card that asks the user about a call: exactly what would run, and the choices.
 */
#ifndef AGENT_APPROVAL_APPROVAL_QUESTION_H
#define AGENT_APPROVAL_APPROVAL_QUESTION_H

#include <jansson.h>

#include "agent/approval/approve.h"

#define CHOICE_TRY "try" /* asks what a command would change, and is asked again then */

struct command_trial;
/* Returns the data of the question, a new reference. trial: of the command, NULL: it was not tried. detail: what the
 * call would change, as a preview; "": the tool has none. */
json_t *approval_question(
    const struct approval_request *r, const struct command_trial *trial, const char *detail);
/* Whether commands that begin as this one does may be allowed for good. */
bool approval_offers_prefix(const struct decision *d);

#endif
