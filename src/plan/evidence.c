/* SPDX-License-Identifier: MIT
 * Evidence: what was called, touched, ended how and spent while an item was in progress, so that a
 * tick can be believed. Lists are short: the first files, the last exit codes.
 */

#include "base/base.h"
#include "plan/plan_item_edit.h"
#include "session/event/event_data.h"

#define EVIDENCE_LIST 50

void evidence_free(struct evidence *e)
{
	json_decref(e->files);
	json_decref(e->exits);
	*e = (struct evidence){0};
}

void evidence_copy(struct evidence *to, const struct evidence *from)
{
	*to = *from;
	to->files = json_copy(from->files);
	to->exits = json_copy(from->exits);
}

static void add_evidence_file(struct evidence *e, const char *name)
{
	if (json_holds_str(e->files, name))
		return;
	if (!e->files)
		e->files = json_array();
	if (json_array_size(e->files) < EVIDENCE_LIST)
		json_array_append_new(e->files, json_string(name));
}

static void add_exit(struct evidence *e, json_int_t code)
{
	if (!e->exits)
		e->exits = json_array();
	if (json_array_size(e->exits) == EVIDENCE_LIST)
		json_array_remove(e->exits, 0);
	json_array_append_new(e->exits, json_integer(code));
}

int64_t plan_bounded(int64_t n, int64_t most)
{
	return n < 0 ? 0 : n > most ? most : n;
}

static int add_calls(int a, int64_t b)
{
	return (int)plan_bounded(a + plan_bounded(b, INT32_MAX), INT32_MAX);
}

void evidence_merge(struct evidence *into, struct evidence *from)
{
	into->calls = add_calls(into->calls, from->calls);
	into->tokens += from->tokens;
	into->cost_usd += from->cost_usd;
	into->unpriced |= from->unpriced;
	json_each (one, from->files)
		add_evidence_file(into, json_string_value(one));
	json_each (one, from->exits)
		add_exit(into, json_integer_value(one));
	evidence_free(from);
}

json_t *evidence_snapshot(const struct evidence *e)
{
	return json_pack("{s:i, s:o, s:o, s:I, s:o}", "calls", e->calls, "files",
	    e->files ? json_copy(e->files) : json_array(), "exits",
	    e->exits ? json_copy(e->exits) : json_array(), "tokens", (json_int_t)e->tokens,
	    "cost_usd",
	    e->unpriced || !isfinite(e->cost_usd) ? json_null()
	    : e->cost_usd > 0			  ? json_real(e->cost_usd)
						  : json_integer(0));
}

void evidence_load(struct evidence *e, const json_t *o)
{
	double cost = json_num(o, "cost_usd", 0);

	e->calls = add_calls(0, json_int(o, "calls", 0));
	e->tokens = plan_bounded(json_int(o, "tokens", 0), PLAN_NUMBER_MAX);
	e->cost_usd = isfinite(cost) && cost > 0 ? cost : 0;
	e->unpriced = json_is_null(json_object_get(o, "cost_usd"));
	json_each (one, json_list(o, "files"))
		if (json_is_string(one))
			add_evidence_file(e, json_string_value(one));
	json_each (one, json_list(o, "exits"))
		if (json_is_integer(one))
			add_exit(e, json_integer_value(one));
}

void evidence_call(struct evidence *e)
{
	e->calls = add_calls(e->calls, 1);
}

void evidence_result(struct evidence *e, const json_t *result)
{
	const struct event_tool_result r = event_read_tool_result(result);
	const json_t *code = json_object_get(r.data, "exit");
	const char *path = json_str(r.data, "path", NULL);

	if (r.denied && e->calls > 0)
		e->calls--; /* the call was announced, but it was refused and nothing was done */
	if (path && strncmp(path, "blob:", 5) != 0)
		add_evidence_file(e, path);
	if (json_is_integer(code))
		add_exit(e, json_integer_value(code));
}

void evidence_usage(struct evidence *e, int64_t tokens, double cost_usd)
{
	e->tokens += tokens;
	if (isnan(cost_usd))
		e->unpriced = true;
	else
		e->cost_usd += cost_usd;
}
