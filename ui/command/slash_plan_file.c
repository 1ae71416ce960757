/* SPDX-License-Identifier: MIT
 * /plan export and /plan import: the plan as a file that people and other programs read, and the steps of one,
 * a Markdown checklist or what an export as JSON wrote, as a new plan.
 */
#include "base/base.h"
#include "base/file.h"
#include "base/secret.h"
#include "plan/history/plan_history.h"
#include "ui/command/slash_plan_words.h"
#include "ui/command/slash_rows.h"

#define FILE_MOST (1 << 20)

static const char *format_of(const char *file)
{
	const char *dot = strrchr(file, '.');

	return dot && (strcmp(dot, ".json") == 0 || strcmp(dot, ".org") == 0) ? dot + 1 : "md";
}

static char *plan_file_path(const struct commander *c, const char *file)
{
	auto_free char *expanded = file_expand(file);

	return c->cwd ? file_join(c->cwd, expanded) : xstrdup(expanded);
}

void slash_plan_export(struct commander *c, const char *words)
{
	static const struct plan none;
	const struct past_plan past = {.plan = c->plan ? *c->plan : none};
	auto_free char *file = *words ? xstrdup(words) : xasprintf("plan-%.10s.md", past.plan.id);
	auto_free char *path = plan_file_path(c, file);
	auto_buf out = BUF_INIT;
	auto_error e = ERROR_INIT;

	if (past.plan.count == 0)
		slash_say(c, "there is no plan to export");
	else if (access(path, F_OK) == 0)
		slash_say(c, "'%s' is there already: name another file", file);
	else if (!plan_export(&past, format_of(file), &out, &e) ||
		 (secret_redact(&out), !file_write(path, 0666, out.data, out.len, &e)))
		slash_say(c, "not exported: %s", e.message);
	else
		slash_say(c, "written to %s", file);
}

/* Returns the steps of a snapshot in JSON as a checklist; NULL: it is none. Owned. */
static char *checklist_of(const char *json)
{
	json_auto_t *snapshot = json_loads(json, JSON_REJECT_DUPLICATES, NULL);
	auto_buf list = BUF_INIT;

	if (!json_is_object(snapshot))
		return NULL;
	buf_addf(&list, "# %s\n", json_str(snapshot, "goal", "Plan"));
	json_each (item, json_list(snapshot, "items"))
		buf_addf(&list, "- [ ] %s\n", json_str(item, "content", ""));
	return buf_take(&list);
}

json_t *slash_plan_import(struct commander *c, const char *file)
{
	static const struct plan none;
	const struct plan_limits limits = plan_limits_of(c->settings);
	auto_free char *path = plan_file_path(c, file), *list = NULL;
	auto_buf text = BUF_INIT;
	auto_error e = ERROR_INIT;

	if (!file_read(path, FILE_MOST, &text, &e)) {
		slash_say(c, "%s", e.message);
		return NULL;
	}
	list = checklist_of(buf_str(&text));
	list = list ? list : text_clean(buf_str(&text), text.len);
	json_auto_t *snapshot = plan_from_text(&none, list, &limits);
	if (!snapshot) {
		slash_say(c, "'%s' holds no open steps: lines like '- [ ] do this' are read", file);
		return NULL;
	}
	auto_free char *goal =
	    strncmp(list, "# ", 2) == 0 ? xstrndup(list + 2, strcspn(list + 2, "\n")) : NULL;
	json_each (todo, json_list(snapshot, "todos")) {
		json_object_del(todo, "status"); /* what came of them is not taken over */
		json_object_del(todo, "id");
	}
	return event_build_plan_edit(&(struct event_plan_edit){.action = "create",
	    .goal = goal ? goal : file,
	    .todos = json_incref(json_list(snapshot, "todos"))});
}
