/*
 * Every key the program knows, one row each, sorted by section. The same rows check the files, the
 * environment and the command line, fill `agent config show` and are compared with
 * config/default.yaml by a test: a row without a commented default fails it, and the reverse.
 *
 * A choice that begins with '!' is known but not built yet. A unit is the end of a name: _s
 * seconds, _ms milliseconds, _bytes, _tokens, _usd, _days.
 */
#include "config/settings.h"

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
/* A role of the model: what is null falls back as config/default.yaml says. */
#define ROLE(name) \
	{"roles." name ".api_key_env", STRING(1, 200), .flags = TRUST | NIL, \
	    .check = CHECK_VARIABLE}, \
	    {"roles." name ".base_url", STRING(1, 2000), .flags = TRUST | NIL, \
		.check = CHECK_URL}, \
	    {"roles." name ".max_tokens", INT(1, 1e8), .flags = NIL}, \
	    {"roles." name ".model", STRING(1, 500), .flags = NIL}, \
	    {"roles." name ".provider", CHOICE("auto|openai|offline"), .flags = TRUST | NIL}, \
	    {"roles." name ".temperature", NUMBER(0, 2), .flags = NIL}, \
	{ \
		"roles." name ".timeout_s", NUMBER(0.01, 86400), .flags = NIL \
	}

const struct setting settings_table[] = {
    {"agent.depth", CHOICE("auto|direct|react|strategic"), .environment = "AGENT_DEPTH"},
    {"agent.instructions_bytes", INT(0, 1 * MiB)},
    {"agent.parallel", INT(1, 64)},

    {"approve", CHOICE("plan|read-only|ask|edits|all"), .environment = "AGENT_APPROVE",
	.flags = TRUST | NIL},

    {"backend.api_key_env", STRING(1, 200), .environment = "AGENT_API_KEY_ENV",
	.flags = TRUST | NIL, .check = CHECK_VARIABLE},
    {"backend.base_url", STRING(1, 2000), .environment = "AGENT_BASE_URL", .flags = TRUST | NIL,
	.check = CHECK_URL},
    {"backend.comment_timeout_s", NUMBER(0.01, 86400)},
    {"backend.connect_timeout_s", NUMBER(0.01, 3600)},
    {"backend.context_tokens", INT(256, 1e9), .flags = NIL},
    {"backend.first_byte_timeout_s", NUMBER(0.01, 86400)},
    {"backend.headers", SETTING_TABLE, .flags = TRUST | SETTING_HIDDEN, .schema = "headers"},
    {"backend.max_arguments_bytes", INT(256, 64 * MiB)},
    {"backend.max_body_bytes", INT(256, 1024.0 * MiB)},
    {"backend.max_calls", INT(1, 10000)},
    {"backend.max_event_bytes", INT(256, 64 * MiB)},
    {"backend.max_head_bytes", INT(256, 16 * MiB)},
    {"backend.max_line_bytes", INT(256, 64 * MiB)},
    {"backend.max_tokens", INT(1, 1e8), .flags = NIL},
    {"backend.model", STRING(1, 500), .environment = "AGENT_MODEL", .flags = NIL},
    {"backend.provider", CHOICE("auto|openai|offline"), .environment = "AGENT_BACKEND",
	.flags = TRUST},
    {"backend.reply_timeout_s", NUMBER(0.01, 86400)},
    {"backend.retries", INT(0, 20)},
    {"backend.retry_after_max_s", NUMBER(0, 3600)},
    {"backend.retry_base_ms", INT(1, 60000)},
    {"backend.retry_max_ms", INT(1, 600000)},
    {"backend.stall_timeout_s", NUMBER(0.01, 86400)},
    {"backend.temperature", NUMBER(0, 2), .flags = NIL},

    {"budget.day_usd", NUMBER(0, 1e6), .flags = TRUST | NIL},
    {"budget.session_usd", NUMBER(0, 1e6), .flags = TRUST | NIL},
    {"budget.turn_usd", NUMBER(0, 1e6), .flags = TRUST | NIL},

    {"capsule.answer_chars", INT(80, 100000)},
    {"capsule.line_chars", INT(20, 10000)},
    {"capsule.max_actions", INT(0, 1000)},
    {"capsule.max_artifacts", INT(0, 10000)},
    {"capsule.max_findings", INT(1, 1000)},

    {"context.ask_tokens", INT(0, 1e9)},
    {"context.attempts", INT(0, 10)},
    {"context.bytes_per_token", NUMBER(1, 32)},
    {"context.compact_percent", INT(20, 99)},
    {"context.gain_percent", INT(1, 50)},
    {"context.keep_results", INT(0, 1000)},
    {"context.keep_rounds", INT(1, 1000)},
    {"context.keep_turns", INT(1, 1000)},
    {"context.retry_percent", INT(10, 90)},
    {"context.summary_timeout_s", NUMBER(0.01, 86400)},
    {"context.summary_tokens", INT(50, 1e6)},
    {"context.transcript_bytes", INT(1024, 64 * MiB)},
    {"context.trim_bytes", INT(128, 16 * MiB)},
    {"context.trim_percent", INT(10, 99)},

    {"delegate.depth", INT(0, 2)},
    {"delegate.environment", LIST(1000), .flags = TRUST, .check = CHECK_VARIABLE},
    {"delegate.grace_ms", INT(0, 60000)},
    {"delegate.iterations", INT(1, 10000)},
    {"delegate.launcher", LIST(1000), .flags = TRUST},
    {"delegate.max_output_bytes", INT(1024, 1024.0 * MiB)},
    {"delegate.wall_s", NUMBER(0.01, 604800)},

    {"evaluation.confidence", NUMBER(0, 1)},
    {"evaluation.when", LIST(4), .check = CHECK_WORDS, .words = "every_step|on_error|at_end|never"},

    {"limits.ask_wall_s", NUMBER(0.01, 604800)},
    {"limits.iterations", INT(1, 10000), .environment = "AGENT_MAX_ITERATIONS"},
    {"limits.plan_s", NUMBER(0.01, 86400), .flags = NIL},
    {"limits.planner_only", INT(1, 100)},
    {"limits.reflect_s", NUMBER(0.01, 86400), .flags = NIL},
    {"limits.reflections", INT(0, 1000)},
    {"limits.repeated_calls", INT(2, 100)},
    {"limits.round_s", NUMBER(0.01, 86400), .flags = NIL},
    {"limits.scale", SETTING_TABLE, .schema = "scales"},
    {"limits.think_s", NUMBER(0.01, 86400), .flags = NIL},
    {"limits.tokens", INT(0, 1000000000000)},
    {"limits.wall_s", NUMBER(0.01, 604800), .flags = NIL},

    {"log.level", CHOICE("debug|info|warn|off"), .environment = "AGENT_LOG"},

    {"memory.enabled", SETTING_BOOL},
    {"memory.file_bytes", INT(0, 1 * MiB)},
    {"memory.max_bytes", INT(0, 1 * MiB)},
    {"memory.recent", INT(0, 40)},
    {"memory.recent_days", INT(0, 36500)},

    {"permissions.destructive", LIST(1000), .flags = TRUST, .check = CHECK_REGEX},
    {"permissions.protected", LIST(1000), .flags = TRUST},
    {"permissions.reading", LIST(1000), .flags = TRUST},
    {"permissions.rules", MAPS(1000, "permission_rule"), .flags = TRUST | SETTING_ADDS,
	.check = CHECK_REGEX},
    {"permissions.variables", LIST(1000), .flags = TRUST, .check = CHECK_VARIABLE},

    {"planner.abandon_turns", INT(0, 10000)},
    {"planner.context_bytes", INT(256, 1 * MiB)},
    {"planner.estimate_plans", INT(0, 1000)},
    {"planner.gates", LIST(100), .flags = TRUST, .check = CHECK_REGEX},
    {"planner.max_content", INT(1, 10000)},
    {"planner.max_focus", INT(1, 10000)},
    {"planner.max_goal", INT(1, 10000)},
    {"planner.max_id", INT(1, 1000)},
    {"planner.max_items", INT(1, 1000)},
    {"planner.max_note", INT(1, 10000)},
    {"planner.max_result", INT(1, 10000)},
    {"planner.max_todos", INT(1, 100)},
    {"planner.nudges", INT(0, 10)},
    {"planner.remind_rounds", INT(0, 1000)},
    {"planner.suggest", SETTING_BOOL},
    {"planner.tool", CHOICE("auto|write_todos|manage_todos|text|off")},
    {"planner.trivial_todos", INT(0, 100)},

    {"recovery.another_way", INT(0, 100)},
    {"recovery.plan_anew", INT(0, 100)},
    {"recovery.retry", INT(0, 100)},
    {"recovery.simplify", INT(0, 100)},

    ROLE("evaluator"),
    ROLE("planner"),
    ROLE("strategist"),
    ROLE("summariser"),

    {"sessions.keep_days", INT(1, 36500), .flags = TRUST | NIL},
    {"sessions.save", SETTING_BOOL, .flags = TRUST},

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
    {"strategy.cache", INT(0, 10000)},
    {"strategy.context_bytes", INT(256, 1 * MiB)},
    {"strategy.output_chars", INT(40, 100000)},
    {"strategy.recent", INT(0, 100)},
    {"strategy.steps", INT(0, 1000)},

    {"tools.background_max", INT(0, 256)},
    {"tools.command_output_bytes", INT(1024, 1024.0 * MiB)},
    {"tools.command_timeout_s", NUMBER(0.01, 86400)},
    {"tools.environment", LIST(1000), .flags = TRUST, .check = CHECK_VARIABLE},
    {"tools.line_bytes", INT(80, 1 * MiB)},
    {"tools.max_entries", INT(1, 100000)},
    {"tools.max_matches", INT(1, 100000)},
    {"tools.read_bytes", INT(1024, 1024.0 * MiB)},
    {"tools.result_bytes", INT(1024, 16 * MiB)},

    {"trust.workspaces", LIST(1000), .flags = TRUST | SETTING_USER_ONLY, .check = CHECK_FOLDER},

    {"ui.card_quiet_ms", INT(0, 10000), .flags = TRUST},
    {"ui.clipboard", SETTING_BOOL, .flags = TRUST | LIVE},
    {"ui.color", CHOICE("auto|always|never")},
    {"ui.complete", CHOICE("auto|tab"), .flags = LIVE},
    {"ui.destructive_quiet_ms", INT(0, 10000), .flags = TRUST},
    {"ui.escape_ms", INT(0, 1000), .flags = LIVE},
    {"ui.frame_ms", INT(1, 1000), .flags = LIVE},
    {"ui.mouse", SETTING_BOOL, .flags = LIVE},
    {"ui.notify", CHOICE("off|bell|osc9|osc777|auto"), .flags = LIVE},
    {"ui.notify_after_s", NUMBER(0, 86400), .flags = LIVE},
    {"ui.paste_bytes", INT(0, 4194304), .flags = LIVE},
    {"ui.paste_lines", INT(0, 1000000), .flags = LIVE},
    {"ui.plan", CHOICE("auto|line|panel|hidden")},
    {"ui.reasoning", CHOICE("rolling|full")},
    {"ui.rolling_rows", INT(1, 10000)},
    {"ui.screen_reader", SETTING_BOOL},
    {"ui.theme", STRING(1, 100)},
    {"ui.title", SETTING_BOOL},

    {"undo.look_ms", INT(0, 60000)},
    {"undo.max_bytes", INT(0, 64 * MiB)},
    {"undo.max_changes", INT(1, 100000)},
    {"undo.max_files", INT(0, 1e6)},
    {"undo.snapshot_bytes", INT(0, 16384.0 * MiB)},

    {"workspace.allow", LIST(1000), .flags = TRUST, .check = CHECK_FOLDER},
};
const size_t settings_count = sizeof settings_table / sizeof *settings_table;
