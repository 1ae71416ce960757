/* SPDX-License-Identifier: MIT
 * agent tools: lists the model's tools, with their class and the verdict on a call (allow, ask, deny). With a
 * command line: the verdict on that, part by part, and why.
 */

#include "agent/delegate/delegate.h"
#include "base/base.h"
#include "base/print.h"
#include "cli/program/line_peer.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "loop/spawner.h"
#include "memory/memory.h"
#include "plan/planner.h"
#include "sandbox/sandbox.h"
#include "tools/tool_set.h"

#define SENTENCE_MAX 160

static enum approve_mode mode_of(const struct program *p)
{
	enum approve_mode mode = isatty(STDIN_FILENO) ? APPROVE_ASK : APPROVE_READ_ONLY;

	approve_mode_find(setting_string(p->settings, "approve"), &mode);
	return mode;
}

static void print_tools(const struct program *p, const struct permissions *permissions)
{
	struct tool_set *set = tool_set_new();
	const struct tool *tool;

	tool_set_add(set, workspace_tools);
	tool_set_add(set, planner_tools(planner_tool(p->settings, NULL)));
	if (setting_int(p->settings, "delegate.depth") > 0)
		tool_set_add(set, delegate_tools);
	if (setting_bool(p->settings, "memory.enabled"))
		tool_set_add(set, memory_tools);
	json_auto_t *rows = tool_set_describe(set, p->settings);
	for (size_t i = 0; (tool = tool_at(set, i)); i++) {
		const char *words = json_str(json_array_get(rows, i), "description", "");
		struct act act = {
		    .class = tool->class, .tool = tool->name, .workspace = p->workspace};
		struct decision d = permission_decide(permissions, mode_of(p), &act);
		auto_free char *first = text_sentence(words, SENTENCE_MAX);

		print_text(stdout, "%-14s %-9s %-8s %s\n", tool->name, tool_class_name(tool->class),
		    verdict_name(d.verdict), first);
	}
	tool_set_free(set);
}

/* Completes a denial by the approval mode as a turn does: names the least mode that would not deny the command, and
 * finds whether it is tried first. */
static void complete_denial(const struct permissions *permissions, struct sandbox *sandbox,
    const struct act *act, enum approve_mode mode, struct decision *d)
{
	bool done = d->verdict != VERDICT_DENY || strcmp(d->by, "mode") != 0;

	for (int least = APPROVE_ASK; !done && least < APPROVE_MODES; least++) {
		struct decision other =
		    permission_decide(permissions, (enum approve_mode)least, act);

		sandbox_decide(sandbox, (enum approve_mode)least, act->command, NULL, &other);
		d->may_be_tried |= other.may_be_tried;
		done =
		    other.verdict == VERDICT_ALLOW || (other.verdict == VERDICT_ASK && !act->alone);
		if (done)
			snprintf(d->reason, sizeof d->reason, "%s",
			    permission_denial(mode, TOOL_RUNS, (enum approve_mode)least).reason);
	}
}

static void print_command(
    const struct program *p, const struct permissions *permissions, const char *command)
{
	struct act act = {.class = TOOL_RUNS,
	    .tool = "run_command",
	    .command = command,
	    .workspace = p->workspace,
	    .alone = !isatty(STDIN_FILENO)};
	struct decision d;
	json_auto_t *parts = permission_explain(permissions, mode_of(p), &act, &d);
	struct sandbox *sandbox = sandbox_new(p->loop, p->settings, p->workspace);

	sandbox_decide(sandbox, mode_of(p), command, NULL, &d);
	complete_denial(permissions, sandbox, &act, mode_of(p), &d);
	if (p->options->output == OUTPUT_JSON)
		print_json_line(json_pack("{s:s, s:s, s:b, s:s, s:s, s:b, s:O}", "verdict",
		    verdict_name(d.verdict), "reason", d.reason, "destructive", d.destructive, "by",
		    d.by, "approve", approve_mode_name(mode_of(p)), "tried_first", d.may_be_tried,
		    "parts", parts));
	else {
		json_each (part, parts) {
			const char *reason = json_str(part, "reason", "");

			print_text(stdout, "  %-8s %s%s%s\n", json_str(part, "verdict", ""),
			    json_str(part, "part", ""), *reason ? "   # " : "", reason);
		}
		print_text(
		    stdout, "%s%s%s\n", verdict_name(d.verdict), *d.reason ? ": " : "", d.reason);
		if (d.may_be_tried)
			print_text(
			    stdout, "tried first: if it changes nothing, its result stands\n");
		if (d.mark)
			print_text(
			    stdout, "destructive: permissions.destructive has '%s'\n", d.mark);
	}
	sandbox_free(sandbox);
}

static int run(const struct options *o, char *const *rest)
{
	freed_by(program_close) struct program p = {0};
	auto_buf command = BUF_INIT;

	if (*rest && (strcmp(*rest, "--command") == 0 || strcmp(*rest, "--") == 0))
		rest++;
	else if (*rest && **rest == '-')
		return print_failure(2,
		    "'tools %s': unknown option; options come before 'tools', '--' before a "
		    "command",
		    *rest);
	for (size_t i = 0; rest[i]; i++)
		buf_addf(&command, "%s%s", i ? " " : "", rest[i]);
	if (*rest && !spawner_start())
		return print_failure(1, "cannot start: %s", strerror(errno));
	int code = program_configure(&p, o);
	if (code == 0) {
		p.loop = loop_new();
		struct permissions *permissions = permissions_new(p.settings);
		if (*rest)
			print_command(&p, permissions, buf_str(&command));
		else
			print_tools(&p, permissions);
		permissions_free(permissions);
	}
	return code;
}

const struct command command_tools = {
    .name = "tools",
    .usage = "[COMMAND...]",
    .summary = "what the model may call, and what would happen; the same for one command line",
    .quotes = true,
    .run = run,
};
