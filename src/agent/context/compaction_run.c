/* SPDX-License-Identifier: MIT
 * Making room in the window: before each request the meter is read; from a threshold on the output
 * of old calls is trimmed, from the next on what came before becomes a summary. Nothing of the
 * conversation changes but through one compaction event, emitted when everything for it is there:
 * a summary that fails or is stopped leaves all as it was. Of what is summed up results shrink first, to
 * their beginning and end, then arguments and words; what is still too much loses its oldest part, never an earlier
 * summary.
 */
#include "agent/context/compaction_run.h"

#include "agent/budget/budget_admit.h"
#include "agent/budget/budget_day.h"
#include "agent/budget/spend.h"
#include "agent/context/request_head.h"
#include "agent/context/turn_context.h"
#include "agent/context/window_meter.h"
#include "agent/hook/hook_points.h"
#include "agent/roles/model_call.h"
#include "agent/roles/role_answer.h"
#include "agent/roles/role_backend.h"
#include "agent/state/agent_state.h"
#include "agent/state/context_budget.h"
#include "agent/state/role.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/log.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "tools/tool.h"

/* ---- The transcript to be summed up -------------------------------------------------------------- */

/* Bytes kept of one text, step by step. */
static const struct caps {
	size_t words, arguments, result;
} steps[] = {
    {32768, 4096, 8192},
    {8192, 1024, 2048},
    {2048, 256, 512},
    {600, 120, 0},
};
#define STEPS ARRAY_SIZE(steps)

/* Appends a text as an element, cut to max bytes; 0: nothing. The markup is for the reader: nothing is escaped. */
static void add_element(
    struct buf *out, const char *tag, const char *name, const char *text, size_t max)
{
	const size_t len = strlen(text);

	if (max == 0 || !len)
		return;
	buf_addf(out, *name ? "<%s %s>\n" : "<%s>\n", tag, name);
	if (len <= max) {
		buf_add(out, text, len);
	} else { /* its beginning and its end */
		buf_add(out, text, utf8_start(text, max * 2 / 3));
		buf_adds(out, " … ");
		buf_adds(out, text + utf8_start(text, len - max / 3));
	}
	buf_addf(out, "\n</%s>\n", tag);
}

static void add_item(struct buf *out, const json_t *item, const struct caps *caps)
{
	const char *role = json_str(item, "role", ""), *kind = json_str(item, "kind", "");
	const char *whose = strcmp(role, "assistant") == 0     ? role
			    : !*kind || !strcmp(kind, "steer") ? "user"
							       : kind; /* a note, a summary */

	if (strcmp(kind, "context") == 0)
		return; /* sent anew after the summary, or about how the session began */
	if (strcmp(json_str(item, "type", ""), "tool_result") == 0)
		add_element(out, "result", json_str(item, "tool", ""), json_str(item, "text", ""),
		    caps->result);
	json_each (part, json_list(item, "parts")) {
		const struct event_call_part call = event_read_call_part(part);

		if (part_type(part) == PART_TEXT)
			add_element(out, whose, "", event_read_text_part(part).text, caps->words);
		else if (part_type(part) == PART_CALL)
			add_element(out, "call", call.tool, call.arguments, caps->arguments);
	}
}

static bool is_left_out(const json_t *item, const json_t *without)
{
	json_each (seq, without)
		if (json_integer_value(seq) == json_int(item, "seq", -1))
			return true;
	return false;
}

static void write_items(struct buf *out, const json_t *items, size_t from, size_t to,
    const json_t *without, const struct caps *caps)
{
	buf_clear(out);
	for (size_t i = from; i < to; i++) {
		const json_t *item = json_array_get(items, i);

		if (is_left_out(item, without)) {
			/* The user's words stay, so that the rest is summed up for what was asked. */
			json_each (part, json_list(item, "parts"))
				add_element(out, "request", "", event_read_text_part(part).text,
				    caps->words);
		} else {
			add_item(out, item, caps);
		}
	}
}

/* Returns the first `count` items as text of at most max bytes; caller frees. `without`: seqs of requests that stay. */
static char *transcript_text(const json_t *items, size_t count, const json_t *without, size_t max)
{
	struct buf first = BUF_INIT, out = {.max = BUF_UNBOUNDED};
	size_t from = 0;

	if (count && strcmp(json_str(json_array_get(items, 0), "kind", ""), "summary") == 0) {
		write_items(
		    &first, items, 0, 1, without, &(struct caps){.words = max > 4 ? max / 2 : 2});
		from = 1;
		max -= first.len < max ? first.len : max;
	}
	for (size_t step = 0; step < STEPS; step++) {
		write_items(&out, items, from, count, without, &steps[step]);
		if (out.len <= max)
			break;
	}
	if (out.len > max) { /* the newest part stays, from the beginning of an element */
		const char *element = strstr(out.data + out.len - max, "\n<");

		buf_drop(&out, element ? (size_t)(element - out.data) + 1 : out.len);
	}
	buf_add(&first, buf_str(&out), out.len);
	buf_free(&out);
	tags_neutralise(&first);
	return buf_take(&first);
}

/* ---- The summary: one call of the model without tools, whose words are shown with the compaction ---- */

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

/* Asks for a summary of a transcript, waits, and returns it; caller frees. NULL: the call failed, gave nothing,
 * took too long or was cancelled. t: NULL between turns. */
static char *summarise(struct agent *a, struct turn *t, const char *transcript)
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

/* ---- Making room --------------------------------------------------------------------------------- */

static int64_t percent(int64_t of, const struct agent *a, const char *setting)
{
	return of * setting_int(a->settings, setting) / 100;
}

static void emit_compaction(struct agent *a, struct context_cut *p, const char *summary,
    const struct context_rules *rules, int64_t before)
{
	if (summary) {
		head_renew(a);
		window_measure_head(a);
	}
	/* Trimmed results stay readable by their references; one that was cut before has one already. */
	json_each (item, a->conversation.items)
		json_each (seq, p->trimmed) {
			const struct event_tool_result r = event_read_tool_result(item);
			char ref[40];

			if (json_int(item, "seq", -1) == json_integer_value(seq) && r.text &&
			    !json_str(r.truncated, "ref", NULL))
				session_blob_put(a->session, r.text, strlen(r.text), ref);
		}
	/* A summary has its true size by now. */
	const size_t bytes = summary ? p->after - rules->summary_bytes + strlen(summary) : p->after;
	int64_t after = context_budget_tokens(&a->window, bytes);
	log_add(LOG_INFO, "compaction: %s, %lld to %lld tokens", summary ? "summed up" : "trimmed",
	    (long long)before, (long long)after);
	a->window.asked_tokens = 0;
	emit(a->session, EVENT_COMPACTION, NULL,
	    event_build_compaction(&(struct event_compaction){
		.through_seq = summary ? p->through_seq : 0,
		.summary = summary,
		.head = summary ? a->head.fingerprint : NULL,
		.kept = json_incref(p->kept),
		.trimmed = json_incref(p->trimmed),
		.tokens_before = before,
		.tokens_after = after,
	    }));
	session_settle(a->session, NULL);
}

static size_t transcript_bytes(const struct agent *a)
{
	struct context_budget around = a->window;
	int64_t limit = context_budget_limit(&around);
	size_t most = (size_t)setting_int(a->settings, "context.transcript_bytes"), fits;

	if (limit == 0)
		return most;
	around.head = around.tail = 0;
	around.seen_tokens = 0; /* words are not as dense as the JSON of tools */
	fits = context_budget_bytes(&around, limit / 2);
	return fits < most ? fits : most;
}

/* Returns a summary of what is cut, at worst a list; caller frees. NULL: cancelled, or the turn is over. */
static char *summary_of(struct agent *a, struct turn *t, const struct context_cut *p)
{
	size_t max = transcript_bytes(a);
	const json_t *items = a->conversation.items;
	char *text = NULL;

	for (int attempt = 0; !text && attempt < 2; attempt++, max /= 2) {
		auto_free char *transcript = transcript_text(items, p->cut, p->kept, max);

		text = summarise(a, t, transcript);
		if (session_cancel(a->session)->requested || (t && t->over)) {
			free(text);
			return NULL;
		}
	}
	if (text)
		return text;
	emit_notice(a->session, "warning",
	    "the model gave no summary; a list of what was said takes its place");
	return transcript_text(items, p->cut, p->kept, context_rules(a->settings).summary_bytes);
}

/* Carries out a cut that frees at least `gain` tokens (0: any, as the user wished); frees it. False: it was not. */
static bool carry_out(struct agent *a, struct turn *t, struct context_cut *p, int64_t gain)
{
	struct context_rules rules = context_rules(a->settings);
	int64_t before = context_budget_tokens(&a->window, a->conversation.bytes);
	bool worth = before - context_budget_tokens(&a->window, p->after) >= (gain > 0 ? gain : 1);
	auto_free char *summary = NULL;

	if (worth && p->cut && p->through_seq > 0)
		worth = hooks_compact(a, gain == 0) && (summary = summary_of(a, t, p)) != NULL;
	if (worth)
		emit_compaction(a, p, summary, &rules, before);
	context_cut_free(p);
	return worth;
}

static bool make_room(
    struct agent *a, struct turn *t, enum context_level from, int64_t goal, int64_t gain)
{
	struct context_rules rules = context_rules(a->settings);
	struct context_cut p = context_cut_for(
	    a->conversation.items, &rules, from, context_budget_bytes(&a->window, goal));

	return carry_out(a, t, &p, gain);
}

/* Lets the server count the turn's next request, without the blocks that are still to come, if no reply has taught the
 * meter of the window yet. Returns whether the meter learned something. */
static bool learn_exact_count(struct turn *t)
{
	struct agent *a = t->agent;
	struct call_names names;
	struct context context = turn_context(t, &names);

	if (a->window.seen_tokens > 0)
		return false;
	int64_t tokens = exact_count(a, a->backend, &context);
	if (tokens > 0)
		context_budget_seen(&a->window, a->conversation.bytes, tokens);
	return tokens > 0;
}

void compact_when_full(struct turn *t)
{
	struct agent *a = t->agent;
	int64_t tokens = window_measure(a), limit = context_budget_limit(&a->window),
		gain = percent(limit, a, "context.gain_percent"),
		full = percent(limit, a, "context.compact_percent");

	if (a->backend->window && tokens > setting_int(a->settings, "context.ask_tokens"))
		a->backend->window(a->backend, true);
	if (limit > 0 && tokens * 10 >= percent(limit, a, "context.trim_percent") * 9 &&
	    learn_exact_count(t))
		tokens = context_budget_tokens(&a->window, a->conversation.bytes);
	if (a->wants_compaction)
		compact_as_wished(a, t);
	else if (limit > 0 && tokens >= full)
		make_room(a, t, CONTEXT_TRIM, full - gain, gain);
	else if (limit > 0 && tokens >= percent(limit, a, "context.trim_percent")) {
		struct context_rules rules = context_rules(a->settings);
		struct context_cut p = context_cut_at(a->conversation.items, &rules, CONTEXT_TRIM);

		carry_out(a, t, &p, gain);
	}
}

bool compact_after_overflow(struct turn *t, int attempt)
{
	struct agent *a = t->agent;
	int64_t tokens = window_measure(a), goal = percent(tokens, a, "context.retry_percent");

	if (attempt > setting_int(a->settings, "context.attempts") ||
	    session_cancel(a->session)->requested)
		return false;
	if (a->window.ceiling == 0 || tokens < a->window.ceiling)
		a->window.ceiling = tokens;
	return make_room(
	    a, t, CONTEXT_TRIM, goal, percent(tokens, a, "context.gain_percent") / attempt);
}

void compact_as_wished(struct agent *a, struct turn *t)
{
	a->wants_compaction = false;
	window_measure(a);
	/* Estimates are rounded up by a token at most, so a goal below the present size is two less. */
	if (!make_room(a, t, CONTEXT_SUMMARY,
		context_budget_tokens(&a->window, a->conversation.bytes) - 2, 0) &&
	    !session_cancel(a->session)->requested)
		emit_notice(a->session, "info", "there is nothing to compact yet");
}
