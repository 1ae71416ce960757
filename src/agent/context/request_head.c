/*
 * The head of every request (system prompt, project instructions, what is remembered, tools): built
 * once per session, so that requests begin with the same bytes and prompt caches keep hitting. What
 * differs most from session to session, the folder and the date, stands last.
 */
#include "agent/context/request_head.h"

#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include "agent/agent_internal.h"
#include "agent/delegate/delegate.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "llm/price.h"
#include "memory/memory.h"
#include "tools/dialect/dialect_offer.h"
#include "tools/tool_set.h"

/* How this model plans: by setting, else by what is known of it; in words where its server takes no
 * tools. */
static enum planner_tool door_of(const struct agent *a)
{
	json_t *known = a->backend->model ? model_known(a->backend->model) : NULL;
	enum planner_tool door = planner_tool(a->settings, json_str(known, "planner_tool", NULL));

	json_decref(known);
	return a->backend->no_tools && door != PLANNER_OFF ? PLANNER_TEXT : door;
}

/* The names its tools are offered by. */
static const json_t *dialect_of(const struct agent *a)
{
	json_t *known = a->backend->model ? model_known(a->backend->model) : NULL;
	const json_t *dialect =
	    dialect_offered(a->backend->model, json_str(known, "dialect", NULL));

	json_decref(known);
	return dialect;
}

/* The first words of the session: what is remembered is chosen by them. */
static const char *first_words(const struct agent *a, const char *prompt)
{
	json_t *parts = json_list(json_array_get(a->conversation.items, 0), "parts");

	return json_str(json_array_get(parts, 0), "text", prompt);
}

char *memory_told(struct agent *a, const char *prompt, struct buf *notices)
{
	return memory_text(
	    &(struct memory_ask){
		.settings = a->settings,
		.store = session_store(a->session),
		.cwd = workspace_path(a->workspace),
		.session = session_id(a->session),
		.prompt = first_words(a, prompt),
		.now_ms = clock_now_ms(),
	    },
	    notices);
}

static char *system_prompt(struct agent *a)
{
	struct utsname host = {0};
	char date[32];
	time_t now = (time_t)(clock_now_ms() / 1000);
	struct tm local;
	char *rules = planner_rules(a->head.door), *text;
	char *plan = dialect_words(a->head.dialect, NULL, rules);
	char *delegated = a->level ? prompt_text("delegated", NULL, 0) : xstrdup("");
	char *reach = a->backend->no_tools ? prompt_text("no_tools", NULL, 0) : xstrdup("");

	uname(&host);
	strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&now, &local));
	text = prompt_text("system",
	    (struct prompt_var[]){{"workspace", workspace_path(a->workspace)},
		{"system", host.sysname}, {"date", date}, {"planning", plan},
		{"memory", a->head.memory}, {"instructions", a->head.instructions},
		{"delegated", delegated}, {"reach", reach}},
	    8);
	free(rules);
	free(plan);
	free(delegated);
	free(reach);
	return text;
}

/* Tells whether two sessions began with the same bytes. Owned. */
static char *fingerprint(const struct agent *a)
{
	char *catalog = json_line(a->head.tools), *text;
	uint64_t hash = hash_bytes(HASH_START, a->head.text, strlen(a->head.text));

	hash = hash_bytes(hash, catalog, strlen(catalog));
	text = xasprintf("%016llx", (unsigned long long)hash);
	free(catalog);
	return text;
}

/* In a small window the tools that are rarely needed leave their room to the work: they are not
 * offered, but taken when called. */
static bool is_left_out(const struct agent *a, const char *name)
{
	int64_t window = a->backend->context_tokens;

	return window > 0 && window < setting_int(a->settings, "tools.small_window") &&
	       json_holds_str(setting_json(a->settings, "tools.rare"), name);
}

/* Of the tools only those the agent may use: a delegate is given the ones its parent names. */
static void add_rows(struct agent *a, const struct tool *const *rows,
    void (*add)(struct tool_set *set, const struct tool *const *rows))
{
	for (; *rows; rows++)
		if (!a->allowed || json_holds_str(a->allowed, (*rows)->name))
			(is_left_out(a, (*rows)->name) ? tool_set_add_unlisted : add)(
			    a->tools, (const struct tool *const[]){*rows, NULL});
}

/* Taken when a model calls them, as other agents' models do: a patch, the plan through the other
 * door. */
static void add_unlisted(struct agent *a)
{
	bool plans = a->head.door == PLANNER_WRITE_TODOS || a->head.door == PLANNER_MANAGE_TODOS;

	add_rows(a, patch_tools, tool_set_add_unlisted);
	if (plans)
		add_rows(a,
		    planner_tools(a->head.door == PLANNER_WRITE_TODOS ? PLANNER_MANAGE_TODOS
								      : PLANNER_WRITE_TODOS),
		    tool_set_add_unlisted);
}

static void add_tools(struct agent *a)
{
	add_rows(a, workspace_tools, tool_set_add);
	add_rows(a, planner_tools(a->head.door), tool_set_add);
	if (a->level < setting_int(a->settings, "delegate.depth"))
		add_rows(a, delegate_tools, tool_set_add);
	if (a->level == 0 && setting_bool(a->settings, "memory.enabled"))
		add_rows(a, memory_tools, tool_set_add);
	add_unlisted(a);
}

static void tools_build(struct agent *a)
{
	if (a->backend->window)
		a->backend->window(a->backend, false);
	a->tools = tool_set_new();
	a->head.door = door_of(a);
	if (!a->backend->no_tools)
		add_tools(a);
	a->head.dialect = dialect_of(a);
	a->head.tools = dialect_describe(a->head.dialect, a->tools);
}

/* The text anew, with what it was told already. */
static void text_renew(struct agent *a)
{
	free(a->head.text);
	free(a->head.fingerprint);
	a->head.text = system_prompt(a);
	a->head.fingerprint = fingerprint(a);
	a->window.head = 0; /* measured anew */
}

void head_fit(struct agent *a)
{
	if (!a->head.stale)
		return;
	a->head.stale = false;
	if (!a->tools)
		return;
	tool_set_free(a->tools);
	json_decref(a->head.tools);
	tools_build(a);
	if (a->head.text)
		text_renew(a);
}

void head_build(struct agent *a, const char *prompt)
{
	struct buf notices = BUF_INIT;

	head_fit(a);
	if (a->head.text)
		return;
	if (!a->tools)
		tools_build(a);
	free(a->head.memory);
	free(a->head.instructions);
	a->head.memory = memory_told(a, prompt, &notices);
	a->head.instructions = instructions_text(a->settings, a->workspace, &notices);
	text_renew(a);
	free(a->head.notice);
	a->head.notice = notices.len ? buf_take(&notices) : NULL;
	buf_free(&notices);
}

void head_renew(struct agent *a)
{
	struct buf notices = BUF_INIT;

	if (!a->head.text)
		return;
	free(a->head.instructions);
	a->head.instructions = instructions_text(a->settings, a->workspace, &notices);
	text_renew(a);
	buf_free(&notices);
}

void head_free(struct head *h)
{
	free(h->text);
	json_decref(h->tools);
	free(h->fingerprint);
	free(h->memory);
	free(h->instructions);
	free(h->notice);
}

void head_forget(struct agent *a)
{
	free(a->head.text);
	a->head.text = NULL;
}
