/* SPDX-License-Identifier: MIT
 * /plan: changes of the plan by the user, in words. Most words make an edit, which is tried on the plan that is seen,
 * so that a refusal is said at once, and goes to the agent. Items are named by their place, from 1, or their id.
 */
#include "base/base.h"
#include "base/file.h"
#include "base/secret.h"
#include "base/text/names.h"
#include "plan/history/plan_history.h"
#include "plan/plan_template.h"
#include "ui/command/slash_rows.h"
#include "ui/view/plan_item.h"

#define FILE_MOST (1 << 20)

struct word_behind {		 /* a word of /plan with what stands behind it; all (borrowed) */
	const char *action;	 /* of plan_edit */
	const struct todo *item; /* NULL unless the word needs one */
	const char *rest;	 /* the words behind the item */
};
struct plan_word {
	const char *name, *usage, *help;
	const char *action; /* of plan_edit; NULL: the name */
	/* False: the words cannot be used like this. */
	bool (*run)(struct commander *c, const struct word_behind *w);
	/* Adds what may follow these words; NULL: nothing. A word with offer_items needs an item. */
	void (*offer)(const struct commander *c, const char *behind, struct candidates *out);
};

static bool is_wish(const json_t *edit) /* the agent makes the edit */
{
	const struct event_plan_edit said = event_read_plan_edit(edit);

	return strcmp(said.action, "undo") == 0 ||
	       (strcmp(said.action, "branch") == 0 && !said.todos);
}

void slash_plan_edit(struct commander *c, json_t *edit)
{
	const struct plan_limits limits = plan_limits_of(c->settings);
	freed_by(plan_free) struct plan copy = {0};
	freed_by(change_free) struct change change = {.kind = PLAN_CHANGED};
	json_auto_t *e = edit;

	if (c->plan_edit && !is_wish(e)) {
		c->plan_edit(c->face, json_incref(e));
		return;
	}
	plan_copy(&copy, c->plan);
	if (!is_wish(e))
		change = plan_edit(&copy, e, NULL, AUTHOR_USER, &limits, clock_now_ms());
	if (change.kind == PLAN_CHANGED)
		inbox_push(c->session, (struct intent){INTENT_PLAN_EDIT, json_incref(e)});
	else
		slash_say(
		    c, "%s", change.why ? plan_refusal(change.why) : "the plan stays as it is");
}

/* ---- the plan as it is seen ------------------------------------------------------------------ */

static bool show(struct commander *c, const struct word_behind *w)
{
	const struct plan *p = c->plan;
	auto_buf out = BUF_INIT;

	if (c->plan_show) {
		c->plan_show(c->face, true);
		return true;
	}
	buf_adds(&out, p->goal && p->count ? p->goal : p->count ? "Plan" : "there is no plan");
	if (p->status == PLAN_ABANDONED && p->count)
		buf_addf(&out, " (abandoned%s%s)", p->why ? ": " : "", p->why ? p->why : "");
	for (size_t i = 0; i < p->count; i++) {
		const struct todo *t = &p->items[i];

		buf_addf(&out, "\n%zu %s %s%s", i + 1, plan_icon(t->status, true), t->content,
		    t->gate ? " (gate)" : "");
		if (t->error || t->result)
			buf_addf(&out, " - %s", t->error ? t->error : t->result);
	}
	slash_page_text(c, "Plan", buf_str(&out));
	return true;
}

static bool hide(struct commander *c, const struct word_behind *w)
{
	if (c->plan_show)
		c->plan_show(c->face, false);
	else
		slash_say(c, "there is no panel to hide");
	return true;
}

/* ---- items ----------------------------------------------------------------------------------- */

/* Returns the index of a place (from 1 to count); count: it is none. */
static size_t item_index(const char *word, size_t count)
{
	char *end;
	unsigned long n = isdigit((unsigned char)*word) ? strtoul(word, &end, 10) : 0;

	return n > 0 && n <= count && *end == '\0' ? n - 1 : count;
}

/* Takes the item named first off the words. NULL after saying that there is none. */
static const struct todo *next_item(struct commander *c, const char **words)
{
	const struct plan *p = c->plan;
	auto_free char *word = slash_next_word(words);
	size_t at = 0;

	while (at < p->count && strcmp(p->items[at].id, word) != 0)
		at++;
	at = at < p->count ? at : item_index(word, p->count);
	if (p->count == 0)
		slash_say(c, "there is no plan; /plan add begins one");
	else if (at == p->count)
		slash_say(c, "no item '%s'; they are 1 to %zu", word, p->count);
	return at < p->count ? &p->items[at] : NULL;
}

/* Adds an item: "[after N] TEXT". "after N" counts only if N is an item: the text may begin with that word, too. */
static bool add(struct commander *c, const struct word_behind *w)
{
	const size_t count = c->plan->count;
	const char *rest = w->rest;
	auto_free char *after = slash_next_word(&rest), *number = slash_next_word(&rest);
	const bool behind = strcmp(after, "after") == 0;
	const size_t at = behind ? item_index(number, count) : count;

	if (behind && at == count && *number && !number[strspn(number, "0123456789")]) {
		slash_say(c, "no item '%s' to add it after; %s", number,
		    count ? "/plan shows them" : "there is no plan");
		return true;
	}
	const char *content = at < count ? rest : w->rest;
	if (*content)
		slash_plan_edit(
		    c, event_build_plan_edit(&(struct event_plan_edit){.action = "add",
			   .content = content,
			   .position = at < count ? json_integer((json_int_t)at + 1) : NULL}));
	return *content != '\0';
}

static bool reword(struct commander *c, const struct word_behind *w)
{
	if (!*w->rest)
		return false;
	slash_plan_edit(c, event_build_plan_edit(&(struct event_plan_edit){
			       .action = w->action, .id = w->item->id, .content = w->rest}));
	return true;
}

static bool move(struct commander *c, const struct word_behind *w)
{
	const size_t last = c->plan->count - 1, at = (size_t)(w->item - c->plan->items);
	const char *rest = w->rest;
	auto_free char *where = slash_next_word(&rest);
	size_t to = item_index(where, last + 1);

	if (!*where || *rest)
		return false;
	if (strcmp(where, "up") == 0)
		to = at > 0 ? at - 1 : 0;
	else if (strcmp(where, "down") == 0)
		to = at < last ? at + 1 : last;
	if (to > last) {
		slash_say(c, "no place '%s'; they are 1 to %zu, up and down", where, last + 1);
		return true;
	}
	slash_plan_edit(c,
	    event_build_plan_edit(&(struct event_plan_edit){
		.action = w->action, .id = w->item->id, .position = json_integer((json_int_t)to)}));
	return true;
}

static bool act_on_item(struct commander *c, const struct word_behind *w)
{
	if (!*w->rest)
		slash_plan_edit(c, plan_edit_plain(w->action, w->item->id));
	return !*w->rest;
}

static void offer_items(const struct commander *c, const char *behind, struct candidates *out)
{
	char number[24];

	for (size_t i = 0; !*behind && i < c->plan->count; i++) {
		snprintf(number, sizeof number, "%zu", i + 1);
		candidates_add(out, number, c->plan->items[i].content);
	}
}

static void offer_after(const struct commander *c, const char *behind, struct candidates *out)
{
	if (!*behind)
		candidates_add(out, "after", "behind which item");
	else if (strcmp(behind, "after ") == 0)
		offer_items(c, "", out);
}

/* ---- the whole plan -------------------------------------------------------------------------- */

static bool act_on_plan(struct commander *c, const struct word_behind *w)
{
	slash_plan_edit(c, event_build_plan_edit(&(struct event_plan_edit){
			       .action = w->action, .text = *w->rest ? w->rest : NULL}));
	return true;
}

/* Goes on another way: "branch [ITEM; ITEM...]" with these items; without any the model is asked to offer ways. */
static bool branch(struct commander *c, const struct word_behind *w)
{
	json_auto_t *todos = json_array();
	const char *rest = w->rest;

	while (*rest) {
		const size_t len = strcspn(rest, ";");
		auto_free char *content = text_clean_line(rest, len, len);

		if (*content)
			json_array_append_new(todos, json_pack("{s:s}", "content", content));
		rest += len + (rest[len] == ';');
	}
	slash_plan_edit(c, event_build_plan_edit(&(struct event_plan_edit){.action = w->action,
			       .todos = json_array_size(todos) ? json_incref(todos) : NULL}));
	return true;
}

static void list_templates(const struct commander *c, const json_t *templates)
{
	auto_buf out = BUF_INIT;

	buf_adds(&out, "/plan template NAME VARIABLE=VALUE…");
	json_each (row, templates) {
		buf_addf(&out, "\n%s: %s", json_str(row, "name", ""), json_str(row, "title", ""));
		json_each_at (k, variable, json_list(row, "variables"))
			buf_addf(&out, "%s%s%s", k ? ", " : " (", json_str(variable, "name", ""),
			    json_object_get(variable, "default") ? "?" : "");
		buf_adds(&out, json_array_size(json_list(row, "variables")) ? ")" : "");
	}
	slash_page_text(c, "Templates", buf_str(&out));
}

/* Puts the words into the input again, followed by the variables that still want a value. */
static void ask_again(
    const struct commander *c, const json_t *row, const char *words, const json_t *values)
{
	auto_buf again = BUF_INIT;

	if (!row || !c->input)
		return;
	buf_addf(&again, "/plan template %s", words);
	json_each (variable, json_list(row, "variables")) {
		const char *name = json_str(variable, "name", "");

		if (!json_object_get(variable, "default") && !*json_str(values, name, ""))
			buf_addf(&again, " %s=", name);
	}
	c->input(c->face, buf_str(&again));
}

static bool from_template(struct commander *c, const struct word_behind *w)
{
	const struct plan_limits limits = plan_limits_of(c->settings);
	json_auto_t *templates = plan_templates(NULL);
	auto_error e = ERROR_INIT;
	auto_free char *name = NULL;

	if (!*w->rest) {
		list_templates(c, templates);
		return true;
	}
	json_auto_t *values = plan_template_words(templates, w->rest, &name);
	json_t *edit = plan_template(templates, name, values, &limits, &e);
	if (edit) {
		slash_plan_edit(c, edit);
	} else {
		slash_say(c, "%s", e.message);
		ask_again(c, json_row(templates, "name", name), w->rest, values);
	}
	return true;
}

static void offer_templates(const struct commander *c, const char *behind, struct candidates *out)
{
	json_auto_t *templates = plan_templates(NULL);
	auto_free char *name = NULL;
	json_auto_t *values = plan_template_words(templates, behind, &name);

	if (!*behind)
		json_each (row, templates)
			candidates_add(out, json_str(row, "name", ""), json_str(row, "title", ""));
	json_each (variable, json_list(json_row(templates, "name", name), "variables")) {
		const char *key = json_str(variable, "name", "");
		auto_free char *word = xasprintf("%s=", key);

		if (!json_object_get(values, key))
			candidates_add(out, word, json_str(variable, "text", ""));
	}
}

/* ---- files ----------------------------------------------------------------------------------- */

static bool export_plan(struct commander *c, const struct word_behind *w)
{
	const struct past_plan past = {.plan = *c->plan};
	auto_free char *file =
	    *w->rest ? xstrdup(w->rest) : xasprintf("plan-%.10s.md", past.plan.id);
	auto_free char *path = slash_file_path(c, file);
	const char *dot = strrchr(file, '.');
	const bool named = text_is(dot, ".json") || text_is(dot, ".org");
	auto_buf out = BUF_INIT;
	auto_error e = ERROR_INIT;

	if (past.plan.count == 0)
		slash_say(c, "there is no plan to export");
	else if (access(path, F_OK) == 0)
		slash_say(c, "'%s' is there already: name another file", file);
	else if (!plan_export(&past, named ? dot + 1 : "md", &out, &e) ||
		 (secret_redact(&out), !file_write(path, 0666, out.data, out.len, &e)))
		slash_say(c, "not exported: %s", e.message);
	else
		slash_say(c, "written to %s", file);
	return true;
}

/* Returns the steps of a file, which is a Markdown checklist or an export as JSON, as a checklist. Caller frees. */
static char *checklist_of(const struct buf *text)
{
	json_auto_t *snapshot = json_loads(buf_str(text), JSON_REJECT_DUPLICATES, NULL);
	auto_buf list = BUF_INIT;

	if (!json_is_object(snapshot))
		return text_clean(buf_str(text), text->len);
	buf_addf(&list, "# %s\n", json_str(snapshot, "goal", "Plan"));
	json_each (item, json_list(snapshot, "items"))
		buf_addf(&list, "- [ ] %s\n", json_str(item, "content", ""));
	return buf_take(&list);
}

static bool import_plan(struct commander *c, const struct word_behind *w)
{
	static const struct plan none;
	const struct plan_limits limits = plan_limits_of(c->settings);
	auto_free char *path = slash_file_path(c, w->rest);
	auto_buf text = BUF_INIT;
	auto_error e = ERROR_INIT;

	if (!*w->rest)
		return false;
	if (!file_read(path, FILE_MOST, &text, &e)) {
		slash_say(c, "%s", e.message);
		return true;
	}
	auto_free char *list = checklist_of(&text);
	json_auto_t *snapshot = plan_from_text(&none, list, &limits);
	if (!snapshot) {
		slash_say(
		    c, "'%s' holds no open steps: lines like '- [ ] do this' are read", w->rest);
		return true;
	}
	auto_free char *goal =
	    strncmp(list, "# ", 2) == 0 ? xstrndup(list + 2, strcspn(list + 2, "\n")) : NULL;
	json_each (todo, json_list(snapshot, "todos")) {
		json_object_del(todo, "status"); /* their outcomes are not taken over */
		json_object_del(todo, "id");
	}
	slash_plan_edit(c, event_build_plan_edit(&(struct event_plan_edit){.action = "create",
			       .goal = goal ? goal : w->rest,
			       .todos = json_incref(json_list(snapshot, "todos"))}));
	return true;
}

/* ---- the words ------------------------------------------------------------------------------- */

static const struct plan_word plan_words[] = {
    {"show", "", "show the plan", NULL, show, NULL},
    {"hide", "", "hide the plan", NULL, hide, NULL},
    {"add", "[after N] TEXT", "add an item, at the end or after another", NULL, add, offer_after},
    {"edit", "N TEXT", "other words for an item", NULL, reword, offer_items},
    {"delete", "N", "take an item out", "remove", act_on_item, offer_items},
    {"move", "N M|up|down", "put an item in another place", NULL, move, offer_items},
    {"tick", "N", "an item is done", NULL, act_on_item, offer_items},
    {"untick", "N", "it is not done after all", NULL, act_on_item, offer_items},
    {"skip", "N", "leave an item out", NULL, act_on_item, offer_items},
    {"next", "N", "do this next", NULL, act_on_item, offer_items},
    {"gate", "N", "ask before it starts, or no longer", NULL, act_on_item, offer_items},
    {"retry", "N", "try again what failed or was skipped", NULL, act_on_item, offer_items},
    {"abandon", "[WHY]", "give the plan up", NULL, act_on_plan, NULL},
    {"undo", "", "take back the last change of yours", NULL, act_on_plan, NULL},
    {"branch", "[ITEM; ITEM…]", "other ways for what is left: the model's, or yours", NULL, branch,
	NULL},
    {"template", "[NAME VARIABLE=VALUE…]", "begin a plan from a template", NULL, from_template,
	offer_templates},
    {"export", "[FILE]", "write the plan to a file: .md, .json, .org", NULL, export_plan, NULL},
    {"import", "FILE", "begin a plan from the steps of a file", NULL, import_plan, NULL},
};
#define WORDS ARRAY_SIZE(plan_words)

/* Takes the first word off the words and returns its row; NULL: there is none. */
static const struct plan_word *next_plan_word(const char **words)
{
	auto_free char *name = slash_next_word(words);
	const size_t i = row_named(plan_words, name);

	return i < WORDS ? &plan_words[i] : NULL;
}

static void plan(struct commander *c, const char *rest)
{
	const char *words = *rest ? rest : "show";
	const struct plan_word *word = next_plan_word(&words);
	struct word_behind w = {0};

	if (!word) {
		auto_buf all = BUF_INIT;

		for (size_t i = 0; i < WORDS; i++)
			buf_addf(&all, "%s%s%s%s", i ? " | " : "", plan_words[i].name,
			    *plan_words[i].usage ? " " : "", plan_words[i].usage);
		slash_say(c, "no word '%.*s'; usage: /plan [%s]", (int)strcspn(rest, " \t\n"), rest,
		    buf_str(&all));
		return;
	}
	const bool of_item = word->offer == offer_items;
	bool used = of_item ? *words != '\0' : *word->usage || !*words;
	if (used && of_item && !(w.item = next_item(c, &words)))
		return;
	w.action = word->action ? word->action : word->name;
	w.rest = words;
	if (!used || !word->run(c, &w))
		slash_say(
		    c, "usage: /plan %s%s%s", word->name, *word->usage ? " " : "", word->usage);
}

static void complete(const struct commander *c, const char *before, struct candidates *out)
{
	const char *behind = before;
	const struct plan_word *word = next_plan_word(&behind);

	for (size_t i = 0; !*before && i < WORDS; i++)
		candidates_add(out, plan_words[i].name, plan_words[i].help);
	if (word && word->offer)
		word->offer(c, behind, out);
}

const struct slash slash_plan = {
    .name = "plan",
    .arguments = "[WORD…]",
    .help = "see and change the plan, begin one from a template",
    .run = plan,
    .complete = complete,
};
