/* SPDX-License-Identifier: MIT
 * /plan template: a plan from one of the templates, with values for its variables.
 */

#include "base/base.h"
#include "plan/plan_template.h"
#include "ui/command/slash_plan_reading.h"

static json_t *templates_or(const json_t *given)
{
	return given ? json_incref((json_t *)given) : plan_templates(NULL);
}

static void list_templates(const json_t *templates, struct buf *out)
{
	buf_adds(out, "/plan template NAME VARIABLE=VALUE…");
	json_each (row, templates) {
		buf_addf(out, "\n%s: %s", json_str(row, "name", ""), json_str(row, "title", ""));
		json_each_at (k, variable, json_list(row, "variables"))
			buf_addf(out, "%s%s%s", k ? ", " : " (", json_str(variable, "name", ""),
			    json_object_get(variable, "default") ? "?" : "");
		buf_adds(out, json_array_size(json_list(row, "variables")) ? ")" : "");
	}
}

/* Returns the words given and, open, the variables that still want a value. */
static char *ask_again(const json_t *row, const char *words, const json_t *values)
{
	struct buf again = BUF_INIT;

	if (!row)
		return NULL;
	buf_addf(&again, "/plan template %s", words);
	json_each (variable, json_list(row, "variables")) {
		const char *name = json_str(variable, "name", "");

		if (!json_object_get(variable, "default") && !*json_str(values, name, ""))
			buf_addf(&again, " %s=", name);
	}
	return buf_take(&again);
}

void plan_read_template(struct plan_reading *r)
{
	json_auto_t *templates = templates_or(r->templates), *values = NULL;
	struct buf list = BUF_INIT;
	auto_error e = ERROR_INIT;
	auto_free char *name = NULL;

	if (!*r->rest) {
		list_templates(templates, &list);
		r->out.meant = PLAN_MEANT_LIST;
		r->out.text = buf_take(&list);
		return;
	}
	values = plan_template_words(templates, r->rest, &name);
	json_t *edit = plan_template(templates, name, values, r->limits, &e);
	if (edit) {
		plan_reading_edit(r, edit);
	} else {
		plan_reading_wrong(r, "%s", e.message);
		r->out.again = ask_again(json_row(templates, "name", name), r->rest, values);
	}
}

static void offer_variables(const json_t *templates, const struct plan_completion *wanted)
{
	auto_free char *name = NULL;

	json_auto_t *values = plan_template_words(templates, wanted->behind, &name);
	json_each (variable, json_list(json_row(templates, "name", name), "variables")) {
		const char *key = json_str(variable, "name", "");
		auto_free char *word = xasprintf("%s=", key);

		if (!json_object_get(values, key) && plan_word_begins(word, wanted->typed))
			wanted->offer(wanted->ctx, word, json_str(variable, "text", ""));
	}
}

void plan_offer_template(const struct plan_completion *wanted)
{
	json_auto_t *templates = templates_or(wanted->templates);

	if (wanted->behind == wanted->typed) {
		json_each (row, templates)
			if (plan_word_begins(json_str(row, "name", ""), wanted->typed))
				wanted->offer(wanted->ctx, json_str(row, "name", ""),
				    json_str(row, "title", ""));
	} else {
		offer_variables(templates, wanted);
	}
}
