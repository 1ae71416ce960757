/*
 * The words of /plan. A row says what stands behind a word: an item, a place, free words; what it
 * means is read once, here, whichever face got it. The rules of the plan have the last word.
 */
#include "ui/command/slash_plan_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/json.h"
#include "plan/plan_template.h"
#include "ui/view/plan_item.h"

static const char plan_words_usage[] =
    "[show | hide | add [after N] TEXT | edit N TEXT | delete N | move N M|up|down | tick N | "
    "untick N | skip N | next N | gate N | retry N | abandon [WHY] | undo | branch [ITEM; ITEM…] | "
    "template "
    "[NAME VARIABLE=VALUE…]]";

struct plan_reading {
	const struct plan *plan;
	const struct plan_limits *limits;
	const json_t *templates;
	const struct plan_word *word;
	const char *rest; /* what was not read yet */
	struct plan_words out;
};

struct plan_word {
	const char *name, *action; /* of plan_edit; NULL: none */
	const char *usage, *help;
	bool item; /* the next word names an item */
	void (*read)(struct plan_reading *r);
};

static void wrong(struct plan_reading *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
static void wrong(struct plan_reading *r, const char *fmt, ...)
{
	struct buf text = BUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	buf_vaddf(&text, fmt, ap);
	va_end(ap);
	r->out.meant = PLAN_MEANT_WRONG;
	r->out.text = buf_take(&text);
}

static void wrong_usage(struct plan_reading *r)
{
	wrong(r, "usage: /plan %s%s%s", r->word->name, *r->word->usage ? " " : "", r->word->usage);
}

static void skip_blanks(struct plan_reading *r)
{
	r->rest += strspn(r->rest, " \t\n");
}

/* The next word, owned; "" at the end. */
static char *next_word(struct plan_reading *r)
{
	size_t len;
	char *word;

	skip_blanks(r);
	len = strcspn(r->rest, " \t\n");
	word = xstrndup(r->rest, len);
	r->rest += len;
	skip_blanks(r);
	return word;
}

/* A place from 1 on in `count`, as an index; count: it is none. */
static size_t place_of(const char *word, size_t count)
{
	char *end;
	unsigned long n = isdigit((unsigned char)*word) ? strtoul(word, &end, 10) : 0;

	return n > 0 && n <= count && *end == '\0' ? n - 1 : count;
}

static size_t item_of(const struct plan *p, const char *word)
{
	for (size_t i = 0; i < p->count; i++)
		if (strcmp(p->items[i].id, word) == 0)
			return i;
	return place_of(word, p->count);
}

/* False: said, there is no such item. */
static bool read_item(struct plan_reading *r, size_t *at)
{
	char *word = next_word(r);
	bool found;

	*at = item_of(r->plan, word);
	found = *at < r->plan->count;
	if (!*word)
		wrong_usage(r);
	else if (!found && r->plan->count == 0)
		wrong(r, "there is no plan; /plan add begins one");
	else if (!found)
		wrong(r, "no item '%s'; they are 1 to %zu", word, r->plan->count);
	free(word);
	return found;
}

static void mean(struct plan_reading *r, json_t *edit)
{
	r->out.meant = PLAN_MEANT_EDIT;
	r->out.edit = edit;
}

/* What is left is free words; false: said, there are none. */
static bool read_text(struct plan_reading *r)
{
	if (*r->rest)
		return true;
	wrong_usage(r);
	return false;
}

static void read_show(struct plan_reading *r)
{
	r->out.meant = PLAN_MEANT_SHOW;
}

static void read_hide(struct plan_reading *r)
{
	r->out.meant = PLAN_MEANT_HIDE;
}

static bool is_number(const char *word)
{
	return *word && strspn(word, "0123456789") == strlen(word);
}

/* "after N" counts only when N is an item: an item may begin with that word, too. */
static void read_add(struct plan_reading *r)
{
	size_t at = r->plan->count;
	const char *all = r->rest;
	bool placed = false;
	char *word = next_word(r);
	json_t *edit;

	if (strcmp(word, "after") == 0) {
		free(word);
		word = next_word(r);
		at = place_of(word, r->plan->count);
		placed = at < r->plan->count;
		if (!placed && is_number(word)) {
			wrong(r, "no item '%s' to add it after; %s", word,
			    r->plan->count ? "/plan shows them" : "there is no plan");
			free(word);
			return;
		}
	}
	free(word);
	if (!placed)
		r->rest = all;
	if (!read_text(r))
		return;
	edit = json_pack("{s:s, s:s}", "action", "add", "content", r->rest);
	if (placed)
		json_put_int(edit, "position", (int64_t)at + 1);
	mean(r, edit);
}

static json_t *edit_of(const struct plan_reading *r, size_t at)
{
	return json_pack("{s:s, s:s}", "action", r->word->action, "id", r->plan->items[at].id);
}

static void read_edit(struct plan_reading *r)
{
	size_t at;
	json_t *edit;

	if (!read_item(r, &at) || !read_text(r))
		return;
	edit = edit_of(r, at);
	json_put_str(edit, "content", r->rest);
	mean(r, edit);
}

static void read_move(struct plan_reading *r)
{
	const size_t last = r->plan->count - 1;
	size_t at, to;
	char *where;
	json_t *edit;

	if (!read_item(r, &at))
		return;
	where = next_word(r);
	if (strcmp(where, "up") == 0)
		to = at > 0 ? at - 1 : 0;
	else if (strcmp(where, "down") == 0)
		to = at < last ? at + 1 : last;
	else
		to = place_of(where, r->plan->count);
	if (!*where || *r->rest) {
		wrong_usage(r);
	} else if (to > last) {
		wrong(r, "no place '%s'; they are 1 to %zu, up and down", where, r->plan->count);
	} else {
		edit = edit_of(r, at);
		json_put_int(edit, "position", (int64_t)to);
		mean(r, edit);
	}
	free(where);
}

static void read_one(struct plan_reading *r)
{
	size_t at;

	if (!read_item(r, &at))
		return;
	if (*r->rest)
		wrong_usage(r);
	else
		mean(r, edit_of(r, at));
}

static void read_abandon(struct plan_reading *r)
{
	json_t *edit = json_pack("{s:s}", "action", "abandon");

	if (*r->rest)
		json_put_str(edit, "text", r->rest);
	mean(r, edit);
}

static void read_undo(struct plan_reading *r)
{
	if (*r->rest)
		wrong_usage(r);
	else
		mean(r, json_pack("{s:s}", "action", "undo"));
}

/* Alone it asks the model for other ways; else the items are the other way. */
static void read_branch(struct plan_reading *r)
{
	json_t *edit = json_pack("{s:s}", "action", "branch"), *todos = json_array();

	while (*r->rest) {
		size_t len = strcspn(r->rest, ";"), end = len;

		while (end > 0 && isspace((unsigned char)r->rest[end - 1]))
			end--;
		if (end > 0)
			json_array_append_new(todos, json_pack("{s:s%}", "content", r->rest, end));
		r->rest += len + (r->rest[len] == ';');
		skip_blanks(r);
	}
	if (json_array_size(todos) > 0)
		json_put(edit, "todos", json_incref(todos));
	json_decref(todos);
	mean(r, edit);
}

static void list_templates(const json_t *templates, struct buf *out)
{
	json_t *row, *variable;
	size_t i, k;

	buf_adds(out, "/plan template NAME VARIABLE=VALUE…");
	json_array_foreach (templates, i, row) {
		buf_addf(out, "\n%s: %s", json_str(row, "name", ""), json_str(row, "title", ""));
		json_array_foreach (json_list(row, "variables"), k, variable)
			buf_addf(out, "%s%s%s", k ? ", " : " (", json_str(variable, "name", ""),
			    json_object_get(variable, "default") ? "?" : "");
		buf_adds(out, json_array_size(json_list(row, "variables")) ? ")" : "");
	}
}

static const json_t *template_named(const json_t *templates, const char *name)
{
	json_t *row;
	size_t i;

	json_array_foreach (templates, i, row)
		if (strcmp(json_str(row, "name", ""), name) == 0)
			return row;
	return NULL;
}

/* The words given and, open, the variables that still want a value. */
static char *ask_again(const json_t *row, const char *words, const json_t *values)
{
	struct buf again = BUF_INIT;
	json_t *variable;
	size_t i;

	if (!row)
		return NULL;
	buf_addf(&again, "/plan template %s", words);
	json_array_foreach (json_list(row, "variables"), i, variable) {
		const char *name = json_str(variable, "name", "");

		if (!json_object_get(variable, "default") && !*json_str(values, name, ""))
			buf_addf(&again, " %s=", name);
	}
	return buf_take(&again);
}

static void read_template(struct plan_reading *r)
{
	char *name = NULL;
	json_t *values, *edit;
	struct buf list = BUF_INIT;
	struct error e = ERROR_INIT;

	if (!*r->rest) {
		list_templates(r->templates, &list);
		r->out.meant = PLAN_MEANT_LIST;
		r->out.text = buf_take(&list);
		return;
	}
	values = plan_template_words(r->templates, r->rest, &name);
	edit = plan_template(r->templates, name, values, r->limits, &e);
	if (edit) {
		mean(r, edit);
	} else {
		wrong(r, "%s", e.message);
		r->out.again = ask_again(template_named(r->templates, name), r->rest, values);
	}
	error_free(&e);
	json_decref(values);
	free(name);
}

static const struct plan_word words[] = {
    {"show", NULL, "", "show the plan", false, read_show},
    {"hide", NULL, "", "hide the plan", false, read_hide},
    {"add", "add", "[after N] TEXT", "add an item, at the end or after another", false, read_add},
    {"edit", "edit", "N TEXT", "other words for an item", true, read_edit},
    {"delete", "remove", "N", "take an item out", true, read_one},
    {"move", "move", "N M|up|down", "put an item in another place", true, read_move},
    {"tick", "tick", "N", "an item is done", true, read_one},
    {"untick", "untick", "N", "it is not done after all", true, read_one},
    {"skip", "skip", "N", "leave an item out", true, read_one},
    {"next", "next", "N", "do this next", true, read_one},
    {"gate", "gate", "N", "ask before it starts, or no longer", true, read_one},
    {"retry", "retry", "N", "try again what failed or was skipped", true, read_one},
    {"abandon", "abandon", "[WHY]", "give the plan up", false, read_abandon},
    {"undo", "undo", "", "take back the last change of yours", false, read_undo},
    {"branch", "branch", "[ITEM; ITEM…]", "other ways for what is left: the model's, or yours",
	false, read_branch},
    {"template", "create", "[NAME VARIABLE=VALUE…]", "begin a plan from a template", false,
	read_template},
};
#define WORDS (sizeof words / sizeof *words)

static const struct plan_word *word_named(const char *name, size_t len)
{
	for (size_t i = 0; i < WORDS; i++)
		if (strlen(words[i].name) == len && strncmp(words[i].name, name, len) == 0)
			return &words[i];
	return NULL;
}

static json_t *templates_or(const json_t *given)
{
	return given ? json_incref((json_t *)given) : plan_templates(NULL);
}

struct plan_words plan_words_read(const struct plan *p, const char *text,
    const struct plan_limits *limits, const json_t *templates)
{
	struct plan_reading r = {.plan = p, .limits = limits, .rest = text};
	json_t *table = NULL;
	char *name = next_word(&r);

	r.word = word_named(*name ? name : "show", strlen(*name ? name : "show"));
	if (!r.word) {
		wrong(&r, "no word '%s'; usage: /plan %s", name, plan_words_usage);
	} else {
		if (r.word->read == read_template)
			r.templates = table = templates_or(templates);
		r.word->read(&r);
	}
	json_decref(table);
	free(name);
	return r.out;
}

void plan_words_free(struct plan_words *w)
{
	json_decref(w->edit);
	free(w->text);
	free(w->again);
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

/* ---- What may come next -------------------------------------------------------------------- */

static bool begins(const char *name, const char *typed, size_t len)
{
	return strncmp(name, typed, len) == 0;
}

static void offer_items(const struct plan *p, const char *typed, plan_offer *offer, void *ctx)
{
	char number[24];

	for (size_t i = 0; i < p->count; i++) {
		snprintf(number, sizeof number, "%zu", i + 1);
		if (begins(number, typed, strlen(typed)))
			offer(ctx, number, p->items[i].content);
	}
}

static void offer_templates(
    const json_t *templates, const char *typed, plan_offer *offer, void *ctx)
{
	json_t *table = templates_or(templates), *row;
	size_t i;

	json_array_foreach (table, i, row)
		if (begins(json_str(row, "name", ""), typed, strlen(typed)))
			offer(ctx, json_str(row, "name", ""), json_str(row, "title", ""));
	json_decref(table);
}

static void offer_variables(const json_t *templates, const char *words_given, const char *typed,
    plan_offer *offer, void *ctx)
{
	json_t *table = templates_or(templates), *variable, *values;
	char *name = NULL;
	size_t i;

	values = plan_template_words(table, words_given, &name);
	json_array_foreach (json_list(template_named(table, name), "variables"), i, variable) {
		const char *key = json_str(variable, "name", "");
		char *word = xasprintf("%s=", key);

		if (!json_object_get(values, key) && begins(word, typed, strlen(typed)))
			offer(ctx, word, json_str(variable, "text", ""));
		free(word);
	}
	json_decref(values);
	json_decref(table);
	free(name);
}

static void offer_behind(const struct plan_word *w, const struct plan *p, const char *behind,
    const char *typed, const json_t *templates, plan_offer *offer, void *ctx)
{
	const bool second = behind == typed;

	if (w->item && second)
		offer_items(p, typed, offer, ctx);
	else if (w->read == read_template && second)
		offer_templates(templates, typed, offer, ctx);
	else if (w->read == read_template)
		offer_variables(templates, behind, typed, offer, ctx);
	else if (w->read == read_add && second && begins("after", typed, strlen(typed)))
		offer(ctx, "after", "behind which item");
	else if (w->read == read_add && begins(behind, "after ", 6) && typed == behind + 6)
		offer_items(p, typed, offer, ctx);
}

size_t plan_words_complete(
    const struct plan *p, const char *text, const json_t *templates, plan_offer *offer, void *ctx)
{
	const char *first = text + strspn(text, " \t"), *typed = first, *behind;
	size_t len = strcspn(first, " \t");
	const struct plan_word *w;

	for (const char *s = first; *s; s++)
		if (*s == ' ' || *s == '\t')
			typed = s + 1;
	if (typed == first) {
		for (size_t i = 0; i < WORDS; i++)
			if (begins(words[i].name, typed, strlen(typed)))
				offer(ctx, words[i].name, words[i].help);
		return (size_t)(typed - text);
	}
	w = word_named(first, len);
	behind = first + len + strspn(first + len, " \t");
	if (w)
		offer_behind(w, p, behind, typed, templates, offer, ctx);
	return (size_t)(typed - text);
}
