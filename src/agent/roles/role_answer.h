/* SPDX-License-Identifier: MIT
 * The form in which a role's answer is asked for, and reading it.
 */
#ifndef AGENT_ROLES_ROLE_ANSWER_H
#define AGENT_ROLES_ROLE_ANSWER_H

#include "agent/state/role.h"
#include "base/core/buf.h"
#include "llm/context.h"
#include "llm/wire/reply.h"

/* Returns the form in which to ask this server for an answer of the schema answers/SCHEMA; strings and JSON in it are
 * borrowed. */
struct answer_wanted role_answer(struct agent *a, const struct backend *b, const char *schema);
/* Called after a failed request. True: the form of the answer may be why, and wanted names a simpler one to try. False:
 * it is not, or no other form is left. */
bool role_answer_refused(struct answer_wanted *wanted, enum failure failure, const struct error *e);
/* Remembers that the server gave an answer in this form, so that it is asked for in that form from now on. */
void role_answered(struct agent *a, const struct backend *b, const struct answer_wanted *wanted);

/* Returns the JSON object in a reply's text, if it is valid by the config_schema; new reference. NULL: what is wrong
 * was appended. */
json_t *role_answer_read(const char *text, const char *schema, struct buf *wrong);

#endif
