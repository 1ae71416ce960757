/* SPDX-License-Identifier: MIT
 * A question of a session as a request to the editor (for permission, or a form), and the response as its answer.
 */
#ifndef CLI_ACP_ACP_QUESTION_H
#define CLI_ACP_ACP_QUESTION_H

#include <jansson.h>
#include <stdbool.h>

/* Returns the params of session/request_permission for the data of a question. New reference. */
json_t *acp_question_params(const char *session, const json_t *question);
/* Whether a question is answered in words, so that a form (elicitation/create) is better; acp_question_form returns
 * the params of that, a new reference. */
bool acp_question_is_form(const json_t *question);
json_t *acp_question_form(const char *session, const json_t *question);
/* Returns the data of an answer intent from the client's response, a message: the choice of the client, or a refusal
 * for anything else; for a client_request "done" or "failed". New reference. */
json_t *acp_question_answer(const json_t *question, const json_t *message);

#endif
