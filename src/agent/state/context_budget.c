/* SPDX-License-Identifier: MIT
 * Estimates the tokens of a request, and plans cuts of the conversation. A cut is always made in front of a user's
 * prompt or of a reply, so that a call and its result stay on one side.
 */

#include "agent/state/context_budget.h"

#include "base/base.h"
#include "session/conversation.h"

#define DENSEST 1.0 /* bytes per token: a report outside these bounds is not believed */
#define THINNEST 32.0
#define CUT_LEAST 512 /* tokens: growth of a request by less does not show whether a server cuts */

void context_budget_seen(struct context_budget *r, size_t bytes, int64_t tokens)
{
	bool disbelieved = r->disbelieved;

	r->disbelieved = false;
	if (tokens <= 0 || bytes == 0 || disbelieved)
		return;
	r->seen_bytes = bytes;
	r->seen_tokens = tokens;
}

/* A server that cuts too long requests reports the same count for longer and longer ones; one that leaves out cached
 * tokens reports little more than what is new. In doubt a request counts as taken in whole. */
static enum intake intake_of(const struct context_budget *r, size_t bytes, int64_t input)
{
	double density = (double)r->asked_tokens / (double)r->asked_bytes;
	int64_t grown = (int64_t)((double)(bytes - r->asked_bytes) * density);

	if (input < r->asked_tokens / 2)
		return INTAKE_PART;
	if (grown < CUT_LEAST || grown < r->asked_tokens / 8 || input - r->asked_tokens > grown / 8)
		return INTAKE_WHOLE;
	return input * 3 < grown * 2 || input * 2 > grown * 3 ? INTAKE_CUT : INTAKE_WHOLE;
}

static int64_t largest(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

enum intake context_budget_reported(struct context_budget *r, int64_t input)
{
	size_t bytes = r->asking;
	bool more = r->asked_tokens > 0 && bytes > r->asked_bytes;

	r->asking = 0;
	if (bytes == 0 || input <= 0)
		return INTAKE_WHOLE;
	const double ratio = (double)bytes / (double)input;
	enum intake intake = more ? intake_of(r, bytes, input) : INTAKE_WHOLE;
	r->disbelieved = intake != INTAKE_WHOLE;
	if (intake == INTAKE_CUT)
		r->ceiling = largest(r->ceiling, largest(input, r->asked_tokens));
	else if ((!more || input > r->asked_tokens) && ratio >= DENSEST && ratio <= THINNEST / 2) {
		r->asked_bytes = bytes;
		r->asked_tokens = input;
	}
	return intake;
}

void context_budget_forget(struct context_budget *r)
{
	*r = (struct context_budget){.head = r->head, .tail = r->tail};
}

static double bytes_per_token(const struct context_budget *r)
{
	double ratio = r->bytes_per_token;

	if (r->seen_tokens > 0)
		ratio = (double)(r->head + r->seen_bytes) / (double)r->seen_tokens;
	return ratio < DENSEST ? DENSEST : ratio > THINNEST ? THINNEST : ratio;
}

int64_t context_budget_tokens(const struct context_budget *r, size_t bytes)
{
	return (int64_t)((double)(r->head + r->tail + bytes) / bytes_per_token(r)) + 1;
}

size_t context_budget_bytes(const struct context_budget *r, int64_t tokens)
{
	double bytes = (double)tokens * bytes_per_token(r) - (double)(r->head + r->tail);

	return bytes > 0 ? (size_t)bytes : 0;
}

int64_t context_budget_limit(const struct context_budget *r)
{
	if (r->window > 0 && r->ceiling > 0)
		return r->window < r->ceiling ? r->window : r->ceiling;
	return r->window > 0 ? r->window : r->ceiling;
}

struct context_rules context_rules(const struct settings *s)
{
	double ratio = setting_number(s, "context.bytes_per_token");

	return (struct context_rules){
	    .keep_turns = (size_t)setting_int(s, "context.keep_turns"),
	    .keep_rounds = (size_t)setting_int(s, "context.keep_rounds"),
	    .keep_results = (size_t)setting_int(s, "context.keep_results"),
	    .trim_bytes = (size_t)setting_int(s, "context.trim_bytes"),
	    .summary_bytes = (size_t)((double)setting_int(s, "context.summary_tokens") * ratio),
	};
}

static bool is_result(const json_t *item)
{
	return strcmp(json_str(item, "type", ""), "tool_result") == 0;
}

static bool is_reply(const json_t *item)
{
	return !is_result(item) && strcmp(json_str(item, "role", ""), "assistant") == 0;
}

static bool is_user_prompt(const json_t *item)
{
	return !is_result(item) && !is_reply(item) && !json_object_get(item, "kind");
}

/* Returns where the last `count` items of a kind begin, not before `from`; `from` when there are
 * fewer. */
static size_t last_of(
    const json_t *items, bool (*is)(const json_t *item), size_t count, size_t from)
{
	size_t at = json_array_size(items);

	for (size_t i = at; i > from && count > 0; i--)
		if (is(json_array_get(items, i - 1))) {
			at = i - 1;
			count--;
		}
	return count > 0 ? from : at;
}

static size_t cut_of(
    const json_t *items, const struct context_rules *rules, enum context_level level, size_t *turn)
{
	size_t last = last_of(items, is_user_prompt, 1, 0), cut = 0;

	*turn = last;
	switch (level) {
	case CONTEXT_TRIM:
	case CONTEXT_LEVELS:
		break;
	case CONTEXT_SUMMARY:
	case CONTEXT_TRIM_LAST:
		cut = last_of(items, is_user_prompt, rules->keep_turns, 0);
		break;
	case CONTEXT_LAST_TURN:
		cut = last;
		break;
	case CONTEXT_MID_TURN:
		cut = last_of(items, is_reply, rules->keep_rounds, last);
		break;
	case CONTEXT_ALL:
		cut = last_of(items, is_reply, 1, last);
		break;
	}
	/* Nothing but an earlier summary is before the cut: there is nothing to sum up. */
	if (cut == 1 && strcmp(json_str(json_array_get(items, 0), "kind", ""), "summary") == 0)
		cut = 0;
	return cut;
}

/* Returns the index of the first item from which on results stay whole. */
static size_t whole_from(
    const json_t *items, const struct context_rules *rules, enum context_level level)
{
	size_t end = json_array_size(items);

	if (level == CONTEXT_ALL)
		return end;
	if (level >= CONTEXT_TRIM_LAST)
		return rules->keep_results ? last_of(items, is_result, rules->keep_results, 0)
					   : end;
	return last_of(items, is_user_prompt, rules->keep_turns, 0);
}

/* Adds a result to the cut, trimmed if it may be and becomes shorter by it. */
static void add_result(
    struct context_cut *p, const json_t *item, const struct context_rules *rules, bool unread)
{
	const int64_t seq = json_int(item, "seq", 0);
	size_t bytes = item_bytes(item);

	if (seq > 0 && !json_flag(item, "trimmed", false) && bytes > rules->trim_bytes) {
		json_auto_t *short_item = item_trimmed(item, unread);

		if (item_bytes(short_item) < bytes) {
			bytes = item_bytes(short_item);
			json_array_append_new(p->trimmed, json_integer(seq));
		}
	}
	p->after += bytes;
}

struct context_cut context_cut_at(
    const json_t *items, const struct context_rules *rules, enum context_level level)
{
	struct context_cut p = {.level = level, .kept = json_array(), .trimmed = json_array()};
	size_t turn, same = 0, whole = whole_from(items, rules, level),
		     unread = items_unread(items);

	p.cut = cut_of(items, rules, level, &turn);
	p.after = p.cut ? rules->summary_bytes : 0;
	json_each_at (i, item, items) {
		const int64_t seq = json_int(item, "seq", 0);
		const bool before = i < p.cut,
			   stays = before && i >= turn &&
				   (is_user_prompt(item) ||
				       (!is_result(item) &&
					   text_is(json_str(item, "kind", NULL), "steer")));

		p.before += item_bytes(item);
		if (before && seq > 0)
			p.through_seq = seq;
		if (stays)
			json_array_append_new(p.kept, json_integer(seq));
		if (before && !stays)
			continue;
		if (i < whole && is_result(item))
			add_result(&p, item, rules, i >= unread);
		else
			p.after += item_bytes(item);
		if (p.cut == 0 && json_array_size(p.trimmed) == 0)
			same = p.after;
	}
	p.again = p.after - same;
	return p;
}

struct context_cut context_cut_for(
    const json_t *items, const struct context_rules *rules, enum context_level from, size_t goal)
{
	struct context_cut best = context_cut_at(items, rules, from);

	for (enum context_level level = from + 1;
	     level < CONTEXT_LEVELS && (best.after > goal || level == CONTEXT_SUMMARY); level++) {
		struct context_cut p = context_cut_at(items, rules, level);

		if (best.after > goal ? p.after < best.after : p.cut > 0 && p.again < best.again) {
			context_cut_free(&best);
			best = p;
		} else {
			context_cut_free(&p);
		}
	}
	return best;
}

void context_cut_free(struct context_cut *p)
{
	json_decref(p->kept);
	json_decref(p->trimmed);
	*p = (struct context_cut){0};
}
