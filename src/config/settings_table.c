/* SPDX-License-Identifier: MIT
 * Every key the program knows, one row each, sorted by section. The same rows check the files, the environment and
 * the command line, fill `agent config show` and are compared with config/default.yaml by a test: a row without a
 * commented default fails it, and the reverse. A unit is the end of a name: _s seconds, _ms milliseconds, _bytes,
 * _tokens, _usd, _days. An unknown key is answered with the nearest known one.
 */
#include "base/base.h"
#include "config/settings.h"
#include "config/settings_layer.h"

/* ---- Unknown names ------------------------------------------------------------------------------- */

/* Adds a name, and the section it begins with. */
static void add_known_name(json_t *names, const char *name)
{
	auto_free char *section = xstrndup(name, strcspn(name, "."));

	json_object_set_new(names, name, json_true());
	json_object_set_new(names, section, json_true());
}

static const char *last_word(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot ? dot + 1 : name;
}

char *setting_unknown(const char *prefix, const char *key)
{
	const size_t skip = prefix ? strlen(prefix) + 1 : 0;
	auto_free char *joined = prefix ? xasprintf("%s.%s", prefix, key) : NULL;
	json_auto_t *below = json_object(), *all = json_object(), *words = json_object();

	for (size_t i = 0; i < settings_count; i++) {
		const char *name = settings_table[i].name, *word = last_word(name);

		if (!skip || (!strncmp(name, prefix, skip - 1) && name[skip - 1] == '.'))
			add_known_name(below, name + skip);
		add_known_name(all, name);
		if (!json_object_get(words, word))
			json_put_str(words, word, name);
	}
	const char *near = json_nearest(below, key);
	if (!near && joined)
		near = json_nearest(all, joined);
	if (!near && (near = json_nearest(words, last_word(key))))
		near = json_str(words, near, NULL);
	return near ? xasprintf("unknown key '%.100s' (did you mean '%s'?)", key, near)
		    : xasprintf("unknown key '%.100s'", key);
}

#define TRUST SETTING_TRUSTED
#define NIL SETTING_NULLABLE
#define LIVE SETTING_LIVE
#define CHOICE(list) SETTING_CHOICE, .choices = (list)
#define INT(least, most) SETTING_INT, .min = (least), .max = (most)
#define NUMBER(least, most) SETTING_NUMBER, .min = (least), .max = (most)
#define STRING(least, most) SETTING_STRING, .min = (least), .max = (most)
#define LIST(most) SETTING_STRINGS, .max = (most)
#define MAPS(most, of) SETTING_MAPS, .max = (most), .schema = (of)
#define MiB (1 << 20)
/* The hooks of an event; a layer's hooks are appended to those of the layers before it. */
#define HOOKS(event) \
	{ \
		"hooks." event, MAPS(100, "hook_group"), .flags = TRUST | SETTING_ADDS \
	}
/* A role of the model: what is null falls back as config/default.yaml says. */
#define ROLE(name) \
	{"roles." name ".api_key_env", STRING(1, 200), .flags = TRUST | NIL, \
	    .check = CHECK_VARIABLE}, \
	    {"roles." name ".base_url", STRING(1, 2000), .flags = TRUST | NIL, \
		.check = CHECK_URL}, \
	    {"roles." name ".max_tokens", INT(1, 1e8), .flags = TRUST | NIL}, \
	    {"roles." name ".model", STRING(1, 500), .flags = TRUST | NIL}, \
	    {"roles." name ".provider", CHOICE("auto|openai|offline"), .flags = TRUST | NIL}, \
	    {"roles." name ".temperature", NUMBER(0, 2), .flags = NIL}, \
	{ \
		"roles." name ".timeout_s", NUMBER(0.01, 86400), .flags = TRUST | NIL \
	}

const struct setting settings_table[] = {
    {"acp.files", LIST(2), .flags = TRUST},

    {"agent.depth", CHOICE("auto|direct|react|strategic"), .environment = "AGENT_DEPTH"},
    {"agent.instructions_bytes", INT(0, 1 * MiB), .flags = TRUST},
    {"agent.instructions_names", LIST(20), .flags = TRUST},
    {"agent.parallel", INT(1, 1024), .flags = TRUST},
    {"agent.schema_bytes", INT(2, 16 * MiB), .flags = TRUST},
    {"agent.schema_repairs", INT(0, 10), .flags = TRUST},

    {"approve", CHOICE("plan|read-only|ask|edits|all"), .environment = "AGENT_APPROVE",
	.flags = TRUST | NIL},

    {"attach.bytes_per_token", NUMBER(0.1, 1000), .flags = TRUST},
    {"attach.max_bytes", INT(1, 256 * MiB), .flags = TRUST},
    {"attach.max_files", INT(0, 1000), .flags = TRUST},
    {"attach.max_pixels", INT(1, 65535), .flags = TRUST},
    {"attach.pixels_per_token", NUMBER(1, 100000), .flags = TRUST},

    {"backend.api_key_command", STRING(1, 2000), .flags = TRUST | NIL},
    {"backend.api_key_env", STRING(1, 200), .environment = "AGENT_API_KEY_ENV",
	.flags = TRUST | NIL, .check = CHECK_VARIABLE},
    {"backend.api_key_environment", LIST(100), .flags = TRUST},
    {"backend.api_key_file", STRING(1, 4096), .flags = TRUST | NIL, .check = CHECK_FOLDER},
    {"backend.api_key_timeout_s", NUMBER(0.01, 600), .flags = TRUST},
    {"backend.base_url", STRING(1, 2000), .environment = "AGENT_BASE_URL", .flags = TRUST | NIL,
	.check = CHECK_URL},
    {"backend.ca_file", STRING(1, 4096), .flags = TRUST | NIL, .check = CHECK_FOLDER},
    {"backend.comment_timeout_s", NUMBER(0.01, 86400), .flags = TRUST},
    {"backend.connect_timeout_s", NUMBER(0.01, 3600), .flags = TRUST},
    {"backend.context_tokens", INT(256, 1e9), .flags = TRUST | NIL},
    {"backend.count_timeout_s", NUMBER(0.01, 600), .flags = TRUST},
    {"backend.effort", CHOICE("minimal|low|medium|high"), .environment = "AGENT_EFFORT",
	.flags = TRUST | NIL},
    {"backend.extra_body", SETTING_TABLE, .flags = TRUST | SETTING_HIDDEN, .schema = "extra_body"},
    {"backend.fallback_model", STRING(1, 500), .flags = TRUST | NIL},
    {"backend.first_byte_timeout_s", NUMBER(0.01, 86400), .flags = TRUST},
    {"backend.headers", SETTING_TABLE, .flags = TRUST | SETTING_HIDDEN, .schema = "headers"},
    {"backend.max_arguments_bytes", INT(256, 64 * MiB), .flags = TRUST},
    {"backend.max_body_bytes", INT(256, 1024.0 * MiB), .flags = TRUST},
    {"backend.max_calls", INT(1, 10000), .flags = TRUST},
    {"backend.max_event_bytes", INT(256, 64 * MiB), .flags = TRUST},
    {"backend.max_head_bytes", INT(256, 16 * MiB), .flags = TRUST},
    {"backend.max_line_bytes", INT(256, 64 * MiB), .flags = TRUST},
    {"backend.max_tokens", INT(1, 1e8), .flags = TRUST | NIL},
    {"backend.model", STRING(1, 500), .environment = "AGENT_MODEL", .flags = TRUST | NIL},
    {"backend.output_tokens", INT(1, 1e8), .flags = TRUST},
    {"backend.prompt_cache", CHOICE("off|5m|1h"), .flags = TRUST},
    {"backend.protocol", CHOICE("auto|chat|messages|responses"), .environment = "AGENT_PROTOCOL",
	.flags = TRUST},
    {"backend.provider", CHOICE("auto|openai|offline"), .environment = "AGENT_BACKEND",
	.flags = TRUST},
    {"backend.remember_days", INT(0, 365), .flags = TRUST},
    {"backend.reply_timeout_s", NUMBER(0.01, 86400), .flags = TRUST},
    {"backend.retries", INT(0, 20), .flags = TRUST},
    {"backend.retry_after_max_s", NUMBER(0, 3600), .flags = TRUST},
    {"backend.retry_base_ms", INT(1, 60000), .flags = TRUST},
    {"backend.retry_max_ms", INT(1, 600000), .flags = TRUST},
    {"backend.stall_timeout_s", NUMBER(0.01, 86400), .flags = TRUST},
    {"backend.temperature", NUMBER(0, 2), .flags = NIL},

    {"budget.answer_tokens", INT(16, 1000000), .flags = TRUST},
    {"budget.bytes_per_token", NUMBER(1, 16), .flags = TRUST},
    {"budget.day_usd", NUMBER(0, 1e6), .flags = TRUST | NIL},
    {"budget.head_bytes_per_token", NUMBER(1, 16), .flags = TRUST},
    {"budget.least_reply", INT(1, 1000000), .flags = TRUST},
    {"budget.longest_reply", INT(16, 100000000), .flags = TRUST},
    {"budget.most_bytes_per_token", NUMBER(4, 1000), .flags = TRUST},
    {"budget.prices", SETTING_TABLE, .flags = TRUST, .schema = "prices"},
    {"budget.session_usd", NUMBER(0, 1e6), .flags = TRUST | NIL},
    {"budget.turn_usd", NUMBER(0, 1e6), .flags = TRUST | NIL},

    {"capsule.answer_chars", INT(80, 100000), .flags = TRUST},
    {"capsule.line_chars", INT(20, 10000), .flags = TRUST},
    {"capsule.max_actions", INT(0, 1000), .flags = TRUST},
    {"capsule.max_artifacts", INT(0, 10000), .flags = TRUST},
    {"capsule.max_findings", INT(1, 1000), .flags = TRUST},

    {"checks.after_edit", SETTING_TABLE, .flags = TRUST, .schema = "after_edit"},
    {"checks.max_lines", INT(1, 1000), .flags = TRUST},
    {"checks.problem", STRING(1, 1000), .flags = TRUST},
    {"checks.timeout_s", NUMBER(0.1, 600), .flags = TRUST},

    {"context.ask_tokens", INT(0, 1e9), .flags = TRUST},
    {"context.attempts", INT(0, 10), .flags = TRUST},
    {"context.bytes_per_token", NUMBER(1, 32), .flags = TRUST},
    {"context.compact_percent", INT(20, 99), .flags = TRUST},
    {"context.folder.changes", INT(0, 1000), .flags = TRUST},
    {"context.folder.entries", INT(0, 1000), .flags = TRUST},
    {"context.folder.git_ms", INT(0, 60000), .flags = TRUST},
    {"context.folder.list_ms", INT(0, 60000), .flags = TRUST},
    {"context.folder.name_chars", INT(8, 500), .flags = TRUST},
    {"context.gain_percent", INT(1, 50), .flags = TRUST},
    {"context.keep_results", INT(0, 1000), .flags = TRUST},
    {"context.keep_rounds", INT(1, 1000), .flags = TRUST},
    {"context.keep_turns", INT(1, 1000), .flags = TRUST},
    {"context.repeat_rounds", INT(1, 10000), .flags = TRUST},
    {"context.result_percent", INT(1, 100), .flags = TRUST},
    {"context.retry_percent", INT(10, 90), .flags = TRUST},
    {"context.summary_timeout_s", NUMBER(0.01, 86400), .flags = TRUST},
    {"context.summary_tokens", INT(50, 1e6), .flags = TRUST},
    {"context.tail", CHOICE("append|move"), .flags = TRUST},
    {"context.transcript_bytes", INT(1024, 64 * MiB), .flags = TRUST},
    {"context.trim_bytes", INT(128, 16 * MiB), .flags = TRUST},
    {"context.trim_percent", INT(10, 99), .flags = TRUST},

    {"delegate.depth", INT(0, 2), .flags = TRUST},
    {"delegate.environment", LIST(1000), .flags = TRUST, .check = CHECK_VARIABLE},
    {"delegate.grace_ms", INT(0, 60000), .flags = TRUST},
    {"delegate.iterations", INT(1, 10000), .flags = TRUST},
    {"delegate.launcher", LIST(1000), .flags = TRUST},
    {"delegate.max_output_bytes", INT(1024, 1024.0 * MiB), .flags = TRUST},
    {"delegate.wall_s", NUMBER(0.01, 604800), .flags = TRUST},

    {"doctor.timeout_s", NUMBER(0.01, 3600), .flags = TRUST},

    {"evaluation.confidence", NUMBER(0, 1)},
    {"evaluation.shown_bytes", INT(256, MiB)},
    {"evaluation.unchecked", LIST(1000)},
    {"evaluation.when", LIST(4), .check = CHECK_WORDS, .words = "every_step|on_error|at_end|never"},

    {"fetch.bytes", INT(1024, 256 * MiB), .flags = TRUST},
    {"fetch.private", SETTING_BOOL, .flags = TRUST},
    {"fetch.redirects", INT(0, 20), .flags = TRUST},
    {"fetch.robots", SETTING_BOOL, .flags = TRUST},
    {"fetch.timeout_s", NUMBER(0.01, 600), .flags = TRUST},

    HOOKS("Notification"),
    HOOKS("PermissionDenied"),
    HOOKS("PermissionRequest"),
    HOOKS("PlanChanged"),
    HOOKS("PostToolUse"),
    HOOKS("PostToolUseFailure"),
    HOOKS("PreCompact"),
    HOOKS("PreToolUse"),
    HOOKS("SessionEnd"),
    HOOKS("SessionStart"),
    HOOKS("StepDone"),
    HOOKS("Stop"),
    HOOKS("SubagentStart"),
    HOOKS("SubagentStop"),
    HOOKS("UserPromptSubmit"),
    {"hooks.end_s", NUMBER(0.01, 60), .flags = TRUST},
    {"hooks.files", LIST(3), .flags = TRUST, .check = CHECK_WORDS, .words = "claude|codex|gemini"},
    {"hooks.output_bytes", INT(1024, 16 * MiB), .flags = TRUST},
    {"hooks.sandbox", CHOICE("all|workspace"), .flags = TRUST | SETTING_USER_ONLY},
    {"hooks.stops", INT(0, 100), .flags = TRUST},
    {"hooks.timeout_s", NUMBER(0.01, 86400), .flags = TRUST},

    {"limits.answer_parts", INT(0, 1000), .flags = TRUST},
    {"limits.answer_s", NUMBER(0, 3600), .flags = TRUST},
    {"limits.ask_wall_s", NUMBER(0.01, 604800), .flags = TRUST},
    {"limits.iterations", INT(1, 10000), .environment = "AGENT_MAX_ITERATIONS", .flags = TRUST},
    {"limits.plan_s", NUMBER(0.01, 86400), .flags = TRUST | NIL},
    {"limits.planner_only", INT(1, 100), .flags = TRUST},
    {"limits.reflect_s", NUMBER(0.01, 86400), .flags = TRUST | NIL},
    {"limits.reflections", INT(0, 1000), .flags = TRUST},
    {"limits.repeated_calls", INT(2, 100), .flags = TRUST},
    {"limits.round_s", NUMBER(0.01, 86400), .flags = TRUST | NIL},
    {"limits.scale", SETTING_TABLE, .schema = "scales", .flags = TRUST},
    {"limits.think_s", NUMBER(0.01, 86400), .flags = TRUST | NIL},
    {"limits.tokens", INT(0, 1000000000000), .flags = TRUST},
    {"limits.wall_s", NUMBER(0.01, 604800), .flags = TRUST | NIL},

    {"log.level", CHOICE("debug|info|warn|off"), .environment = "AGENT_LOG"},

    {"mcp.call_timeout_s", NUMBER(0.1, 604800), .flags = TRUST},
    {"mcp.defer", CHOICE("auto|always|never"), .flags = TRUST},
    {"mcp.defer_percent", NUMBER(0, 100), .flags = TRUST},
    {"mcp.defer_tokens", INT(0, 1e8), .flags = TRUST},
    {"mcp.enabled", SETTING_BOOL, .flags = TRUST},
    {"mcp.files", LIST(50), .flags = TRUST},
    {"mcp.idle_timeout_s", NUMBER(0.1, 86400), .flags = TRUST},
    {"mcp.login_timeout_s", NUMBER(0.1, 86400), .flags = TRUST},
    {"mcp.open", SETTING_STRING, .flags = TRUST},
    {"mcp.probe_timeout_s", NUMBER(0.01, 60), .flags = TRUST},
    {"mcp.session_servers", SETTING_TABLE, .flags = TRUST | SETTING_HIDDEN,
	.environment = "AGENT_MCP_SERVERS", .schema = "mcp_servers"},
    {"mcp.startup_timeout_s", NUMBER(0.1, 600), .flags = TRUST},
    {"mcp.unattended", CHOICE("cancel|decline|defaults"), .flags = TRUST},
    {"mcp.wait_s", NUMBER(0, 600), .flags = TRUST},

    {"mcp_servers", SETTING_TABLE, .flags = TRUST | SETTING_HIDDEN, .schema = "mcp_servers"},

    {"memory.enabled", SETTING_BOOL, .flags = TRUST},
    {"memory.file_bytes", INT(0, 1 * MiB), .flags = TRUST},
    {"memory.max_bytes", INT(0, 1 * MiB), .flags = TRUST},
    {"memory.recent", INT(0, 40), .flags = TRUST},
    {"memory.recent_days", INT(0, 36500), .flags = TRUST},

    {"permissions.destructive", LIST(1000), .flags = TRUST, .check = CHECK_REGEX},
    {"permissions.outside", LIST(1000), .flags = TRUST},
    {"permissions.protected", LIST(1000), .flags = TRUST},
    {"permissions.reading", LIST(1000), .flags = TRUST},
    {"permissions.rules", MAPS(1000, "permission_rule"), .flags = TRUST | SETTING_ADDS,
	.check = CHECK_REGEX},
    {"permissions.sandboxed", CHOICE("allow|ask"), .flags = TRUST | NIL},
    {"permissions.variables", LIST(1000), .flags = TRUST, .check = CHECK_VARIABLE},
    {"permissions.writing", LIST(1000), .flags = TRUST},

    {"planner.abandon_turns", INT(0, 10000)},
    {"planner.answer_cells", INT(0, 10000), .flags = TRUST},
    {"planner.context_bytes", INT(256, 1 * MiB), .flags = TRUST},
    {"planner.estimate_plans", INT(0, 1000), .flags = TRUST},
    {"planner.gates", LIST(100), .flags = TRUST, .check = CHECK_REGEX},
    {"planner.go_on", LIST(100), .flags = TRUST, .check = CHECK_REGEX},
    {"planner.max_content", INT(1, 10000), .flags = TRUST},
    {"planner.max_focus", INT(1, 10000), .flags = TRUST},
    {"planner.max_goal", INT(1, 10000), .flags = TRUST},
    {"planner.max_id", INT(1, 1000), .flags = TRUST},
    {"planner.max_items", INT(1, 1000), .flags = TRUST},
    {"planner.max_note", INT(1, 10000), .flags = TRUST},
    {"planner.max_result", INT(1, 10000), .flags = TRUST},
    {"planner.max_todos", INT(1, 100), .flags = TRUST},
    {"planner.nudges", INT(0, 10), .flags = TRUST},
    {"planner.remind_rounds", INT(0, 1000)},
    {"planner.suggest", SETTING_BOOL},
    {"planner.tool", CHOICE("auto|write_todos|manage_todos|text|off")},
    {"planner.trivial_todos", INT(0, 100)},

    {"profile", STRING(1, 100), .environment = "AGENT_PROFILE", .flags = NIL | SETTING_USER_ONLY},

    {"recovery.another_way", INT(0, 100), .flags = TRUST},
    {"recovery.differs", STRING(1, 2000), .flags = TRUST, .check = CHECK_REGEX},
    {"recovery.plan_anew", INT(0, 100), .flags = TRUST},
    {"recovery.retry", INT(0, 100), .flags = TRUST},
    {"recovery.simplify", INT(0, 100), .flags = TRUST},

    {"roadmap.approval_policy", CHOICE("single_final|milestone_approvals|strict_every_step")},
    {"roadmap.autonomy", CHOICE("high|medium|low")},
    {"roadmap.brainstorming_preference", CHOICE("on_demand|suggest_when_uncertain|always_offer")},
    {"roadmap.conversation_style", CHOICE("concise|standard|conversational|coach"), .flags = NIL},
    {"roadmap.probing_depth", INT(0, 3)},
    {"roadmap.talkativeness", NUMBER(0, 1)},
    {"roadmap.tone", CHOICE("neutral|friendly|clinical")},

    ROLE("evaluator"),
    ROLE("planner"),
    ROLE("strategist"),
    ROLE("summariser"),

    {"sandbox.limits.file_bytes", INT(0, 1e15), .flags = TRUST},
    {"sandbox.limits.memory_bytes", INT(0, 1e15), .flags = TRUST},
    {"sandbox.limits.processes", INT(0, 4e6), .flags = TRUST},
    {"sandbox.limits.trial_bytes", INT(1 << 20, 1e12), .flags = TRUST},
    {"sandbox.masked", LIST(1000), .flags = TRUST, .check = CHECK_FOLDER},
    {"sandbox.missing", CHOICE("refuse|ask|run"), .flags = TRUST},
    {"sandbox.mode", CHOICE("auto|namespaces|landlock|seatbelt|off"),
	.environment = "AGENT_SANDBOX", .flags = TRUST},
    {"sandbox.network", CHOICE("off|ask|on"), .flags = TRUST},
    {"sandbox.protected", LIST(1000), .flags = TRUST},
    {"sandbox.readable", LIST(1000), .flags = TRUST, .check = CHECK_FOLDER},
    {"sandbox.try_s", NUMBER(0, 3600), .flags = TRUST},
    {"sandbox.unix_sockets", SETTING_BOOL, .flags = TRUST},
    {"sandbox.writable", LIST(1000), .flags = TRUST, .check = CHECK_FOLDER},

    {"schedule.calendars", LIST(16), .flags = TRUST},

    {"sessions.copy_bytes", INT(0, 1e15), .flags = TRUST},
    {"sessions.keep_days", INT(1, 36500), .flags = TRUST | NIL},
    {"sessions.save", SETTING_BOOL, .flags = TRUST},

    {"skills.bytes", INT(0, 1 * MiB), .flags = TRUST},
    {"skills.enabled", SETTING_BOOL, .flags = TRUST},
    {"skills.percent", NUMBER(0, 100), .flags = TRUST},

    {"stats.long_steps", INT(1, 1000)},
    {"stats.rows", INT(1, 20)},
    {"stats.short_steps", INT(1, 1000)},
    {"stats.targets.abandoned", NUMBER(0, 100), .flags = NIL},
    {"stats.targets.completed", NUMBER(0, 100), .flags = NIL},
    {"stats.targets.completed_at_once", NUMBER(0, 100), .flags = NIL},
    {"stats.targets.explained", NUMBER(0, 100), .flags = NIL},
    {"stats.targets.in_progress", NUMBER(0, 100), .flags = NIL},
    {"stats.targets.long_planned", NUMBER(0, 100), .flags = NIL},
    {"stats.targets.marked_first", NUMBER(0, 100), .flags = NIL},
    {"stats.targets.recovered", NUMBER(0, 100), .flags = NIL},
    {"stats.targets.retried", NUMBER(0, 100), .flags = NIL},
    {"stats.targets.short_planned", NUMBER(0, 100), .flags = NIL},
    {"stats.targets.user_changed", NUMBER(0, 100), .flags = NIL},
    {"strategy.answer_bytes", INT(64, MiB)},
    {"strategy.cache", INT(0, 10000), .flags = TRUST},
    {"strategy.context_bytes", INT(256, 1 * MiB), .flags = TRUST},
    {"strategy.entries", INT(0, 10000), .flags = TRUST},
    {"strategy.instructions_bytes", INT(0, 1 * MiB), .flags = TRUST},
    {"strategy.output_chars", INT(40, 100000), .flags = TRUST},
    {"strategy.recent", INT(0, 100), .flags = TRUST},
    {"strategy.similar", INT(0, 100), .flags = TRUST},
    {"strategy.steps", INT(0, 1000), .flags = TRUST},
    {"strategy.targets", INT(0, 1000), .flags = TRUST},

    {"tools.background_max", INT(0, 256), .flags = TRUST},
    {"tools.command_output_bytes", INT(1024, 1024.0 * MiB), .flags = TRUST},
    {"tools.command_timeout_s", NUMBER(0.01, 86400), .flags = TRUST},
    {"tools.environment", LIST(1000), .flags = TRUST, .check = CHECK_VARIABLE},
    {"tools.line_bytes", INT(80, 1 * MiB), .flags = TRUST},
    {"tools.max_entries", INT(1, 100000), .flags = TRUST},
    {"tools.max_matches", INT(1, 100000), .flags = TRUST},
    {"tools.rare", LIST(100), .flags = TRUST},
    {"tools.read_bytes", INT(1024, 1024.0 * MiB), .flags = TRUST},
    {"tools.result_bytes", INT(1024, 16 * MiB), .flags = TRUST},
    {"tools.shells", LIST(20), .flags = TRUST},
    {"tools.small_window", INT(0, 1000000000), .flags = TRUST},

    {"trust.workspaces", LIST(1000), .flags = TRUST | SETTING_USER_ONLY, .check = CHECK_FOLDER},

    {"ui.card_quiet_ms", INT(0, 10000), .flags = TRUST},
    {"ui.card_word_ms", INT(100, 10000), .flags = TRUST},
    {"ui.clipboard", SETTING_BOOL, .flags = TRUST | LIVE},
    {"ui.color", CHOICE("auto|always|never")},
    {"ui.complete", CHOICE("auto|tab"), .flags = LIVE},
    {"ui.destructive_quiet_ms", INT(0, 10000), .flags = TRUST},
    {"ui.escape_ms", INT(0, 1000), .flags = LIVE},
    {"ui.feed", CHOICE("quiet|normal|full")},
    {"ui.frame_ms", INT(1, 1000), .flags = LIVE},
    {"ui.keys", CHOICE("emacs|vim"), .flags = LIVE},
    {"ui.links", CHOICE("auto|on|off"), .flags = LIVE},
    {"ui.low_limit", NUMBER(0, 1), .flags = LIVE},
    {"ui.mouse", SETTING_BOOL, .flags = LIVE | NIL},
    {"ui.notify", CHOICE("off|bell|osc9|osc777|auto"), .flags = LIVE},
    {"ui.notify_after_s", NUMBER(0, 86400), .flags = LIVE},
    {"ui.on_exit", CHOICE("nothing|answer|turn|session"), .flags = LIVE},
    {"ui.paste_bytes", INT(0, 4194304), .flags = LIVE},
    {"ui.paste_lines", INT(0, 1000000), .flags = LIVE},
    {"ui.pictures", CHOICE("auto|on|sixel|off"), .flags = LIVE},
    {"ui.plan", CHOICE("auto|line|panel|hidden")},
    {"ui.reasoning", CHOICE("rolling|full")},
    {"ui.rolling_rows", INT(1, 10000)},
    {"ui.screen_reader", SETTING_BOOL},
    {"ui.status", LIST(20), .flags = LIVE, .check = CHECK_WORDS,
	.words = "rounds|time|stage|task|jobs|tokens|cost|context|limits|branch|model"},
    {"ui.theme", STRING(1, 100), .flags = LIVE},
    {"ui.title", SETTING_BOOL},

    {"undo.look_ms", INT(0, 60000), .flags = TRUST},
    {"undo.max_bytes", INT(0, 64 * MiB), .flags = TRUST},
    {"undo.max_changes", INT(1, 100000), .flags = TRUST},
    {"undo.max_files", INT(0, 1e6), .flags = TRUST},
    {"undo.snapshot_bytes", INT(0, 16384.0 * MiB), .flags = TRUST},

    {"workspace.allow", LIST(1000), .flags = TRUST, .check = CHECK_FOLDER},
};
const size_t settings_count = ARRAY_SIZE(settings_table);

static int by_name(const void *name, const void *row)
{
	return strcmp(name, ((const struct setting *)row)->name);
}

/* A binary search: it is called several times for each key and each streamed piece of an answer. */
const struct setting *setting_find(const char *name)
{
	return bsearch(name, settings_table, settings_count, sizeof *settings_table, by_name);
}

bool setting_is_in(const struct setting *row, const char *key)
{
	size_t len = key ? strlen(key) : 0;

	return !key ||
	       (!strncmp(row->name, key, len) && (!row->name[len] || row->name[len] == '.'));
}
