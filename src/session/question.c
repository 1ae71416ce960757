/* SPDX-License-Identifier: MIT
 * Asking the user: the open question, which waits for the answer with its id, and the offer, which does not
 * wait. Each question gets an answer event, also if nobody can be asked or the turn was stopped, so that no
 * user interface keeps it open.
 */
#include "base/base.h"
#include "base/log.h"
#include "session/event/event_data.h"
#include "session/session_state.h"

void session_asks(struct session *s, bool someone)
{
	s->asks = someone;
}

bool session_can_ask(const struct session *s)
{
	return s->asks;
}

const char *session_question(const struct session *s)
{
	return s->question.id[0] ? s->question.id : NULL;
}

static json_t *answer_data(
    const char *id, const char *choice, const char *by, const json_t *from /* may be NULL */)
{
	const struct event_answer given = event_read_answer(from);

	return event_build_answer(&(struct event_answer){.id = id,
	    .choice = choice,
	    .text = given.text,
	    .by = by,
	    .who = given.who,
	    .arguments = json_incref(given.arguments)});
}

static void offer_close(struct session *s, const char *choice, const char *by, const json_t *data)
{
	struct offer offer = s->offer;
	json_auto_t *answer = answer_data(offer.id, choice, by, data);

	s->offer = (struct offer){0};
	emit(s, EVENT_ANSWER, NULL, json_deep_copy(answer));
	offer.fn(offer.ctx, answer);
}

void session_withdraw(struct session *s)
{
	if (s->offer.id[0])
		offer_close(s, "none", "rule", NULL);
}

void session_offer(
    struct session *s, json_t *question, void (*fn)(void *ctx, const json_t *answer), void *ctx)
{
	s->offer = (struct offer){.turn = s->turn, .fn = fn, .ctx = ctx};
	ulid_new(s->offer.id);
	json_put_str(question, "id", s->offer.id);
	emit(s, EVENT_QUESTION, NULL, question);
}

bool session_offers(const struct session *s, const char *id)
{
	return s->offer.id[0] && strcmp(s->offer.id, id) == 0;
}

static void take_answer(struct session *s, struct intent *in)
{
	const struct event_answer given = event_read_answer(in->data);
	struct open_question *q = &s->question;

	if (q->id[0] && !q->answer && strcmp(given.id, q->id) == 0 &&
	    json_str(in->data, "choice", NULL)) {
		q->answer = in->data;
		return;
	}
	if (session_offers(s, json_str(in->data, "id", "")))
		offer_close(s, json_str(in->data, "choice", ""), "user", in->data);
	else
		log_add(LOG_DEBUG, "answer to '%s' dropped: it is not the open question", given.id);
	intent_free(in);
}

/* Here and not in intent.c, because an answer is not queued: it belongs to the open question or is dropped. */
void inbox_push(struct session *s, struct intent in)
{
	if (s->divert.kinds & (1u << in.kind)) {
		s->divert.fn(s->divert.ctx, &in);
		intent_free(&in);
		return;
	}
	if (in.kind == INTENT_ANSWER) {
		take_answer(s, &in);
		return;
	}
	if (in.kind == INTENT_STOP || in.kind == INTENT_QUIT)
		s->cancel.requested = true;
	inbox_add(s, in);
}

static bool is_answered(void *ctx)
{
	const struct session *s = ctx;

	return s->question.answer != NULL;
}

void session_withdraw_of(struct session *s, void (*fn)(void *ctx, const json_t *answer))
{
	if (s->offer.id[0] && s->offer.fn == fn)
		session_withdraw(s);
}

static bool answered_or_edited(void *ctx)
{
	return is_answered(ctx) || inbox_peek(ctx, INTENT_PLAN_EDIT);
}

/* Waits for the answer to the open question; edit (may be NULL) gets plan edits meanwhile. False: cancelled. */
static bool wait_answer(struct session *s, void (*edit)(void *ctx, const json_t *data), void *ctx)
{
	struct intent in;

	while (loop_await(s->loop, edit ? answered_or_edited : is_answered, s, &s->cancel)) {
		while (edit && inbox_take_of(s, INTENT_PLAN_EDIT, &in)) {
			edit(ctx, in.data);
			intent_free(&in);
		}
		if (is_answered(s))
			return true;
	}
	return false;
}

bool ask_await(struct session *s, json_t *question, json_t **answer)
{
	return ask_await_edits(s, question, NULL, NULL, answer);
}

bool ask_await_edits(struct session *s, json_t *question,
    void (*edit)(void *ctx, const json_t *data), void *ctx, json_t **answer)
{
	struct open_question *q = &s->question;
	bool ok = false;

	if (s->turn > 0 && s->offer.turn == s->turn)
		session_withdraw(s);
	ulid_new(q->id);
	json_put_str(question, "id", q->id);
	emit(s, EVENT_QUESTION, NULL, question);
	if (!s->asks)
		*answer = answer_data(q->id, "denied", "mode", NULL);
	else if (wait_answer(s, edit, ctx)) {
		struct event_answer given = event_read_answer(q->answer);
		*answer = answer_data(q->id, given.choice, given.by ? given.by : "user", q->answer);
		ok = true;
	} else
		*answer = answer_data(q->id, "cancelled", "user", NULL);
	json_decref(q->answer);
	*q = (struct open_question){0};
	emit(s, EVENT_ANSWER, NULL, json_deep_copy(*answer));
	return ok;
}

bool client_await(struct session *s, const char *method, json_t *params, json_t **answer)
{
	struct open_question *q = &s->question;

	ulid_new(q->id);
	emit(s, EVENT_CLIENT_REQUEST, NULL,
	    event_build_client_request(
		&(struct event_client_request){.id = q->id, .method = method, .params = params}));
	const bool ok = wait_answer(s, NULL, NULL);
	*answer = q->answer;
	*q = (struct open_question){0};
	return ok;
}
