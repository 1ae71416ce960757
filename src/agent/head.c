/*
 * What surrounds the conversation in a request. The head (system prompt, project instructions,
 * tools) is built once per session, so that every request begins with the same bytes and prompt
 * caches keep hitting. The tail (the plan, what holds for this turn) is built anew for each request
 * and never stored.
 */
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "agent/state.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/text.h"
#include "config/prompt.h"
#include "llm/price.h"

static const char instructions_file[] = "AGENTS.md";

static char *instructions_text(struct agent *a)
{
	struct buf raw = BUF_INIT;
	char *clean, *text;
	size_t max = (size_t)setting_int(a->settings, "agent.instructions_bytes");
	struct error e = ERROR_INIT;

	if (!workspace_read(a->workspace, instructions_file, max, &raw, NULL, &e)) {
		if (e.code != ERR_NOT_FOUND)
			a->notice = xasprintf("'%s' is not used: %s", instructions_file, e.message);
		error_free(&e);
		buf_free(&raw);
		return xstrdup("");
	}
	clean = text_clean(raw.data, raw.len);
	text = prompt_text(
	    "instructions", (struct prompt_var[]){{"file", instructions_file}, {"text", clean}}, 2);
	free(clean);
	buf_free(&raw);
	return text;
}

/* How this model plans: by setting, else by what is known of it. */
static enum plan_door door_of(const struct agent *a)
{
	json_t *known = a->backend->model ? model_known(a->backend->model) : NULL;
	enum plan_door door = plan_door(a->settings, json_str(known, "planner_tool", NULL));

	json_decref(known);
	return door;
}

static char *system_prompt(struct agent *a)
{
	struct utsname host = {0};
	char date[32];
	time_t now = (time_t)(clock_now_ms() / 1000);
	struct tm local;
	char *plan = plan_door_rules(a->door);
	char *instructions = instructions_text(a), *text;
	char *delegated = a->level ? prompt_text("delegated", NULL, 0) : xstrdup("");

	uname(&host);
	strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&now, &local));
	text = prompt_text("system",
	    (struct prompt_var[]){{"workspace", workspace_path(a->workspace)},
		{"system", host.sysname}, {"date", date}, {"planning", plan},
		{"instructions", instructions}, {"delegated", delegated}},
	    6);
	free(plan);
	free(instructions);
	free(delegated);
	return text;
}

/* Tells whether two sessions began with the same bytes. Owned. */
static char *fingerprint(const struct agent *a)
{
	char *catalog = json_line(a->catalog), *text;
	uint64_t hash = hash_bytes(HASH_START, a->system, strlen(a->system));

	hash = hash_bytes(hash, catalog, strlen(catalog));
	text = xasprintf("%016llx", (unsigned long long)hash);
	free(catalog);
	return text;
}

/* Of the rows those the agent may use: a delegate is given the tools its parent names. */
static void add_rows(struct agent *a, const struct tool *const *rows)
{
	json_t *name;
	size_t i;

	for (; *rows; rows++) {
		bool given = !a->allowed;

		json_array_foreach (a->allowed, i, name)
			given |= strcmp(json_string_value(name), (*rows)->name) == 0;
		if (given)
			tool_set_add(a->tools, (const struct tool *const[]){*rows, NULL});
	}
}

void head_build(struct agent *a)
{
	if (a->system)
		return;
	a->tools = tool_set_new();
	a->door = door_of(a);
	add_rows(a, workspace_tools);
	add_rows(a, plan_door_tools(a->door));
	if (a->level < setting_int(a->settings, "delegate.depth"))
		add_rows(a, delegate_tools);
	a->catalog = tool_set_describe(a->tools, a->settings);
	a->system = system_prompt(a);
	a->head = fingerprint(a);
}

char *tail_build(struct turn *t)
{
	struct buf out = BUF_INIT;

	if (t->agent->door != DOOR_OFF)
		plan_context(&t->agent->plan,
		    (size_t)setting_int(t->agent->settings, "planner.context_bytes"), &out);
	strategy_context(&t->strategy, t->steps,
	    (size_t)setting_int(t->agent->settings, "strategy.context_bytes"), &out);
	if (t->depth == DEPTH_DIRECT) {
		char *direct = prompt_text(t->routed ? "direct_routed" : "direct", NULL, 0);

		buf_adds(&out, direct);
		free(direct);
	}
	return buf_take(&out);
}
