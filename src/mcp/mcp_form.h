/* SPDX-License-Identifier: MIT
 * What a server asks of the user (elicitation/create): a form, asked field by field as questions like any other, or
 * an address to open, which is shown and never fetched. Where nobody can be asked, mcp.unattended answers.
 */
#ifndef MCP_MCP_FORM_H
#define MCP_MCP_FORM_H

#include <jansson.h>

struct mcp_form {
	char *server;	    /* (owned) who asks */
	json_t *params;	    /* (owned) as they came */
	json_t *content;    /* (owned) the answers so far, {field: value} */
	size_t field;	    /* index of the field being asked for */
	int tries;	    /* answers to this field that did not fit */
	char *wrong;	    /* (owned) what was wrong with the last one; NULL: nothing */
	const char *action; /* (static) accept, decline, cancel; NULL: not over */
};
/* Begins a form; server and params are copied. Free with mcp_form_free. */
void mcp_form_begin(struct mcp_form *f, const char *server, const json_t *params);
void mcp_form_free(struct mcp_form *f);
/* Returns the data of the next `question` event, for the call of this id. New reference; NULL: the
 * form is over. */
json_t *mcp_form_question(struct mcp_form *f, const char *call);
/* Takes the user's answer to the last question, {choice, text?}. */
void mcp_form_take(struct mcp_form *f, const json_t *answer);
/* Returns the answer to the server, {action, content?}. New reference. */
json_t *mcp_form_answer(const struct mcp_form *f);
/* Returns the answer where nobody can be asked. rule: decline, cancel, or defaults (those of the
 * schema, if every required field has one). New reference. */
json_t *mcp_form_unattended(const json_t *params, const char *rule);

#endif
