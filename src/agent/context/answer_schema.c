/* SPDX-License-Identifier: MIT
 * Checks answers by --output-schema. The answer becomes the JSON in it as the model wrote it, without the words and
 * fences around it; it is not written anew.
 */
#include "agent/context/answer_schema.h"

#include "agent/roles/model_call.h"
#include "agent/roles/role_answer.h"
#include "agent/state/agent_state.h"
#include "agent/state/model_note.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/json/schema.h"
#include "config/prompt.h"

#define NAME "answer"

void answer_schema_tell(struct turn *t)
{
	if (!t->agent->answer_schema)
		return;
	auto_free char *line = json_line(t->agent->answer_schema);
	model_note(t->session, "answer_schema/prompt", PROMPT_VARS({"schema", line}));
}

/* Not for requests with tools: some servers take no tools beside a form of the answer, and with one no
 * model could say what it is about to do. */
const struct answer_wanted *answer_schema_wanted(struct turn *t)
{
	struct agent *a = t->agent;

	if (!a->answer_schema || !t->request.without_tools)
		return NULL;
	if (!t->schema->wanted.schema)
		t->schema->wanted = (struct answer_wanted){
		    server_form(&a->roles.servers, a->backend), NAME, a->answer_schema};
	return &t->schema->wanted;
}

bool answer_schema_refused(struct turn *t, const struct completed *c)
{
	return t->schema->wanted.schema && t->request.without_tools &&
	       role_answer_refused(&t->schema->wanted, c->failure, &c->error);
}

/* ---- What the answer is --------------------------------------------------------------------- */

/* Reads JSON from the first `open` to the last `close`, since models put words and fences around it. */
static json_t *read_between(
    const char *text, char open, char close, const char **from, size_t *len, struct error *e)
{
	const char *first = strchr(text, open), *last = strrchr(text, close);

	if (!first || !last || last < first)
		return NULL;
	*from = first;
	*len = (size_t)(last - first) + 1;
	return json_parse_foreign(first, *len, e);
}

static json_t *read_any(const char *text, const char **from, size_t *len, struct error *e)
{
	const char *object = strchr(text, '{'), *list = strchr(text, '[');

	*from = text + strspn(text, " \t\r\n");
	*len = strlen(*from);
	while (*len > 0 && strchr(" \t\r\n", (*from)[*len - 1]))
		--*len;
	json_t *value = json_parse_foreign(*from, *len, e);
	if (!value && list && (!object || list < object))
		value = read_between(text, '[', ']', from, len, e);
	return value ? value : read_between(text, '{', '}', from, len, e);
}

/* Replaces an answer by the JSON in it. False: *answer is NULL, and wrong says why. Unless a repair is asked for, the
 * answer is shown in a notice then, since it is lost otherwise. */
static bool hold_answer(struct turn *t, char **answer, bool repair, struct buf *wrong)
{
	freed_by(violations_free) struct violations v = VIOLATIONS_INIT;
	auto_free char *text = *answer;
	auto_error e = ERROR_INIT;
	const char *from = text;
	size_t len = 0;
	json_auto_t *value = read_any(text, &from, &len, &e);

	*answer = NULL;
	if (!value)
		buf_adds(wrong,
		    text[strcspn(text, "{[")] && e.message ? e.message : "there is no JSON in it");
	else if (!schema_check(t->agent->answer_schema, value, &v))
		violations_write(&v, "the answer", wrong);
	else
		*answer = xstrndup(from, len);
	while (wrong->len && wrong->data[wrong->len - 1] == '\n')
		buf_cut(wrong, wrong->len - 1);
	if (!*answer && !repair && !text_is_blank(text))
		emit_notice(t->session, "warning",
		    "an answer that does not hold the schema, whole:\n%s", text);
	return *answer != NULL;
}

static bool may_repair(const struct turn *t)
{
	return t->schema->attempts <= setting_int(t->settings, "agent.schema_repairs");
}

bool answer_schema_holds(struct turn *t, char **answer)
{
	auto_buf wrong = BUF_INIT;

	if (!t->agent->answer_schema)
		return true;
	t->schema->attempts++;
	if (hold_answer(t, answer, may_repair(t), &wrong)) {
		if (t->schema->asked)
			role_answered(t->agent, t->agent->backend, &t->schema->wanted);
		t->schema->asked = false;
		return true;
	}
	t->schema->asked = may_repair(t);
	if (t->schema->asked) {
		model_note(
		    t->session, "answer_schema/repair", PROMPT_VARS({"wrong", buf_str(&wrong)}));
	} else {
		error_set(&t->error, ERR_SERVER, "the answer is not what --output-schema wants: %s",
		    buf_str(&wrong));
		turn_finish(t, OUTCOME_FAILED);
	}
	return false;
}

void answer_schema_keep(struct turn *t, char **answer)
{
	auto_buf wrong = BUF_INIT;

	if (t->agent->answer_schema && *answer)
		hold_answer(t, answer, !may_repair(t), &wrong); /* it may have been shown then */
}
