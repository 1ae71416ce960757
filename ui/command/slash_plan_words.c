/* SPDX-License-Identifier: MIT
 * The table of /plan's words. What a word means is read once, whichever face got it; the rules of the
 * plan have the last word.
 */
#include "ui/command/slash_plan_words.h"

#include "base/base.h"
#include "ui/command/slash_plan_reading.h"
#include "ui/view/plan_item.h"

static const char plan_words_usage[] =
    "[show | hide | add [after N] TEXT | edit N TEXT | delete N | move N M|up|down | tick N | "
    "untick N | skip N | next N | gate N | retry N | abandon [WHY] | undo | branch [ITEM; ITEM…] | "
    "template "
    "[NAME VARIABLE=VALUE…] | export [FILE] | import FILE]";

static void read_show(struct plan_reading *r)
{
	r->out.meant = PLAN_MEANT_SHOW;
}

static void read_hide(struct plan_reading *r)
{
	r->out.meant = PLAN_MEANT_HIDE;
}

static void read_abandon(struct plan_reading *r)
{
	plan_reading_edit(r, event_build_plan_edit(&(struct event_plan_edit){
				 .action = "abandon", .text = *r->rest ? r->rest : NULL}));
}

static void read_undo(struct plan_reading *r)
{
	if (*r->rest)
		plan_reading_usage(r);
	else
		plan_reading_edit(r, plan_edit_plain("undo", NULL));
}

static void read_file_word(struct plan_reading *r)
{
	const bool import = strcmp(r->word->name, "import") == 0;

	if (import && !*r->rest) {
		plan_reading_usage(r);
		return;
	}
	r->out.meant = import ? PLAN_MEANT_IMPORT : PLAN_MEANT_EXPORT;
	r->out.text = xstrdup(r->rest);
}

static const struct plan_word words[] = {
    {"show", NULL, "", "show the plan", read_show, NULL},
    {"hide", NULL, "", "hide the plan", read_hide, NULL},
    {"add", "add", "[after N] TEXT", "add an item, at the end or after another", plan_read_add,
	plan_offer_add},
    {"edit", "edit", "N TEXT", "other words for an item", plan_read_edit, plan_offer_item},
    {"delete", "remove", "N", "take an item out", plan_read_one, plan_offer_item},
    {"move", "move", "N M|up|down", "put an item in another place", plan_read_move,
	plan_offer_item},
    {"tick", "tick", "N", "an item is done", plan_read_one, plan_offer_item},
    {"untick", "untick", "N", "it is not done after all", plan_read_one, plan_offer_item},
    {"skip", "skip", "N", "leave an item out", plan_read_one, plan_offer_item},
    {"next", "next", "N", "do this next", plan_read_one, plan_offer_item},
    {"gate", "gate", "N", "ask before it starts, or no longer", plan_read_one, plan_offer_item},
    {"retry", "retry", "N", "try again what failed or was skipped", plan_read_one, plan_offer_item},
    {"abandon", "abandon", "[WHY]", "give the plan up", read_abandon, NULL},
    {"undo", "undo", "", "take back the last change of yours", read_undo, NULL},
    {"branch", "branch", "[ITEM; ITEM…]", "other ways for what is left: the model's, or yours",
	plan_read_branch, NULL},
    {"template", "create", "[NAME VARIABLE=VALUE…]", "begin a plan from a template",
	plan_read_template, plan_offer_template},
    {"export", NULL, "[FILE]", "write the plan to a file: .md, .json, .org", read_file_word, NULL},
    {"import", NULL, "FILE", "begin a plan from the steps of a file", read_file_word, NULL},
};
#define WORDS (sizeof words / sizeof *words)

static const struct plan_word *word_named(const char *name, size_t len)
{
	for (size_t i = 0; i < WORDS; i++)
		if (strlen(words[i].name) == len && strncmp(words[i].name, name, len) == 0)
			return &words[i];
	return NULL;
}

struct plan_words plan_words_read(const struct plan *p, const char *text,
    const struct plan_limits *limits, const json_t *templates)
{
	struct plan_reading r = {.plan = p, .limits = limits, .templates = templates, .rest = text};
	auto_free char *name = plan_reading_next(&r);

	r.word = word_named(*name ? name : "show", strlen(*name ? name : "show"));
	if (r.word)
		r.word->read(&r);
	else
		plan_reading_wrong(&r, "no word '%s'; usage: /plan %s", name, plan_words_usage);
	return r.out;
}

void plan_words_free(struct plan_words *w)
{
	json_decref(w->edit);
	free_all(w->text, w->again);
	*w = (struct plan_words){0};
}

void plan_words_list(const struct plan *p, struct buf *out)
{
	buf_adds(out, p->goal && p->count ? p->goal : p->count ? "Plan" : "there is no plan");
	if (p->status == PLAN_ABANDONED && p->count)
		buf_addf(out, " (abandoned%s%s)", p->why ? ": " : "", p->why ? p->why : "");
	for (size_t i = 0; i < p->count; i++) {
		const struct todo *t = &p->items[i];

		buf_addf(out, "\n%zu %s %s%s", i + 1, plan_icon(t->status, true), t->content,
		    t->gate ? " (gate)" : "");
		if (t->error || t->result)
			buf_addf(out, " - %s", t->error ? t->error : t->result);
	}
}

size_t plan_words_complete(
    const struct plan *p, const char *text, const json_t *templates, plan_offer *offer, void *ctx)
{
	const char *first = text + strspn(text, " \t"), *typed = first, *behind;
	size_t len = strcspn(first, " \t");

	for (const char *s = first; *s; s++)
		if (*s == ' ' || *s == '\t')
			typed = s + 1;
	if (typed == first) {
		for (size_t i = 0; i < WORDS; i++)
			if (plan_word_begins(words[i].name, typed))
				offer(ctx, words[i].name, words[i].help);
		return (size_t)(typed - text);
	}
	const struct plan_word *w = word_named(first, len);
	behind = first + len + strspn(first + len, " \t");
	if (w && w->offer)
		w->offer(&(struct plan_completion){p, templates, behind, typed, offer, ctx});
	return (size_t)(typed - text);
}
