/* SPDX-License-Identifier: MIT
 * /plan: the user's hand on the plan in words. slash_plan_words.c reads them; here they are done: an edit
 * is tried on the plan that is seen, so that a refusal is said at once, and goes to the agent.
 */

#include "base/base.h"
#include "ui/command/slash_plan_words.h"
#include "ui/command/slash_rows.h"

static const struct plan *plan_of(const struct commander *c)
{
	static const struct plan none;

	return c->plan ? c->plan : &none;
}

static bool is_wish(const json_t *edit) /* for the agent, not an edit yet */
{
	const struct event_plan_edit said = event_read_plan_edit(edit);

	return strcmp(said.action, "undo") == 0 ||
	       (strcmp(said.action, "branch") == 0 && !said.todos);
}

void slash_plan_edit(struct commander *c, json_t *e)
{
	const struct plan_limits limits = plan_limits_of(c->settings);
	freed_by(plan_free) struct plan copy = {0};

	if (c->plan_edit && !is_wish(e)) {
		c->plan_edit(c->face, json_incref(e));
		return;
	}
	plan_copy(&copy, plan_of(c));
	freed_by(change_free) struct change change =
	    is_wish(e) ? (struct change){.kind = PLAN_CHANGED}
		       : plan_edit(&copy, e, NULL, AUTHOR_USER, &limits, clock_now_ms());
	if (change.kind == PLAN_CHANGED)
		inbox_push(c->session, (struct intent){INTENT_PLAN_EDIT, json_incref(e)});
	else
		slash_say(
		    c, "%s", change.why ? plan_refusal(change.why) : "the plan stays as it is");
}

void slash_text_lines(struct lines *out, enum style style, const char *margin, const char *text)
{
	while (*text) {
		const size_t len = strcspn(text, "\n");

		lines_adds(out, style, margin);
		lines_add(out, style, text, len);
		lines_end(out);
		text += len + (text[len] == '\n');
	}
}

void slash_page_text(const struct commander *c, const char *title, const char *text)
{
	auto_lines body = {0};

	slash_text_lines(&body, STYLE_TEXT, " ", text);
	c->page(c->face, title, &body, 4);
}

static void show(const struct commander *c)
{
	auto_buf list = BUF_INIT;

	if (c->plan_show) {
		c->plan_show(c->face, true);
		return;
	}
	plan_words_list(plan_of(c), &list);
	slash_page_text(c, "Plan", buf_str(&list));
}

static void plan(struct commander *c, const char *rest)
{
	const struct plan_limits limits = plan_limits_of(c->settings);
	freed_by(plan_words_free) struct plan_words w =
	    plan_words_read(plan_of(c), rest, &limits, NULL);

	switch (w.meant) {
	case PLAN_MEANT_EDIT:
		slash_plan_edit(c, w.edit);
		break;
	case PLAN_MEANT_SHOW:
		show(c);
		break;
	case PLAN_MEANT_HIDE:
		if (c->plan_show)
			c->plan_show(c->face, false);
		else
			slash_say(c, "there is no panel to hide");
		break;
	case PLAN_MEANT_LIST:
		slash_page_text(c, "Templates", w.text);
		break;
	case PLAN_MEANT_EXPORT:
		slash_plan_export(c, w.text);
		break;
	case PLAN_MEANT_IMPORT:
		if ((w.edit = slash_plan_import(c, w.text)))
			slash_plan_edit(c, w.edit);
		break;
	case PLAN_MEANT_WRONG:
		slash_say(c, "%s", w.text);
		if (w.again && c->input)
			c->input(c->face, w.again);
		break;
	}
}

static void add_candidate(void *ctx, const char *word, const char *help)
{
	candidates_add(ctx, word, help);
}

static void complete(const struct commander *c, const char *before, struct candidates *out)
{
	size_t len = strlen(before);
	auto_free char *words = xasprintf("%s%s", before, len && before[len - 1] != ' ' ? " " : "");

	plan_words_complete(plan_of(c), words, NULL, add_candidate, out);
}

const struct slash slash_plan = {
    .name = "plan",
    .arguments = "[WORD…]",
    .help = "see and change the plan, begin one from a template",
    .run = plan,
    .complete = complete,
};
