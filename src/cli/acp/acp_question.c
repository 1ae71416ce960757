/* SPDX-License-Identifier: MIT
 * Makes a question of the session a request to the editor, and its response an answer. The rows of the screen's card
 * become the text, its choices the options. Choices that need words of the user (why not, an edited call) are left
 * out: ACP has no field for them.
 */
#include "cli/acp/acp_question.h"

#include "base/base.h"
#include "config/prompt.h"
#include "ui/model/question_choices.h"
#include "ui/view/card/card.h"

#define WIDE 100000 /* cells: the client wraps */
#define REFUSED "no"
#define WORDS "words" /* fields of a form */
#define CHOICE "choice"

static void add_option(json_t *options, const char *id, const char *name, const char *kind)
{
	json_array_append_new(
	    options, json_pack("{s:s, s:s, s:s}", "optionId", id, "name", name, "kind", kind));
}

static json_t *options_of(const struct event_question *q)
{
	json_t *options = json_array();

	for (const struct question_choice *row = question_choices; row->kind; row++) {
		auto_buf words = BUF_INIT;

		if (!question_offers(q, row) || row->needs != CHOICE_ALONE)
			continue;
		question_choice_words(q, row, false, false, &words);
		add_option(options, row->choice, buf_str(&words),
		    row->refuses  ? "reject_once"
		    : row->widens ? "allow_always"
				  : "allow_once");
	}
	if (!question_is_free(q))
		return options;
	json_each (option, q->options)
		add_option(
		    options, json_string_value(option), json_string_value(option), "allow_once");
	add_option(options, REFUSED, "none of these", "reject_once");
	return options;
}

/* Returns the text of a question and below it the rows of its card. Caller frees. */
static char *card_text(const struct event_question *q)
{
	const char *text = q->text ? q->text : "";
	const struct card_view v = {
	    .cells = WIDE, .margin = "", .answer = CARD_BY_LINE, .shown = text};
	struct buf out = BUF_LIMIT(BUF_UNBOUNDED);
	auto_lines rows = {0};
	size_t len;

	card_middle_lines(q, &v, &rows);
	card_where_lines(q, &v, &rows);
	buf_addf(&out, "%s%s", q->destructive ? "destructive\n" : "", text);
	for (size_t i = 0; i < rows.count; i++) {
		const char *row = lines_text(&rows, i, &len);

		buf_addf(&out, "\n%.*s", (int)len, row);
	}
	return buf_take(&out);
}

json_t *acp_question_params(const char *session, const json_t *question)
{
	const struct event_question q = event_read_question(question);
	auto_free char *words = card_text(&q),
		       *title = text_line(q.text ? q.text : "", EVENT_SUMMARY_MAX);
	auto_free char *own = xasprintf("question-%s", q.id ? q.id : "");
	json_t *call = json_pack("{s:s, s:s, s:s, s:[{s:s, s:{s:s, s:s}}]}", "toolCallId",
	    q.call ? q.call : own, "title", title, "status", "pending", "content", "type",
	    "content", "content", "type", "text", "text", words);

	if (q.arguments)
		json_put(call, "rawInput", json_incref(q.arguments));
	return json_pack(
	    "{s:s, s:o, s:o}", "sessionId", session, "toolCall", call, "options", options_of(&q));
}

/* Returns the answer to a question that the client did not answer: the choice that refuses, else "no"; to ask_user
 * with the text that nobody can answer in words there. */
static json_t *unanswered(const struct event_question *q)
{
	auto_free char *why =
	    question_is(q, "ask_user") ? prompt_text("acp/no_words", NULL, 0) : NULL;
	json_t *answer = json_pack("{s:s, s:s}", "id", q->id, "choice", REFUSED);

	for (const struct question_choice *row = question_choices; row->kind; row++)
		if (question_offers(q, row) && row->refuses && row->needs == CHOICE_ALONE)
			json_object_set_new(answer, "choice", json_string(row->choice));
	json_put_str(answer, "text", why);
	return answer;
}

bool acp_question_is_form(const json_t *question)
{
	const struct event_question q = event_read_question(question);

	return question_is_free(&q);
}

json_t *acp_question_form(const char *session, const json_t *question)
{
	const struct event_question q = event_read_question(question);
	const bool choice = json_array_size(q.options) > 0;
	json_t *fields = json_pack("{s:{s:s, s:s}}", WORDS, "type", "string", "title",
		   choice ? "in other words" : "answer"),
	       *form = json_pack("{s:s, s:s, s:s, s:{s:s, s:o, s:o}}", "sessionId", session, "mode",
		   "form", "message", q.text ? q.text : "", "requestedSchema", "type", "object",
		   "properties", fields, "required",
		   choice ? json_array() : json_pack("[s]", WORDS));

	if (choice)
		json_put(fields, CHOICE,
		    json_pack("{s:s, s:s, s:O}", "type", "string", "title", "one of these", "enum",
			q.options));
	json_put_str(form, "toolCallId", q.call);
	return form;
}

json_t *acp_question_answer(const json_t *question, const json_t *message)
{
	const struct event_question q = event_read_question(question);
	const struct event_client_request r = event_read_client_request(question);
	const json_t *result = json_map(message, "result"), *outcome = json_map(result, "outcome"),
		     *content = json_map(result, "content");
	const char *action = json_str(result, "action", NULL),
		   *choice = json_str(outcome, "optionId", REFUSED), *words;

	/* A client_request: the content that the editor returned, or the message of its error. */
	if (*r.method)
		return json_pack("{s:s, s:s, s:s*}", "id", r.id, "choice",
		    json_object_get(message, "result") ? "done" : "failed", "text",
		    json_str(
			result, "content", json_str(json_map(message, "error"), "message", NULL)));
	if (action) { /* of a form */
		words = json_str(content, WORDS, "");
		choice = *words ? words : json_str(content, CHOICE, "");
		return *choice && strcmp(action, "accept") == 0
			   ? json_pack(
				 "{s:s, s:s, s:s}", "id", q.id, "choice", choice, "text", choice)
			   : json_pack("{s:s, s:s}", "id", q.id, "choice", "denied");
	}
	json_auto_t *options = options_of(&q);
	return strcmp(json_str(outcome, "outcome", ""), "selected") == 0 &&
		       strcmp(choice, REFUSED) != 0 && json_row(options, "optionId", choice)
		   ? json_pack("{s:s, s:s, s:s}", "id", q.id, "choice", choice, "text", choice)
		   : unanswered(&q);
}
