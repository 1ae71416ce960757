/* SPDX-License-Identifier: MIT
 * What a delegate is told: goal, limits that are never wider than what its parent has left, the
 * settings that hold in the parent, and the backend with its key. The whole goes through the
 * child's stdin and is kept nowhere.
 */
#include "agent/delegate/delegate_spec.h"

#include "agent/agent_internal.h"
#include "agent/budget/budget_share.h"
#include "agent/state/turn_state.h"
#include "base/base.h"
#include "base/file.h"

/* Settings that the spec says in its own members, or that are no business of a child. */
static const char *const kept_back[] = {"approve", "agent.depth", "backend.api_key_command",
    "backend.api_key_env", "backend.api_key_file", "backend.base_url", "backend.provider",
    "budget.day_usd", "budget.session_usd", "budget.turn_usd", "limits.iterations", "limits.tokens",
    "limits.wall_s", "sessions.", "ui."};

static bool is_kept_back(const char *name)
{
	for (size_t i = 0; i < sizeof kept_back / sizeof *kept_back; i++) {
		size_t len = strlen(kept_back[i]);

		if (kept_back[i][len - 1] == '.' ? strncmp(name, kept_back[i], len) == 0
						 : strcmp(name, kept_back[i]) == 0)
			return true;
	}
	return false;
}

/* Rounds and time are bounded by what the turn has left, tokens and money are its share of that. */
static json_t *limits_for(struct agent *a, const struct budget_share *share, double *seconds)
{
	const struct turn *t = a->turn;
	int64_t rounds = setting_int(a->settings, "delegate.iterations");
	double wall = setting_number(a->settings, "limits.wall_s"), left;

	if (t && t->limits.rounds > 0 && rounds > t->limits.rounds - t->iteration)
		rounds = t->limits.rounds - t->iteration > 0 ? t->limits.rounds - t->iteration : 1;
	*seconds = setting_number(a->settings, "delegate.wall_s");
	if (t && wall > 0) {
		left = wall - (double)(clock_mono_ms() - t->limits.started_ms) / 1000;
		*seconds = fmax(0.01, fmin(*seconds, left));
	}
	json_t *limits =
	    json_pack("{s:I, s:f}", "iterations", (json_int_t)rounds, "seconds", *seconds);
	if (share->tokens >= 0)
		json_put_int(limits, "tokens", share->tokens > 0 ? share->tokens : 1);
	if (!isnan(share->usd))
		json_put(limits, "usd", json_real(share->usd));
	return limits;
}

json_t *delegate_spec(
    struct agent *a, const json_t *args, const struct budget_share *share, double *seconds)
{
	const char *depth = setting_string(a->settings, "agent.depth");
	json_auto_t *all = settings_changed(a->settings);
	json_t *given = json_object();
	json_members (name, value, all)
		if (!is_kept_back(name))
			json_object_set(given, name, value);
	/* A delegate's goal is work to do, however few words it has: it is never answered
	 * directly. */
	return json_pack("{s:s, s:s*, s:O*, s:s, s:s, s:i, s:o, s:o, s:o}", "goal",
	    json_str(args, "goal", ""), "context", json_str(args, "context", NULL), "tools",
	    json_list(args, "tools"), "approve", setting_string(a->settings, "approve"), "depth",
	    strcmp(depth, "auto") == 0 ? "react" : depth, "level", a->level + 1, "backend",
	    backend_hand_over(a->backend), "limits", limits_for(a, share, seconds), "settings",
	    given);
}

static char *filled(const char *word, const char *agent, const char *workspace)
{
	static const char *const names[] = {"{agent}", "{workspace}"};
	const char *const values[] = {agent, workspace};
	struct buf out = BUF_INIT;

	while (*word) {
		size_t i = 0;

		while (i < 2 && strncmp(word, names[i], strlen(names[i])) != 0)
			i++;
		if (i == 2) {
			buf_addc(&out, *word++);
			continue;
		}
		buf_adds(&out, values[i]);
		word += strlen(names[i]);
	}
	return buf_take(&out);
}

char **delegate_words(const struct agent *a)
{
	static const char *const own[] = {"{agent}", "--child"};
	const json_t *launcher = setting_json(a->settings, "delegate.launcher");
	size_t given = json_array_size(launcher), count = given ? given : 2;
	char **words = xcalloc(count + 1, sizeof *words);
	auto_free char *agent = file_this_program();
	for (size_t i = 0; i < count; i++)
		words[i] = filled(given ? json_string_value(json_array_get(launcher, i)) : own[i],
		    agent, workspace_path(a->workspace));
	return words;
}
