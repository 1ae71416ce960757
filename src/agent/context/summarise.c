/* SPDX-License-Identifier: MIT
 * A summary of what is about to be left out, by one call of the model without tools. Its words do
 * not stream to the screen; they are shown with the compaction.
 */
#include "agent/context/summarise.h"

#include "agent/agent_internal.h"
#include "agent/budget/budget_admit.h"
#include "agent/budget/budget_day.h"
#include "agent/budget/spend.h"
#include "agent/roles/model_call.h"
#include "agent/roles/role_answer.h"
#include "agent/roles/role_backend.h"
#include "agent/state/context_budget.h"
#include "agent/state/role.h"
#include "base/base.h"
#include "base/log.h"
#include "config/prompt.h"

#define WORDS_PER_TOKEN 0.6

struct summary {
	struct agent *agent;
	struct turn *turn;	       /* NULL: between turns */
	struct backend *backend;       /* (borrowed) of the request under way */
	struct completion *completion; /* (borrowed) that request */
	struct budget_grant grant;     /* how long its reply may be */
	struct buf text;
	bool ended; /* the call is over */
	bool failed;
	enum failure failure;
	struct error error;
};

static bool is_done(void *ctx)
{
	struct summary *s = ctx;

	return s->ended || model_reply_exceeds(s->backend, s->completion, &s->grant);
}

/* Counts the usage of a reply, and of attempts that broke off, which are paid for, too. */
static void count(const struct summary *s, const struct reply *reply)
{
	if (reply->lost.known)
		spend_usage(
		    s->agent, s->turn, ROLE_SUMMARISER, s->backend, reply->model, &reply->lost);
	spend_usage(s->agent, s->turn, ROLE_SUMMARISER, s->backend, reply->model, &reply->usage);
}

static void on_done(
    void *ctx, const struct reply *reply, enum failure failure, const struct error *e)
{
	struct summary *s = ctx;

	s->ended = true;
	s->failed = failure != FAILURE_NONE;
	s->failure = failure;
	if (s->failed)
		error_copy(&s->error, e);
	count(s, reply);
	if (!s->failed)
		buf_add(&s->text, buf_str(&reply->text), reply->text.len);
}

static char *instructions(const struct agent *a, enum answer_form form)
{
	auto_free char *as_json =
	    form == ANSWER_WORDS ? xstrdup("") : prompt_text("roles/summarise_json", NULL, 0);
	char words[24];

	snprintf(words, sizeof words, "%d",
	    (int)((double)setting_int(a->settings, "context.summary_tokens") * WORDS_PER_TOKEN));
	return prompt_with("roles/summarise", {"words", words}, {"as_json", as_json});
}

static void await(struct summary *s, struct context *context)
{
	struct agent *a = s->agent;
	struct reply_sink sink = {.done = on_done, .ctx = s};
	struct backend *b = s->backend = role_backend(a, ROLE_SUMMARISER);

	error_free(&s->error);
	s->ended = s->failed = false;
	s->failure = FAILURE_NONE;
	if (!budget_admit(a, s->turn,
		&(struct budget_request){
		    b, context, ROLE_SUMMARISER, role_length(a, ROLE_SUMMARISER)},
		&s->grant)) {
		s->failed = true;
		return;
	}
	context->max_output = s->grant.max_output;
	s->completion = b->start(b, context, &sink);
	loop_await_within(
	    a->loop, is_done, s, session_cancel(a->session), role_limit_ms(a, ROLE_SUMMARISER));
	if (!s->ended) {
		const struct reply *partial = b->partial(s->completion);

		if (partial)
			count(s, partial);
		budget_release(a); /* counting does it too, but there may be nothing to count */
		b->stop(s->completion);
		s->failed = true;
	}
	s->completion = NULL;
}

/* Asks for a summary, again as long as the model refuses the form of the answer or a field. */
static void ask_for_summary(struct summary *s, const json_t *items)
{
	struct agent *a = s->agent;
	struct answer_wanted wanted = role_answer(a, role_backend(a, ROLE_SUMMARISER), "summary");
	bool again;

	do {
		auto_free char *system = instructions(a, wanted.form);

		await(s, &(struct context){.system = system, .items = items, .answer = &wanted});
		again = s->failed && (role_leaves_out(a, ROLE_SUMMARISER, s->failure, &s->error) ||
					 role_answer_refused(&wanted, s->failure, &s->error));
	} while (again);
	if (!s->failed)
		role_answered(a, role_backend(a, ROLE_SUMMARISER), &wanted);
	error_free(&s->error);
}

/* Replaces an answer in JSON by the summary in it; other words stay. */
static void unwrap(struct buf *text)
{
	auto_buf wrong = BUF_INIT;
	json_auto_t *value = role_answer_read(buf_str(text), "summary", &wrong);

	if (value) {
		buf_clear(text);
		text_sanitise(
		    text, json_str(value, "summary", ""), strlen(json_str(value, "summary", "")));
	}
}

char *summarise(struct agent *a, struct turn *t, const char *transcript)
{
	struct summary s = {.agent = a, .turn = t, .text = BUF_INIT};
	json_t *message = user_message(transcript, NULL), *items;
	int64_t started = clock_mono_ms();

	json_put_str(message, "type", "message");
	items = json_pack("[o]", message);
	emit(a->session, EVENT_STATUS, NULL,
	    event_build_status(&(struct event_status){.text = "summing up what came before"}));
	if (*a->backend->wire) /* the rules of the offline backend sum nothing up */
		ask_for_summary(&s, items);
	json_decref(items);
	if (!s.failed)
		unwrap(&s.text);
	bool any = !s.failed && s.text.len > 0;
	log_add(LOG_INFO, "role %s: %s in %lld ms", role_name(ROLE_SUMMARISER),
	    any ? "answered" : "gave no summary", (long long)(clock_mono_ms() - started));
	const size_t max = context_rules(a->settings).summary_bytes; /* that was reserved */
	if (!any) {
		buf_free(&s.text);
		return NULL;
	}
	if (s.text.len > max)
		buf_cut(&s.text, utf8_start(s.text.data, max));
	tags_neutralise(&s.text); /* it cannot forge tags of a request's tail */
	return buf_take(&s.text);
}
