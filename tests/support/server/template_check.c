/* SPDX-License-Identifier: MIT
 * Checks messages by the rules of chat templates (template_check.h), in rule and words those of models/templates in
 * llama.cpp. Above each check: the templates it is from.
 */
#include "tests/support/server/template_check.h"

#include <ctype.h>
#include <string.h>
#include "base/json/json.h"

#define REFUSES \
	"Unable to generate parser for this template. Automatic parser generation failed: " \
	"\n------------\nWhile executing CallExpression in source:\nError: "

static bool is(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static bool is_nine(const char *id)
{
	for (const char *s = id; *s; s++)
		if (!isalnum((unsigned char)*s))
			return false;
	return strlen(id) == 9;
}

/* mistralai-Mistral-Nemo-Instruct-2407, Mistral-Small-3.2-24B-Instruct-2506 */
static const char *ids_of_nine(const json_t *message, size_t turn)
{
	const json_t *call;
	bool nine = true;
	size_t i;

	(void)turn;
	json_array_foreach (json_list(message, "tool_calls"), i, call)
		nine = nine && is_nine(json_str(call, "id", ""));
	if (is(json_str(message, "role", ""), "tool"))
		nine = is_nine(json_str(message, "tool_call_id", ""));
	return nine ? NULL
		    : REFUSES "Jinja Exception: Tool call IDs should be alphanumeric strings with "
			      "length 9!";
}

/* meta-llama-Llama-3.1-8B-Instruct, Llama-3.2, Llama-3.3 */
static const char *one_call(const json_t *message, size_t turn)
{
	(void)turn;
	return json_array_size(json_list(message, "tool_calls")) < 2 ? NULL
								     : REFUSES
		   "Jinja Exception: This model only supports single tool-calls at once!";
}

/* google-gemma-2-2b-it, many that know no tools */
static const char *in_turn(const json_t *message, size_t turn)
{
	return is(json_str(message, "role", ""), turn % 2 ? "assistant" : "user") ? NULL
										  : REFUSES
		   "Jinja Exception: Conversation roles must alternate "
		   "user/assistant/user/assistant/...";
}

/* openai-gpt-oss-120b as its makers ship it */
static const char *words_or_thinking(const json_t *message, size_t turn)
{
	(void)turn;
	return !json_array_size(json_list(message, "tool_calls")) ||
		       !*json_str(message, "content", "") ||
		       !*json_str(message, "reasoning_content", "")
		   ? NULL
		   : REFUSES
		   "Jinja Exception: Cannot pass both content and thinking in an "
		   "assistant message with tool calls! Put the analysis message in one or "
		   "the other, but not both.";
}

static const struct template
{
	const char *name;
	/* turn: of the messages after the system's, from 0 */
	const char *(*check)(const json_t *message, size_t turn);
	const char *tools; /* its error if there are tools; NULL: it takes them */
}
templates[] = {
    {"mistral", ids_of_nine, NULL},
    {"llama", one_call, NULL},
    {"gemma", in_turn, NULL},
    {"gpt-oss", words_or_thinking, NULL},
    {"command-r", in_turn, REFUSES "Function has no builtins"},
};

static const struct template *template_named(const char *name)
{
	for (size_t i = 0; i < sizeof templates / sizeof *templates; i++)
		if (is(templates[i].name, name))
			return &templates[i];
	return NULL;
}

bool template_is_known(const char *name)
{
	return template_named(name) != NULL;
}

const char *template_fault(const char *name, const json_t *body)
{
	const struct template *t = template_named(name);
	const char *fault = NULL;
	const json_t *message;
	size_t i, turn = 0;

	if (t->tools && json_array_size(json_list(body, "tools")))
		return t->tools;
	json_array_foreach (json_list(body, "messages"), i, message)
		if (!fault && !is(json_str(message, "role", ""), "system"))
			fault = t->check(message, turn++);
	return fault;
}
