/* SPDX-License-Identifier: MIT
 * Starts a child and makes its environment. The kind of a child decides its sandbox.
 */
#include "sandbox/child_start.h"

#include "base/base.h"
#include "base/secret.h"
#include "config/settings.h"
#include "sandbox/sandbox.h"

const struct child_row child_rows[CHILD_KINDS] = {
    [CHILD_COMMAND] = {"a command of the model, of a check or of `agent sandbox`", CHILD_WRITES,
	"writes the workspace"},
    [CHILD_TRIAL] = {"a command that is tried", CHILD_TRIES,
	"what it writes is thrown away, it has no network"},
    [CHILD_TRIAL_READS] = {"a command that is tried and reads much", CHILD_READS,
	"is ended where it would write, has no network"},
    [CHILD_GIT_STATUS] = {"`git status` for a session's first request", CHILD_READS,
	"writes its private /tmp alone, has no network"},
    [CHILD_USER_COMMAND] = {"`!command`", CHILD_FREE, "you typed it, as into a shell of yours"},
    [CHILD_EDITOR] = {"`$VISUAL`, `$EDITOR`", CHILD_FREE,
	"you opened it, it has your terminal and your settings"},
    [CHILD_KEY_COMMAND] = {"`backend.api_key_command`", CHILD_FREE,
	"it reads the password store that commands do not see; only your own settings name it"},
    [CHILD_DELEGATE] = {"`agent --child`, or `delegate.launcher` with it", CHILD_FREE,
	"this program: what it starts is confined as here"},
    [CHILD_SERVE] = {"`agent --serve`, of an editor's session", CHILD_FREE,
	"this program: what it starts is confined as here"},
    [CHILD_EXPORT] = {"`agent sessions export`", CHILD_FREE,
	"this program: it reads the sessions, which commands do not see, and starts nothing"},
    [CHILD_SIGN] = {"`ssh-keygen`, of a certificate", CHILD_FREE,
	"it signs with your key, which commands do not see; only `agent sessions` starts it"},
    [CHILD_HOOK] = {"a hook", CHILD_WRITES, "writes the workspace"},
    [CHILD_USER_HOOK] = {"a hook of your own files, with `hooks.sandbox: workspace`", CHILD_FREE,
	"your own settings say so; a workspace's hooks are confined all the same"},
    [CHILD_MCP] = {"an MCP server", CHILD_WRITES,
	"writes the workspace; it has the network unless its entry says `network: false`"},
    [CHILD_MCP_FREE] = {"an MCP server with `sandbox: false`", CHILD_FREE,
	"your own settings say so; a workspace's cannot"},
    [CHILD_BROWSER] = {"`mcp.open`", CHILD_FREE,
	"your browser: you signed in to a server; only your own settings name it"},
    [CHILD_PICTURE] = {"`img2sixel`, of a tool's picture", CHILD_READS,
	"writes its private /tmp alone, has no network"},
};

/* Returns the sandbox's variables, then those of spec: the first of a name counts. Caller frees the
 * array, not the strings. */
static const char **variables_with(char *const *more, const char *const *set)
{
	const char **all = NULL;
	size_t count = 0, cap = 0;

	for (; more && *more; more++)
		array_push(all, count, cap, *more);
	for (; set && *set; set++)
		array_push(all, count, cap, *set);
	array_push(all, count, cap, NULL);
	return all;
}

struct process *child_start(struct loop *l, struct sandbox *sandbox, const struct child_wish *wish,
    const struct process_spec *spec, bool *confined, struct error *e)
{
	const enum child_hold hold = child_rows[wish->kind].hold;
	const bool layers =
	    hold == CHILD_TRIES && sandbox && sandbox_tier(sandbox) == SANDBOX_NAMESPACES;
	const enum sandbox_grant grant = layers		       ? SANDBOX_TRIES
					 : hold >= CHILD_READS ? SANDBOX_READS
					 : wish->network       ? SANDBOX_NETWORK
							       : SANDBOX_WRITES;
	struct process_spec full = *spec;
	freed_by(sandbox_order_free) struct sandbox_order order = {.set = NULL};

	if (hold != CHILD_FREE && sandbox) {
		const enum sandbox_missing missing = sandbox_missing(sandbox);
		const bool runs_anyway = sandbox_is_off(sandbox) || missing == SANDBOX_RUNS ||
					 (hold == CHILD_WRITES && missing == SANDBOX_ASKS);

		if (sandbox_tier(sandbox) == SANDBOX_NONE && !runs_anyway) {
			error_set(e, ERR_DENIED, "no sandbox can be made here (%s)",
			    sandbox_why(sandbox));
			return NULL;
		}
		if (!sandbox_confine(sandbox, &full,
			grant |
			    (wish->git_config && hold == CHILD_WRITES ? SANDBOX_GIT_CONFIG : 0) |
			    (wish->keeps_tmp && layers ? SANDBOX_KEEPS_TMP : 0) |
			    (wish->kind == CHILD_TRIAL_READS ? SANDBOX_ENDS_WRITERS : 0),
			&order, e))
			return NULL;
	}
	const char **all = variables_with(order.set, spec->set);
	full.set = all;
	struct process *p = process_start(l, &full, e);
	if (confined)
		*confined = full.confine_bytes > 0;
	free(all);
	return p;
}

/* ---- The environment of a child ------------------------------------------------------------------ */

/* Returns "NAME=value" from this program's environment; NULL: it is not set, or holds a secret of the program.
 * Owned. A child gets only variables that a setting names. */
static char *variable_line(const char *name)
{
	const char *value = getenv(name);
	auto_buf line = BUF_INIT;

	buf_addf(&line, "%s=%s", name, value ? value : "");
	return value && !(secret_any() && secret_redact(&line)) ? buf_take(&line) : NULL;
}

char **environment_new(const struct settings *s, const char *const *lists, const json_t *more)
{
	char **set = NULL;
	size_t n = 0, cap = 0;

	for (; *lists; lists++)
		json_each (name, setting_json(s, *lists)) {
			char *line = json_object_get(more, json_string_value(name))
					 ? NULL
					 : variable_line(json_string_value(name));

			if (line)
				array_push(set, n, cap, line);
		}
	json_members (name, value, more) {
		auto_free char *other = json_is_string(value) ? NULL : json_line(value);
		char *line = xasprintf("%s=%s", name, other ? other : json_string_value(value));

		array_push(set, n, cap, line);
	}
	array_push(set, n, cap, NULL);
	return set;
}

void environment_free(char **set)
{
	for (size_t i = 0; set[i]; i++)
		free(set[i]);
	free(set);
}
