/* SPDX-License-Identifier: MIT
 * The head of every request (system prompt, project instructions, what is remembered, tools): built
 * once per session, so that requests begin with the same bytes and prompt caches keep hitting. What
 * differs most from session to session, the folder and the date, stands last.
 */
#include "agent/context/request_head.h"

#include <sys/utsname.h>
#include <time.h>
#include "agent/context/mcp_head.h"
#include "agent/context/project_instructions.h"
#include "agent/context/skill_use.h"
#include "agent/hook/hook_points.h"
#include "agent/state/agent_state.h"
#include "base/base.h"
#include "base/core/hash.h"
#include "config/prompt.h"
#include "llm/http/endpoint.h"
#include "llm/model/price.h"
#include "mcp/mcp.h"
#include "memory/memory.h"
#include "roadmap/run/kept_plan.h"
#include "sandbox/sandbox.h"
#include "session/event/event_data.h"
#include "session/store/store_roadmap.h"
#include "skills/skills.h"
#include "tools/command/jobs.h"
#include "tools/dialect/dialect_offer.h"
#include "tools/tool_set.h"
#include "workspace/shell/shell.h"

#define BYTES_PER_TOKEN 4

char *memory_told(struct agent *a, const char *prompt, struct buf *notices)
{
	const json_t *parts = json_list(json_array_get(a->conversation.items, 0), "parts");

	return memory_text(
	    &(struct memory_ask){
		.settings = a->settings,
		.store = session_store(a->session),
		.cwd = workspace_path(a->workspace),
		.session = session_id(a->session),
		/* What is remembered is chosen by the first words of the session. */
		.prompt = parts ? event_read_text_part(json_array_get(parts, 0)).text : prompt,
		.now_ms = clock_now_ms(),
	    },
	    notices);
}

/* Returns a text on how commands run here, as the session begins; "" where none can. Caller frees. */
static char *commands_told(struct agent *a)
{
	const bool bash = text_is(shell_base(command_shell(a->settings)), "bash");

	if (!tool_find(a->tools, "run_command"))
		return xstrdup("");
	auto_free char *shell = prompt_text(bash ? "commands/bash" : "commands/sh", NULL, 0);
	const char *tier =
	    sandbox_is_off(a->sandbox) ? "commands/free"
	    : sandbox_tier(a->sandbox) == SANDBOX_NONE
		? (sandbox_refuses(a->sandbox) ? "commands/refused" : "commands/free")
	    : sandbox_network(a->sandbox) ? "commands/network"
					  : "commands/held";
	auto_free char *sandbox = prompt_text(tier, NULL, 0);
	return prompt_with("commands/place", {"shell", shell}, {"sandbox", sandbox},
	    {"mode", setting_string(a->settings, "approve")});
}

/* Returns the list of skills that the model may use; "" without skills or the tool. Caller frees. */
static char *skills_told(struct agent *a)
{
	const int64_t window = a->backend->context_tokens;
	const size_t most = (size_t)setting_int(a->settings, "skills.bytes"),
		     share = (size_t)((double)window * BYTES_PER_TOKEN *
				      setting_number(a->settings, "skills.percent") / 100);
	auto_free char *list =
	    tool_find(a->tools, "skill")
		? skills_catalogue(agent_skills(a), window && share < most ? share : most)
		: xstrdup("");
	return *list ? prompt_with("skills/head", {"list", list}) : xstrdup("");
}

/* Returns a text on the tools and how to call them, for a server that takes none; else "". Caller frees. */
static char *tools_taught(const struct agent *a)
{
	auto_buf lines = BUF_INIT;

	if (!a->head.taught)
		return xstrdup("");
	json_each_at (i, tool, a->head.tools) {
		buf_adds(&lines, i ? "\n" : "");
		json_write(&lines, tool);
	}
	return prompt_with("turn/no_tools", {"tools", buf_str(&lines)});
}

static char *system_prompt(struct agent *a)
{
	struct utsname host = {0};
	char date[32];
	time_t now = (time_t)(clock_now_ms() / 1000);
	struct tm local;
	auto_free char *rules = planner_rules(a->head.door);
	auto_free char *plan = dialect_words(a->head.dialect, NULL, rules);
	auto_free char *delegated = a->level ? prompt_text("delegate/head", NULL, 0) : xstrdup("");
	auto_free char *reach = tools_taught(a);
	auto_free char *skills = skills_told(a), *commands = commands_told(a);
	/* Results are named by their ids where the model sees these: servers on this machine fill in a template, and
	 * hardly any shows it the ids. */
	const bool sees_ids = !a->backend->no_tools && a->backend->base_url &&
			      !endpoint_is_local(a->backend->base_url);
	auto_free char *results = sees_ids ? prompt_text("turn/results", NULL, 0) : xstrdup("");

	uname(&host);
	strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&now, &local));
	return prompt_with("system", {"workspace", workspace_path(a->workspace)},
	    {"system", host.sysname}, {"date", date}, {"planning", plan},
	    {"memory", a->head.memory}, {"instructions", a->head.instructions}, {"skills", skills},
	    {"delegated", delegated}, {"reach", reach}, {"commands", commands},
	    {"results", results});
}

/* Whether a tool is left out: in a small window the tools that are rarely needed leave their room
 * to the work. A call of such a tool is taken all the same. */
static bool is_left_out(const struct agent *a, const struct tool *tool)
{
	const int64_t window = a->backend->context_tokens;
	/* Calls of it need a yes that nobody is there to give. */
	const bool unanswered = !session_can_ask(a->session) &&
				(tool->class == TOOL_ASKS ||
				    (tool->class == TOOL_REMEMBERS &&
					!text_is(setting_string(a->settings, "approve"), "all")));

	return unanswered ||
	       (window > 0 && window < setting_int(a->settings, "tools.small_window") &&
		   json_holds_str(setting_json(a->settings, "tools.rare"), tool->name));
}

/* Adds the tools that the agent may use: a delegate is given the ones its parent names. */
static void add_rows(struct agent *a, const struct tool *const *rows,
    void (*add)(struct tool_set *set, const struct tool *const *rows))
{
	for (; *rows; rows++)
		if (!a->allowed || json_holds_str(a->allowed, (*rows)->name))
			(is_left_out(a, *rows) ? tool_set_add_unlisted : add)(
			    a->tools, (const struct tool *const[]){*rows, NULL});
}

static bool has_skills(struct agent *a)
{
	const struct skills *s = agent_skills(a);

	for (size_t i = 0; i < s->count; i++)
		if (s->list[i].for_model && s->list[i].trusted)
			return true;
	return false;
}

static void add_one_row(struct agent *a, const struct tool *row, bool listed)
{
	add_rows(a, (const struct tool *const[]){row, NULL},
	    listed ? tool_set_add : tool_set_add_unlisted);
}

static void add_tools(struct agent *a)
{
	struct store *store = session_store(a->session);
	json_auto_t *roadmaps =
	    a->level == 0 && store ? store_roadmap_list(store, NULL, NULL) : NULL;

	add_rows(a, workspace_tools, tool_set_add);
	add_rows(a, planner_tools(a->head.door), tool_set_add);
	if (has_skills(a))
		add_rows(a, skill_tools, tool_set_add);
	mcp_head_rows(a, add_one_row);
	if (a->level < setting_int(a->settings, "delegate.depth"))
		add_rows(a, a->delegate_tools, tool_set_add);
	if (a->level == 0 && setting_bool(a->settings, "memory.enabled"))
		add_rows(a, memory_tools, tool_set_add);
	add_rows(a, patch_tools, tool_set_add_unlisted);
	if (a->head.door == PLANNER_WRITE_TODOS || a->head.door == PLANNER_MANAGE_TODOS)
		add_rows(a, plan_tools, tool_set_add_unlisted);
	if (a->level == 0)
		add_rows(a, kept_plan_tools,
		    json_array_size(roadmaps) ? tool_set_add : tool_set_add_unlisted);
}

static void tools_build(struct agent *a)
{
	if (a->backend->window)
		a->backend->window(a->backend, false);
	json_auto_t *known = a->backend->model ? model_known(a->backend->model) : NULL;
	enum planner_tool door = planner_tool(a->settings, json_str(known, "planner_tool", NULL));
	a->tools = tool_set_new();
	/* The model plans by setting, else by what is known of it; in words where its server takes no tools. */
	a->head.door = a->backend->no_tools && door != PLANNER_OFF ? PLANNER_TEXT : door;
	a->head.taught = a->backend->no_tools;
	add_tools(a);
	a->head.dialect = dialect_offered(a->backend->model, json_str(known, "dialect", NULL));
	a->head.tools = dialect_describe(a->head.dialect, a->tools, a->settings);
}

/* Makes the system prompt anew, of the memory and instructions that were read before. By the fingerprint one sees
 * whether two sessions began with the same bytes. */
static void text_renew(struct agent *a)
{
	auto_free char *catalog = json_line(a->head.tools);

	free_all(a->head.text, a->head.fingerprint);
	a->head.text = system_prompt(a);
	const uint64_t hash = hash_bytes(HASH_START, a->head.text, strlen(a->head.text));
	a->head.fingerprint =
	    xasprintf("%016llx", (unsigned long long)hash_bytes(hash, catalog, strlen(catalog)));
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

/* Appends that things of this folder wait for trust. what: the things, with their number. */
static void add_waiting(struct buf *notices, size_t count, const char *what)
{
	if (count)
		buf_addf(notices,
		    "%s%s of this folder %s not used until `agent config trust` was called",
		    notices->len ? "; " : "", what, text_plural((int64_t)count, "is", "are"));
}

static void add_counted(struct buf *notices, size_t count, const char *one, const char *many)
{
	auto_free char *what = xasprintf("%zu %s", count, text_plural((int64_t)count, one, many));

	add_waiting(notices, count, what);
}

/* Appends what of the workspace waits for trust; nothing in a delegate. */
static void add_untrusted(struct agent *a, struct buf *notices)
{
	if (a->level > 0)
		return;
	const struct hooks *h = hook_runner_hooks(agent_hooks(a));
	const size_t files = hooks_waiting(h);

	add_counted(
	    notices, skills_waiting(agent_skills(a)), "skill or command", "skills and commands");
	buf_addf(notices, "%s%.*s", notices->len && h->notices.len ? "; " : "",
	    h->notices.len ? (int)h->notices.len - 1 : 0, buf_str(&h->notices));
	add_waiting(
	    notices, files, text_plural((int64_t)files, "a file of hooks", "files of hooks"));
	add_counted(
	    notices, mcp_specs_waiting(mcp_specs(agent_mcp(a))), "MCP server", "MCP servers");
}

static void instructions_read(struct agent *a, struct buf *notices)
{
	free(a->head.instructions);
	json_take(&a->head.files, json_array());
	a->head.instructions = project_instructions(a, a->head.files, notices);
}

void head_build(struct agent *a, const char *prompt)
{
	auto_buf notices = BUF_INIT;

	head_fit(a);
	if (a->head.text)
		return;
	if (!a->tools)
		tools_build(a);
	string_take(&a->head.memory, memory_told(a, prompt, &notices));
	instructions_read(a, &notices);
	add_untrusted(a, &notices);
	text_renew(a);
	string_take(&a->head.notice, notices.len ? buf_take(&notices) : NULL);
}

void head_renew(struct agent *a)
{
	auto_buf notices = BUF_INIT;

	if (!a->head.text)
		return;
	instructions_read(a, &notices);
	text_renew(a);
}

void head_free(struct request_head *h)
{
	free(h->text);
	json_decref(h->tools);
	free_all(h->fingerprint, h->memory, h->instructions);
	json_decref(h->files);
	free(h->notice);
}

/* ---- The session that begins with it ------------------------------------------------------------- */

#define TITLE_CHARS 80

void agent_begin(struct agent *a, const char *prompt, json_t *parent)
{
	if (session_seq(a->session) > 0) {
		json_decref(parent);
		return;
	}
	head_build(a, prompt); /* first, since its fingerprint is part of session_start */
	auto_free char *title = text_line(prompt, TITLE_CHARS);
	auto_free char *server = a->backend->base_url ? endpoint_shown(a->backend->base_url) : NULL;
	/* The tools as chat completions have them, for who reads the session elsewhere. */
	json_auto_t *list = json_array();
	json_each (tool, a->head.tools)
		json_array_append_new(
		    list, json_pack("{s:s, s:O}", "type", "function", "function", tool));
	auto_free char *tools = json_line(list);
	char system_ref[40], tools_ref[40];
	blob_ref(a->head.text, strlen(a->head.text), system_ref);
	blob_ref(tools, strlen(tools), tools_ref);
	emit(a->session, EVENT_SESSION_START, NULL,
	    event_build_session_start(&(struct event_session_start){
		.id = session_id(a->session),
		.title = title,
		.cwd = workspace_label(a->workspace),
		.backend = a->backend->name,
		.model = a->backend->model,
		.server = server,
		.version = AGENT_VERSION,
		.head = a->head.fingerprint,
		.system = system_ref,
		.tools = tools_ref,
		.parent = parent,
		.imported = json_incref(a->origin.imported),
		.settings = json_incref(a->origin.settings),
	    }));
	session_blob_put(a->session, a->head.text, strlen(a->head.text), system_ref);
	session_blob_put(a->session, tools, strlen(tools), tools_ref);
}
