/*
 * Errors, sizes and lists of names, as all the reading tools say them.
 */
#include "tools/read/read_errors.h"

#include <stdlib.h>
#include <string.h>
#include "base/json/json.h"
#include "base/text/text.h"
#include "workspace/visible_paths.h"

#define NAMES 3
#define ARGUMENT 80 /* characters */

void call_guard_walk(struct call *c, struct walk *w)
{
	const struct act act = {.class = TOOL_READS,
	    .tool = c->tool->name,
	    .path = json_str(c->args, "path", "."),
	    .workspace = c->host->workspace};
	enum approve_mode mode = APPROVE_READ_ONLY;

	approve_mode_find(setting_string(c->host->settings, "approve"), &mode);
	walk_guard(w, visible_paths_new(c->host->permissions, mode, &act));
}

void add_hidden(const struct walk *w, struct buf *text)
{
	int n = w ? walk_hidden(w) : 0;

	if (n)
		buf_addf(text, "[left out by permission rules: %d place%s]\n", n,
		    text_plural(n, "", "s"));
}

/* Whether the path may be named: a file that may not be read, or not without asking, is treated
 * as if it were not there. */
static bool may_tell(const struct call *c, const char *shown)
{
	const struct act act = {.class = TOOL_READS,
	    .tool = c->tool->name,
	    .path = shown,
	    .workspace = c->host->workspace};
	enum approve_mode mode = APPROVE_READ_ONLY;

	approve_mode_find(setting_string(c->host->settings, "approve"), &mode);
	return !c->host->permissions ||
	       permission_decide(c->host->permissions, mode, &act).verdict == VERDICT_ALLOW;
}

void call_fail_path(struct call *c, const char *path, struct error *e)
{
	bool near_outside = e->code == ERR_DENIED && *path == '/';
	char *near = e->code == ERR_NOT_FOUND || near_outside
			 ? workspace_nearest(c->host->workspace, path)
			 : NULL;
	char *shown = near ? path_shown(near) : NULL;
	if (shown && may_tell(c, shown))
		call_fail(c, "%s (did you mean '%s'?)", e->message, shown);
	else if (e->code == ERR_NOT_FOUND)
		call_fail(c, "%s; list the folder, or find it by name", e->message);
	else
		call_fail(c, "%s", e->message);
	free(shown);
	free(near);
	error_free(e);
}

void add_names(struct buf *out, const json_t *names, size_t count)
{
	size_t n = json_array_size(names);
	n = n < NAMES ? n : NAMES;
	for (size_t i = 0; i < n; i++)
		buf_addf(out, "%s%s", i ? ", " : "", json_string_value(json_array_get(names, i)));
	if (count > n)
		buf_addf(out, " and %zu more", count - n);
}

void add_size(struct buf *out, int64_t bytes)
{
	static const char units[] = "KMGTP";
	double n = (double)bytes / 1024;
	size_t unit = 0;
	if (bytes < 1024) {
		buf_addf(out, "%lld", (long long)bytes);
		return;
	}
	for (; n >= 1023.5 && unit + 2 < sizeof units; unit++)
		n /= 1024;
	buf_addf(out, n < 9.95 ? "%.1f%c" : "%.0f%c", n, units[unit]);
}

void add_argument(struct buf *line, const char *text)
{
	char *cut = text_line(text, ARGUMENT);
	text_sanitise(line, cut, strlen(cut));
	free(cut);
}
