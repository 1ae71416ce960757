/* SPDX-License-Identifier: MIT
 * The words of /plan that name items or add some.
 */

#include "base/base.h"
#include "ui/command/slash_plan_reading.h"

/* A place from 1 on in `count`, as an index; count: it is none. */
static size_t item_index(const char *word, size_t count)
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
	return item_index(word, p->count);
}

/* False: said, there is no such item. */
static bool read_item(struct plan_reading *r, size_t *at)
{
	auto_free char *word = plan_reading_next(r);

	*at = item_of(r->plan, word);
	bool found = *at < r->plan->count;
	if (!*word)
		plan_reading_usage(r);
	else if (!found && r->plan->count == 0)
		plan_reading_wrong(r, "there is no plan; /plan add begins one");
	else if (!found)
		plan_reading_wrong(r, "no item '%s'; they are 1 to %zu", word, r->plan->count);
	return found;
}

/* Reads the rest of the words as text. Returns false, having said so, if there are none. */
static bool read_text(struct plan_reading *r)
{
	if (*r->rest)
		return true;
	plan_reading_usage(r);
	return false;
}

static bool is_number(const char *word)
{
	return *word && strspn(word, "0123456789") == strlen(word);
}

/* "after N" counts only when N is an item: an item may begin with that word, too. */
void plan_read_add(struct plan_reading *r)
{
	size_t at = r->plan->count;
	const char *all = r->rest;
	bool placed = false;
	char *word = plan_reading_next(r);

	if (strcmp(word, "after") == 0) {
		free(word);
		word = plan_reading_next(r);
		at = item_index(word, r->plan->count);
		placed = at < r->plan->count;
		if (!placed && is_number(word)) {
			plan_reading_wrong(r, "no item '%s' to add it after; %s", word,
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
	plan_reading_edit(r, event_build_plan_edit(&(struct event_plan_edit){.action = "add",
				 .content = r->rest,
				 .position = placed ? json_integer((json_int_t)at + 1) : NULL}));
}

static json_t *edit_of(const struct plan_reading *r, size_t at)
{
	return plan_edit_plain(r->word->action, r->plan->items[at].id);
}

void plan_read_edit(struct plan_reading *r)
{
	size_t at;

	if (!read_item(r, &at) || !read_text(r))
		return;
	json_t *edit = edit_of(r, at);
	json_put_str(edit, "content", r->rest);
	plan_reading_edit(r, edit);
}

void plan_read_move(struct plan_reading *r)
{
	const size_t last = r->plan->count - 1;
	size_t at, to;
	json_t *edit;

	if (!read_item(r, &at))
		return;
	auto_free char *where = plan_reading_next(r);
	if (strcmp(where, "up") == 0)
		to = at > 0 ? at - 1 : 0;
	else if (strcmp(where, "down") == 0)
		to = at < last ? at + 1 : last;
	else
		to = item_index(where, r->plan->count);
	if (!*where || *r->rest) {
		plan_reading_usage(r);
	} else if (to > last) {
		plan_reading_wrong(
		    r, "no place '%s'; they are 1 to %zu, up and down", where, r->plan->count);
	} else {
		edit = edit_of(r, at);
		json_put_int(edit, "position", (int64_t)to);
		plan_reading_edit(r, edit);
	}
}

void plan_read_one(struct plan_reading *r)
{
	size_t at;

	if (!read_item(r, &at))
		return;
	if (*r->rest)
		plan_reading_usage(r);
	else
		plan_reading_edit(r, edit_of(r, at));
}

/* Reads `/plan branch [ITEM; ITEM...]`: the items are what the plan goes on with instead; without any the model is
 * asked to offer other ways. */
void plan_read_branch(struct plan_reading *r)
{
	json_t *todos = json_array();

	while (*r->rest) {
		size_t len = strcspn(r->rest, ";"), end = len;

		while (end > 0 && isspace((unsigned char)r->rest[end - 1]))
			end--;
		if (end > 0)
			json_array_append_new(todos, json_pack("{s:s%}", "content", r->rest, end));
		r->rest += len + (r->rest[len] == ';');
		plan_reading_blanks(r);
	}
	if (json_array_size(todos) == 0) {
		json_decref(todos);
		todos = NULL;
	}
	plan_reading_edit(r,
	    event_build_plan_edit(&(struct event_plan_edit){.action = "branch", .todos = todos}));
}

void plan_offer_item(const struct plan_completion *wanted)
{
	char number[24];

	for (size_t i = 0; wanted->behind == wanted->typed && i < wanted->plan->count; i++) {
		snprintf(number, sizeof number, "%zu", i + 1);
		if (plan_word_begins(number, wanted->typed))
			wanted->offer(wanted->ctx, number, wanted->plan->items[i].content);
	}
}

void plan_offer_add(const struct plan_completion *wanted)
{
	static const char after[] = "after ";
	struct plan_completion item = *wanted;

	if (wanted->behind == wanted->typed && plan_word_begins("after", wanted->typed))
		wanted->offer(wanted->ctx, "after", "behind which item");
	if (!plan_word_begins(wanted->behind, after) ||
	    wanted->typed != wanted->behind + strlen(after))
		return;
	item.behind = item.typed;
	plan_offer_item(&item);
}
