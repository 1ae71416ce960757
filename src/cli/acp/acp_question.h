/* SPDX-License-Identifier: MIT
 * A question of a session as a request for permission, and the choice that comes back as its answer.
 */
#ifndef CLI_ACP_ACP_QUESTION_H
#define CLI_ACP_ACP_QUESTION_H

#include <jansson.h>

/* Params of session/request_permission for the data of a question. New reference. */
json_t *acp_question_params(const char *session, const json_t *question);
/* Returns the data of an answer intent: what the client chose, or "no" for anything else. New
 * reference. */
json_t *acp_question_answer(const json_t *question, const json_t *result);

#endif
