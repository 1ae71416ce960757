/* SPDX-License-Identifier: MIT
 * Admits requests by the budgets. With a budget of money a model without a price is refused: no price is guessed.
 */
#include "agent/budget/budget_admit.h"

#include "agent/budget/allowance.h"
#include "agent/budget/budget.h"
#include "agent/budget/budget_day.h"
#include "agent/budget/spend.h"
#include "agent/state/agent_state.h"
#include "agent/state/limits.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "llm/model/token_count.h"

static const struct {
	const char *what, *way_out;
} rows[] = {
    [BUDGET_TURN] = {"turn", "--budget USD"},
    [BUDGET_SESSION] = {"session", "-s budget.session_usd=USD"},
    [BUDGET_DAY] = {"day", "-s budget.day_usd=USD"},
    [BUDGET_ROADMAP] = {"roadmap", "caps.session_usd of config/roadmaps.yaml"},
    [BUDGET_TOKENS] = {"turn", "-s limits.tokens=N"},
};

/* Whether the server has counted all of the request but what is new since its last reply. */
static bool is_counted(const struct agent *a, const struct budget_request *q)
{
	const struct counted *c = &a->spending->counted;

	return q->role == ROLE_TURN && q->context->items == a->conversation.items &&
	       c->tokens > 0 && c->items <= json_array_size(q->context->items);
}

static struct allowance_facts facts_of(struct agent *a, const struct budget_request *q)
{
	const struct price *price = spend_price(a, q->backend);
	const struct counted *c = &a->spending->counted;
	const double rate = setting_number(a->settings, "budget.bytes_per_token"),
		     seen = server_bytes_per_token(&a->roles.servers, q->backend),
		     of_head =
			 fmax(seen, setting_number(a->settings, "budget.head_bytes_per_token"));
	const size_t head = context_head_bytes(q->context);
	const bool counted = is_counted(a, q);

	a->spending->head_bytes = q->role == ROLE_TURN ? head : 0;
	return (struct allowance_facts){
	    .price = *price,
	    .usd_left = NAN,
	    .tokens_left = ALLOWANCE_NO_END,
	    .input = (counted ? c->tokens : (int64_t)((double)head / of_head)) +
		     context_tokens_at_most(q->context, counted ? c->items : 0, rate),
	    .asked = q->asked,
	    .longest = price->longest,
	    .least = setting_int(a->settings, "budget.least_reply"),
	    .taken_for = setting_int(a->settings, "budget.longest_reply"),
	};
}

/* Returns what one cap allows by itself. */
static struct allowance allowance_by(struct agent *a, enum budget kind, struct allowance_facts f)
{
	const int64_t tokens = kind == BUDGET_TOKENS ? budget_tokens_left(a) : -1;

	if (kind != BUDGET_TOKENS)
		f.usd_left = budget_left_of(a, kind);
	else if (tokens >= 0)
		f.tokens_left = tokens;
	return allowance_of(&f);
}

/* Returns what the narrowest cap allows, and which it is. With a store the day's cap is not looked at
 * here but where money is reserved (budget_day_reserve). */
static struct allowance narrowest(
    struct agent *a, const struct allowance_facts *f, enum budget *kind)
{
	struct allowance least = allowance_by(a, BUDGET_TURN, *f);

	*kind = BUDGET_TURN;
	for (enum budget k = BUDGET_SESSION; k < BUDGETS; k++) {
		if (k == BUDGET_DAY && session_store(a->session))
			continue;
		struct allowance one = allowance_by(a, k, *f);
		if (one.reply < least.reply) {
			least = one;
			*kind = k;
		}
	}
	return least;
}

/* ---- The server's own count ------------------------------------------------------------------ */

struct count_wait {
	int64_t tokens;
	bool done;
};

static void on_count(void *ctx, int64_t tokens)
{
	struct count_wait *w = ctx;

	*w = (struct count_wait){tokens, true};
}

int64_t exact_count(struct agent *a, struct backend *b, const struct context *context)
{
	struct count_wait w = {0};
	struct input_count *count = b->base_url ? backend_count(b, context, on_count, &w) : NULL;

	if (!count)
		return 0;
	loop_await(a->loop, loop_flag, &w.done, session_cancel(a->session));
	if (!w.done)
		input_count_stop(count);
	return w.tokens;
}

#define CLOSING_NOTE 300 /* tokens that the words before a closing answer take at most */
#define CLOSE 10 /* a request is close to a budget's end if a tenth more input would pass it */

/* Replaces the estimated input, which is the most it can be, by the server's count. The server is asked only where the
 * estimate is over a budget or close to its end, and more than a tenth of it was not counted yet. */
static void count_if_close(
    struct agent *a, const struct budget_request *q, struct allowance_facts *f)
{
	const int64_t known = is_counted(a, q) ? a->spending->counted.tokens : 0;
	struct allowance_facts over = *f;
	enum budget kind;

	over.input += f->input / CLOSE;
	if ((f->input - known) * CLOSE < f->input ||
	    (narrowest(a, &over, &kind).allowed && allowance_by(a, BUDGET_DAY, over).allowed))
		return;
	const int64_t counted = exact_count(a, q->backend, q->context);
	if (counted)
		f->input = counted;
}

/* ---- Too little is left --------------------------------------------------------------------- */

static void spell(enum budget kind, double n, char out[32])
{
	char usd[24];

	if (kind == BUDGET_TOKENS) {
		snprintf(out, 32, "%.0f", n > 0 ? n : 0);
		return;
	}
	price_spell(n, usd);
	snprintf(out, 32, "$%s", usd);
}

/* Returns how much must be left for a request: its input, the least reply, and what is kept back. */
static double needed(enum budget kind, const struct allowance_facts *f)
{
	const int64_t input = f->input + f->kept_input, output = f->least + f->kept_output;

	if (kind == BUDGET_TOKENS)
		return (double)(input + output);
	return price_input_most_usd(&f->price, input) +
	       (double)output * price_at(&f->price, f->input).output / 1e6;
}

static void shortage_error(
    struct agent *a, struct error *e, enum budget kind, const struct allowance_facts *f)
{
	char cap[32], used[32], need[32], left[32];

	spell(kind, budget_cap(a, kind), cap);
	spell(kind, budget_gone(a, kind), used);
	spell(kind, needed(kind, f), need);
	spell(kind, budget_left_of(a, kind), left);
	if (budget_left_of(a, kind) <= 0)
		error_set(e, ERR_LIMIT,
		    "the %s's budget of %s%s is spent%s (%s); allow more with %s", rows[kind].what,
		    cap, kind == BUDGET_TOKENS ? " tokens" : "",
		    kind == BUDGET_DAY ? ", or held for a request under way" : "", used,
		    rows[kind].way_out);
	else
		error_set(e, ERR_LIMIT,
		    "the %s's budget of %s%s leaves %s, and the next request may take %s; allow "
		    "more "
		    "with %s",
		    rows[kind].what, cap, kind == BUDGET_TOKENS ? " tokens" : "", left, need,
		    rows[kind].way_out);
}

/* Asks the user for more of a budget. True: there is more now. */
static bool ask_for_more(struct turn *t, enum budget kind, const struct allowance_facts *f)
{
	struct agent *a = t->agent;
	const double over = fmax(0, -budget_left_of(a, kind)); /* what was used beyond the cap */
	const double more =
	    fmax(budget_cap(a, kind) - t->budget->raised[kind], over + needed(kind, f));
	char cap[32], used[32], need[32];
	struct limit_more gives = {0};

	spell(kind, budget_cap(a, kind), cap);
	spell(kind, budget_gone(a, kind), used);
	spell(kind, needed(kind, f), need);
	if (kind == BUDGET_TOKENS)
		gives.tokens = (int64_t)more;
	else
		gives.usd = more;
	enum limit_choice choice = limits_ask(t,
	    xasprintf("%s of the %s's %s%s used, the next request may take %s", used,
		rows[kind].what, cap, kind == BUDGET_TOKENS ? " tokens" : "", need),
	    &gives);
	if (choice == LIMIT_MORE)
		t->budget->raised[kind] += more;
	else if (choice == LIMIT_LIFT)
		t->budget->lifted[kind] = true;
	else if (choice == LIMIT_ANSWER)
		turn_wrap_up(t, kind == BUDGET_TOKENS ? WRAP_UP_TOKENS : WRAP_UP_BUDGET);
	return choice == LIMIT_MORE || choice == LIMIT_LIFT;
}

/* Whether what was kept back for the closing answer pays for it. */
static bool pays_for_closing(struct agent *a, struct allowance_facts f)
{
	enum budget kind;

	if (!f.kept_input)
		return false;
	f.input = f.kept_input;
	f.kept_input = f.kept_output = 0;
	return narrowest(a, &f, &kind).allowed && allowance_by(a, BUDGET_DAY, f).allowed;
}

/* Called where a cap leaves too little: asks for more, else ends the turn or lets it wrap up. True: there is more. */
static bool shortage(
    struct agent *a, struct turn *t, enum budget kind, const struct allowance_facts *f)
{
	auto_error e = ERROR_INIT;
	bool more = false;
	if (t && limits_asked(t) && !t->wrap_up)
		more = ask_for_more(t, kind, f);
	if (!more && budget_is_roadmaps(a, kind)) {
		t->budget->exhausted = kind;
		return false;
	}
	if (!more && !(t && (t->over || turn_cancelled(t)))) {
		shortage_error(a, &e, kind, f);
		if (!t)
			emit_notice(a->session, "warning", "%s", e.message);
		else if (t->error.code == ERR_NONE)
			error_set(&t->error, e.code, "%s", e.message);
		if (t && pays_for_closing(a, *f))
			turn_wrap_up(t, kind == BUDGET_TOKENS ? WRAP_UP_TOKENS : WRAP_UP_BUDGET);
		if (t && !wraps_up_for_budget(t))
			turn_finish(t, kind == BUDGET_TOKENS ? OUTCOME_LIMIT : OUTCOME_BUDGET);
	}
	return more;
}

static bool unpriced(struct agent *a, struct turn *t, const struct backend *b)
{
	auto_error e = ERROR_INIT;

	if (!budget_set(a->settings))
		return false;
	if (!b->model)
		error_set(&e, ERR_USAGE,
		    "a budget wants to know the model: choose one with -m (agent models lists "
		    "them)");
	else if (budget_model_priced(
		     a->settings, b, b->model, "backend.model", "go without a budget", &e))
		return false;
	if (t) {
		error_set(&t->error, e.code, "%s", e.message);
		turn_finish(t, OUTCOME_FAILED);
	} else {
		emit_notice(a->session, "warning", "%s", e.message);
	}
	return true;
}

/* ---- Admission ------------------------------------------------------------------------------ */

/* Whether there is any cap. The roadmap planner's own count only for a model with a known price; those of the settings
 * count always, and demand a price. */
static bool any_cap(struct agent *a, const struct backend *b)
{
	const struct turn_budget *own = a->turn ? a->turn->budget : NULL;

	return budget_set(a->settings) || setting_int(a->settings, "limits.tokens") > 0 ||
	       (own && (own->roadmap_usd > 0 || own->roadmap_day_usd > 0) && b->model &&
		   spend_price(a, b)->known);
}

/* Says how long the reply may be, and how it is watched while it arrives: by a count of its tokens where the server
 * cannot be sent a limit; by its bytes where it was sent one, in case that it does not heed it. */
static void grant_of(const struct agent *a, const struct budget_request *q,
    const struct allowance *got, struct budget_grant *grant)
{
	const bool told = got->clamp > 0 && !(a->roles.left_out[q->role] & ROLE_LENGTH_REFUSED);

	grant->most = got->clamp > 0 ? got->clamp : got->watch;
	grant->max_output = told ? (int)(got->clamp < INT_MAX ? got->clamp : INT_MAX) : 0;
	grant->bytes_per_token = setting_number(a->settings, "budget.most_bytes_per_token");
	grant->most_bytes = told ? (double)grant->most * grant->bytes_per_token : 0;
}

bool budget_admit(
    struct agent *a, struct turn *t, const struct budget_request *q, struct budget_grant *grant)
{
	struct allowance got;
	enum budget kind;

	*grant = (struct budget_grant){0};
	a->spending->clamped = false;
	budget_release(a); /* what was held for this request when it was sent before */
	if (!q->backend->base_url)
		return true;
	if (any_cap(a, q->backend) && unpriced(a, t, q->backend))
		return false;
	struct allowance_facts facts = facts_of(a, q);
	if (!any_cap(a, q->backend)) {
		budget_note(a, q->backend, q->role, &facts, 0);
		return true;
	}
	count_if_close(a, q, &facts);
	/* The price of a closing answer is kept back from all of a turn's requests but the first: before any work
	 * there is nothing to answer with. */
	if (t && !t->wrap_up && !t->roadmap && t->iteration > 1) {
		facts.kept_input = facts.input + CLOSING_NOTE;
		facts.kept_output = setting_int(a->settings, "budget.answer_tokens");
	}
	for (;;) {
		got = narrowest(a, &facts, &kind);
		if (got.allowed && !budget_day_reserve(a, q->backend, q->role, &facts, &got))
			kind = BUDGET_DAY;
		if (got.allowed)
			break;
		/* The last answer is made although nothing is left for it, but it must be short. */
		if (t && wraps_up_for_budget(t)) {
			got.clamp = setting_int(a->settings, "budget.answer_tokens");
			break;
		}
		if (!shortage(a, t, kind, &facts))
			return false;
	}
	if (!a->spending->reserved)
		budget_note(a, q->backend, q->role, &facts, got.usd);
	grant_of(a, q, &got, grant);
	a->spending->clamped = grant->max_output > 0;
	return true;
}
