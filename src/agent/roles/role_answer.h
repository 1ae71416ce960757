/* SPDX-License-Identifier: MIT
 * The form in which a role's answer is asked for, and reading it.
 */
#ifndef AGENT_ROLES_ROLE_ANSWER_H
#define AGENT_ROLES_ROLE_ANSWER_H

#include "agent/state/role.h"
#include "base/core/buf.h"
#include "llm/context.h"
#include "llm/wire/reply.h"

/* Returns how the answer to the next question is asked for. */
struct answer_wanted role_answer(struct agent *a, const struct backend *b, const char *schema);
/* It was asked for as `wanted` says, and that may be why it failed. False: no other form is left. */
bool role_answer_refused(struct answer_wanted *wanted, enum failure failure, const struct error *e);
/* Remembers of the server that an answer came in that form, where it is not the best one. */
void role_answered(struct agent *a, const struct backend *b, const struct answer_wanted *wanted);

/* Returns the JSON in a reply's text, held to a config_schema. New reference; NULL: what is wrong
 * was appended. */
json_t *role_answer_read(const char *text, const char *schema, struct buf *wrong);

#endif
