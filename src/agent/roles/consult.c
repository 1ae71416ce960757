/* SPDX-License-Identifier: MIT
 * One question to a role, see role.h. Its reply does not stream to the screen and is no part of the
 * conversation; what it costs is counted.
 */
#include "agent/roles/consult.h"

#include "agent/budget/spend.h"
#include "agent/roles/model_call.h"
#include "agent/roles/role_answer.h"
#include "agent/roles/role_backend.h"
#include "agent/state/agent_state.h"
#include "agent/state/role.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/core/hash.h"
#include "base/log.h"
#include "config/prompt.h"
#include "session/event/message.h"
#include "tools/dialect/dialect_offer.h"

/* ---- The cache of answers ------------------------------------------------------------------------ */

static char *key_of(const char *prompt, const char *request, int64_t last_write)
{
	uint64_t hash = hash_bytes(HASH_START, prompt, strlen(prompt) + 1);

	hash = hash_bytes(hash, request, strlen(request) + 1);
	return xasprintf(
	    "%016llx.%zu.%lld", (unsigned long long)hash, strlen(request), (long long)last_write);
}

json_t *cache_find(struct agent *a, const char *prompt, const char *request, int64_t last_write)
{
	auto_free char *key = key_of(prompt, request, last_write);
	return json_incref(json_object_get(a->roles.answers, key));
}

void cache_keep(
    struct agent *a, const char *prompt, const char *request, int64_t last_write, json_t *value)
{
	size_t most = (size_t)setting_int(a->settings, "strategy.cache");
	auto_free char *key = key_of(prompt, request, last_write);

	a->roles.answers = a->roles.answers ? a->roles.answers : json_object();
	json_object_set(a->roles.answers, key, value);
	/* The oldest go: jansson keeps members in the order they came. */
	while (json_object_size(a->roles.answers) > most) {
		void *oldest = json_object_iter(a->roles.answers);

		json_object_del(a->roles.answers, json_object_iter_key(oldest));
	}
}

/* ---- Asking ------------------------------------------------------------------------------------- */

#define ATTEMPTS 2 /* the second with what was wrong with the first */

struct consultation {
	struct turn *turn;
	const struct question *question;
	struct backend *backend;
	char *system;
	json_t *items;
	int64_t limit_ms; /* 0: none */
	int64_t until_ms; /* monotonic; 0: no limit */
	struct answer_wanted wanted;
	bool failed;  /* a request got no reply, though nobody stopped it and there was time */
	bool by_turn; /* the turn's own model is asked in place of the role's */
};

static void add_message(struct consultation *c, json_t *message /* steals */)
{
	json_put_str(message, "type", "message");
	json_array_append_new(c->items, message);
}

static bool ask(struct consultation *c, struct completed *done)
{
	struct context context = {.system = c->system, .items = c->items, .answer = &c->wanted};
	struct model_call call = {c->backend, &context, c->question->role, 0};

	if (c->until_ms) {
		call.limit_ms = c->until_ms - clock_mono_ms();
		call.limit_ms = call.limit_ms > 1 ? call.limit_ms : 1;
	}
	model_await(c->turn, &call, done);
	spend_note(c->turn, done, c->question->role, c->backend);
	return done->failure == FAILURE_NONE && done->message;
}

/* Asks, and asks again as long as the model refuses a field or the form of the answer, and without the default length
 * if that cut the reply. False: there is no reply; done says why. */
static bool ask_whole(struct consultation *c, struct completed *done)
{
	struct agent *a = c->turn->agent;
	const enum role role = c->question->role;
	bool came = ask(c, done);

	while (!came && ((!c->by_turn && role_leaves_out(a, role, done->failure, &done->error)) ||
			    role_answer_refused(&c->wanted, done->failure, &done->error))) {
		if (!c->by_turn)
			c->backend = role_backend(a, role);
		completed_free(done);
		came = ask(c, done);
	}
	if (came && done->finish == FINISH_LENGTH && !c->by_turn &&
	    role_leaves_out_length(a, role)) {
		c->backend = role_backend(a, role);
		completed_free(done);
		came = ask(c, done);
	}
	return came;
}

static json_t *attempt(struct consultation *c, struct buf *wrong, char **why)
{
	freed_by(completed_free) struct completed done = {0};
	json_t *value = NULL;

	if (!ask_whole(c, &done)) {
		const bool stopped = done.failure == FAILURE_CANCELLED;
		const char *said = done.error.message ? done.error.message
				   : stopped	      ? "it was stopped"
						      : "the reply was empty";

		*why = stopped && done.late
			   ? role_late_text(c->turn->agent, c->question->role, c->limit_ms)
			   : xstrdup(said);
		c->failed = done.failure != FAILURE_NONE && done.failure != FAILURE_CANCELLED;
	} else {
		role_answered(c->turn->agent, c->backend, &c->wanted);
		auto_free char *text = message_text(done.message);
		value = role_answer_read(text, c->question->schema, wrong);
		add_message(c, json_incref(done.message));
	}
	return value;
}

static json_t *attempts(struct consultation *c, char **why)
{
	auto_buf wrong = BUF_INIT;
	json_t *value = NULL;

	for (int i = 0; i < ATTEMPTS && !value && !*why; i++) {
		if (wrong.len) {
			auto_free char *text =
			    prompt_with("roles/repair", {"wrong", buf_str(&wrong)});

			log_add(LOG_INFO, "role %s: sent back: %s", role_name(c->question->role),
			    buf_str(&wrong));
			add_message(c, user_message(text, NULL));
		}
		buf_clear(&wrong);
		value = attempt(c, &wrong, why);
	}
	if (!value && !*why) {
		buf_cut(&wrong, strcspn(buf_str(&wrong), "\n"));
		*why = xasprintf("its reply is of no use: %s", buf_str(&wrong));
	}
	return value;
}

static void to_backend(struct consultation *c, struct backend *b)
{
	c->backend = b;
	c->wanted = role_answer(c->turn->agent, b, c->question->schema);
	c->limit_ms = role_limit_ms(c->turn->agent, c->question->role);
	c->until_ms = c->limit_ms ? clock_mono_ms() + c->limit_ms : 0;
	c->failed = false;
}

/* Asks the turn's model in the place of a role's own model that failed, so that the turn need not do without the
 * answer. NULL: there is nothing more to try. */
static json_t *attempts_by_turn(struct consultation *c, char **why)
{
	struct backend *own = c->turn->agent->backend;

	if (!c->failed || c->turn->over || turn_cancelled(c->turn) ||
	    (string_same(c->backend->base_url, own->base_url) &&
		string_same(c->backend->model, own->model)))
		return NULL;
	emit_notice(c->turn->session, "warning",
	    "the %s's model failed, the turn's own is asked: %s", role_name(c->question->role),
	    *why);
	string_set(why, NULL);
	c->by_turn = true;
	to_backend(c, own);
	return attempts(c, why);
}

json_t *consult(struct turn *t, const struct question *q, char **why)
{
	const int64_t last_write = t->agent->folds.last_write;
	json_t *value = cache_find(t->agent, q->prompt, q->request, last_write);

	*why = NULL;
	if (value)
		return value;
	/* The prompt's example names tools as the request lists them: by the names the turn's model is offered. */
	auto_free char *prompt = prompt_text(q->prompt, NULL, 0);
	auto_free char *system = dialect_words(t->agent->head.dialect, NULL, prompt);
	struct consultation c = {.turn = t, .question = q, .system = system, .items = json_array()};
	int64_t started = clock_mono_ms();

	to_backend(&c, role_backend(t->agent, q->role));
	add_message(&c, user_message(q->request, NULL));
	emit(t->session, EVENT_STATUS, NULL,
	    event_build_status(&(struct event_status){.text = q->status}));
	value = attempts(&c, why);
	if (!value)
		value = attempts_by_turn(&c, why);
	log_add(LOG_INFO, "role %s: %s in %lld ms", role_name(q->role), value ? "answered" : *why,
	    (long long)(clock_mono_ms() - started));
	json_decref(c.items);
	if (value)
		cache_keep(t->agent, q->prompt, q->request, last_write, value);
	return value;
}
