/* SPDX-License-Identifier: MIT
 * A question of a session as a request for permission, and the choice that comes back as its answer.
 */
#ifndef CLI_ACP_ACP_QUESTION_H
#define CLI_ACP_ACP_QUESTION_H

#include <jansson.h>
#include <stdbool.h>

/* Params of session/request_permission for the data of a question. New reference. */
json_t *acp_question_params(const char *session, const json_t *question);
/* Whether it is answered in words, so that a form (elicitation/create) asks it better, and the params of that one. */
bool acp_question_is_form(const json_t *question);
json_t *acp_question_form(const char *session, const json_t *question);
/* Returns the data of an answer intent by the client's response, a message: what the client chose, or "no" for anything
 * else; of a client_request what came of it. New reference. */
json_t *acp_question_answer(const json_t *question, const json_t *message);

#endif
