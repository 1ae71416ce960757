/* SPDX-License-Identifier: MIT
 * The form in which a role's answer is asked for: by a schema that the server holds it to, as a JSON
 * object, by the words of the prompt alone. What a server refuses is not asked for again.
 */
#include "agent/roles/role_answer.h"

#include "agent/state/agent_state.h"
#include "base/base.h"
#include "base/json/schema.h"
#include "base/log.h"
#include "config/prompt.h"
#include "llm/http/refusal.h"

struct answer_wanted role_answer(struct agent *a, const struct backend *b, const char *schema)
{
	auto_free char *name = xasprintf("answers/%s", schema);

	return (struct answer_wanted){
	    server_form(&a->roles.servers, b), schema, config_schema(name)};
}

/* Servers name what they refuse in many words; some only say that the request is a bad one. */
bool role_answer_refused(struct answer_wanted *wanted, enum failure failure, const struct error *e)
{
	const bool named = e->message && refusal_names("answer_forms", e->message);

	if (wanted->form == ANSWER_WORDS || (failure != FAILURE_REQUEST && !named))
		return false;
	log_add(LOG_INFO, "an answer in the form of %s is refused: %s", wanted->name,
	    e->message ? e->message : "");
	wanted->form = named && wanted->form == ANSWER_SCHEMA ? ANSWER_OBJECT : ANSWER_WORDS;
	return true;
}

void role_answered(struct agent *a, const struct backend *b, const struct answer_wanted *wanted)
{
	if (server_form(&a->roles.servers, b) != wanted->form)
		server_takes(&a->roles.servers, b, wanted->form);
}

/* Returns where the object ends that begins here, or NULL if it does not end. */
static const char *object_end(const char *from)
{
	int depth = 0;
	bool quoted = false;

	for (const char *at = from; *at; at++) {
		if (quoted && *at == '\\' && at[1])
			at++;
		else if (*at == '"')
			quoted = !quoted;
		else if (!quoted && *at == '{')
			depth++;
		else if (!quoted && *at == '}' && --depth == 0)
			return at;
	}
	return NULL;
}

/* Models wrap their JSON in words and fences, and go on behind it: the first object that can be read counts. */
static json_t *json_in(const char *text, struct error *e)
{
	const char *from = strchr(text, '{'), *end;
	json_t *value = NULL;

	if (!from)
		error_set(e, ERR_PARSE, "there is no JSON object in the reply");
	for (; from && !value; from = strchr(from + 1, '{')) {
		auto_error why = ERROR_INIT;

		end = object_end(from);
		value =
		    json_parse_foreign(from, end ? (size_t)(end - from) + 1 : strlen(from), &why);
		if (!value && e->code == ERR_NONE)
			error_set(e, why.code, "%s", why.message);
	}
	return value;
}

json_t *role_answer_read(const char *text, const char *schema, struct buf *wrong)
{
	auto_error e = ERROR_INIT;
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;
	json_t *value = json_in(text, &e);

	if (!value)
		buf_adds(wrong, e.message);
	else if (!schema_check(config_schema(schema), value, &v))
		violations_write(&v, "the reply", wrong);
	if (wrong->len) {
		json_take(&value, NULL);
	}
	return value;
}
