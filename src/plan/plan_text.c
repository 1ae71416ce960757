/* SPDX-License-Identifier: MIT
 * Reads a plan from a reply's text (planner.tool: text), for models that do worse with a tool. Items are
 * matched by their words, since the model knows no ids; the program sets the first open item in_progress.
 * A checkbox list is a plan anywhere; a numbered or plain list is one below a line that begins with "Plan".
 * [DONE:n] marks item n as done. Code is not read.
 */
#include <strings.h>
#include "base/base.h"
#include "base/text/code_text.h"
#include "plan/plan_item_edit.h"

enum box { BOX_NONE, BOX_OPEN, BOX_DONE };
struct list_line {
	const char *words; /* (borrowed) what follows the bullet */
	size_t len;
	bool item, numbered;
	enum box box;
};

static size_t bullet_length(const char *s, size_t len, bool *numbered)
{
	size_t n = 0;

	while (n < len && n < 3 && isdigit((unsigned char)s[n]))
		n++;
	*numbered = n > 0;
	if (n > 0 && n < len && (s[n] == '.' || s[n] == ')'))
		n++;
	else if (n == 0 && len && strchr("-*+", s[0]))
		n++;
	else
		return 0;
	return n < len && s[n] == ' ' ? n + 1 : 0;
}

static enum box box_of(const char *s, size_t len)
{
	if (len < 4 || s[0] != '[' || s[2] != ']' || s[3] != ' ')
		return BOX_NONE;
	if (s[1] == 'x' || s[1] == 'X')
		return BOX_DONE;
	return s[1] && strchr(" >~-", s[1]) ? BOX_OPEN : BOX_NONE;
}

static struct list_line list_line_of(const char *s, size_t len)
{
	struct list_line l = {0};

	while (len && (*s == ' ' || *s == '\t'))
		s++, len--;
	size_t skip = bullet_length(s, len, &l.numbered);
	l.item = skip > 0;
	s += skip;
	len -= skip;
	while (len && *s == ' ')
		s++, len--;
	if (l.item && (l.box = box_of(s, len)) != BOX_NONE) {
		s += 4;
		len -= 4;
	}
	while (len && isspace((unsigned char)s[len - 1]))
		len--;
	l.words = s;
	l.len = len;
	return l;
}

/* Whether a line is the heading of a plan: "Plan:" and "**Plan**" are, "## The plan" and
 * "Planning ahead" are not. */
static bool is_heading(const struct list_line *l)
{
	const char *s = l->words;
	size_t len = l->len;

	while (len && strchr("#*_ ", *s))
		s++, len--;
	return len >= 4 && strncasecmp(s, "plan", 4) == 0 &&
	       (len == 4 || strchr(":*_ (", s[4]) != NULL);
}

/* Whether a line is only code (or blank). plain: the line with its code blanked. */
static bool is_code(const char *plain, size_t len)
{
	return strspn(plain, " \t\r") >= len;
}

/* The state of plan_list_read. The last list wins: a plan written again replaces the first. */
struct list_reading {
	const struct plan_limits *limits;
	json_t *items; /* (owned) array of {content, done} */
	int to_do;     /* number of items that are not done */
	size_t beyond; /* number of items that were dropped because to_do had reached max_todos */
	bool open;     /* the last line was part of the list, which may go on */
	bool headed;   /* the last line that is no item was a heading "Plan" */
};

static void read_item(struct list_reading *r, const struct list_line *l)
{
	auto_free char *words = xstrndup(l->words, l->len);
	auto_free char *content = text_line(words, (size_t)r->limits->max_content);

	if (!r->open) {
		json_decref(r->items);
		r->items = json_array();
		r->beyond = 0;
		r->to_do = 0;
	}
	r->open = true;
	if (*content && l->box != BOX_DONE && r->to_do == r->limits->max_todos) {
		r->beyond++;
	} else if (*content) {
		r->to_do += l->box != BOX_DONE;
		json_array_append_new(r->items,
		    json_pack("{s:s, s:b}", "content", content, "done", l->box == BOX_DONE));
	}
}

/* Returns the last list of a reply's text, an array of {content, done}; new reference, NULL: none.
 * *beyond is the number of items that were left out, since the list has more than max_todos to do. */
static json_t *plan_list_read(const char *text, const struct plan_limits *limits, size_t *beyond)
{
	struct list_reading r = {.limits = limits};
	auto_free char *plain = text_without_code(text);

	for (const char *s = text; *s;) {
		size_t len = strcspn(s, "\n");
		struct list_line l = list_line_of(s, len);

		if (!is_code(plain + (s - text), len)) {
			if (l.item && (l.box != BOX_NONE || r.headed))
				read_item(&r, &l);
			else if (!l.item) {
				r.headed = is_heading(&l);
				r.open = false;
			}
		}
		s += len + (s[len] == '\n');
	}
	*beyond = r.beyond;
	return r.items;
}

/* Returns the length of the [DONE:n] mark that s begins with, or 0. */
static size_t mark_at(const char *s, size_t len)
{
	static const char mark[] = "[DONE:";
	size_t at = sizeof mark - 1;

	if (len <= at || strncmp(s, mark, at) != 0 || !isdigit((unsigned char)s[at]))
		return 0;
	while (at < len && isdigit((unsigned char)s[at]))
		at++;
	return at < len && s[at] == ']' ? at + 1 : 0;
}

/* Adds a line without its [DONE:n] marks and the blanks around them; nothing if the line has only
 * marks. plain: the same bytes with code blanked. */
static void add_without_marks(struct buf *out, const char *s, const char *plain, size_t len)
{
	const size_t begin = out->len;
	size_t from = 0;

	for (size_t at = 0; at < len; at++) {
		size_t mark = plain[at] == '[' ? mark_at(plain + at, len - at) : 0;

		if (mark == 0)
			continue;
		buf_add(out, s + from, at - from);
		while (out->len > begin && strchr(" \t", out->data[out->len - 1]))
			buf_cut(out, out->len - 1);
		from = at + mark;
		if (out->len == begin)
			from += strspn(s + from, " \t");
		at = from - 1;
	}
	buf_add(out, s + from, len - from);
	if (from == 0 || out->len > begin)
		buf_adds(out, "\n");
}

char *plan_text_beside(const char *text)
{
	struct buf out = BUF_INIT;
	auto_free char *plain = text_without_code(text);
	bool headed = false;

	for (const char *s = text; *s;) {
		size_t len = strcspn(s, "\n");
		const char *words = plain + (s - text);
		struct list_line l = list_line_of(s, len);
		bool code = is_code(words, len), heading = !code && !l.item && is_heading(&l);

		if (!code && !l.item)
			headed = heading;
		if (code || !(heading || (l.item && (l.box != BOX_NONE || headed))))
			add_without_marks(&out, s, words, len);
		s += len + (s[len] == '\n');
	}
	return buf_take(&out);
}

char *plan_text_unmarked(const char *text)
{
	struct buf out = BUF_INIT;
	auto_free char *plain = text_without_code(text);
	size_t len;

	for (const char *s = text; *s; s += len + (s[len] == '\n')) {
		len = strcspn(s, "\n");
		add_without_marks(&out, s, plain + (s - text), len);
	}
	if (out.len && text[strlen(text) - 1] != '\n')
		buf_cut(&out, out.len - 1);
	return buf_take(&out);
}

static bool is_listed(const json_t *items, const struct todo *t)
{
	json_each (item, t ? items : NULL)
		if (strcasecmp(json_str(item, "content", ""), t->content) == 0)
			return true;
	return false;
}

/* Returns the id of the item that has or had these words; NULL: the list names a new one. */
static const char *known_id(const struct plan *p, const json_t *items, const char *content)
{
	if (p->status != PLAN_ACTIVE)
		return NULL;
	for (size_t i = 0; i < p->count; i++)
		if (strcasecmp(p->items[i].content, content) == 0)
			return p->items[i].id;
	/* An item may have had these words until the user removed or reworded it, unless the list has it by its
	 * present words, too. */
	json_each (one, p->former) {
		const char *id = json_str(one, "id", NULL);

		if (strcasecmp(json_str(one, "content", ""), content) == 0 &&
		    !is_listed(items, plan_find(p, id)))
			return id;
	}
	return NULL;
}

static void put_todo(
    json_t *todos, const struct plan *p, const char *same, const char *content, const char *status)
{
	const bool active = p->status == PLAN_ACTIVE;
	char *id = same && !json_row(todos, "id", same) ? xstrdup(same) : NULL;

	for (size_t n = json_array_size(todos) + 1; !id; n++) {
		id = xasprintf("%zu", n);
		if (json_row(todos, "id", id) ||
		    (active && (json_row(p->former, "id", id) || plan_find(p, id)))) {
			free(id);
			id = NULL;
		}
	}
	json_array_append_new(
	    todos, json_pack("{s:s, s:s, s:s}", "id", id, "content", content, "status", status));
	free(id);
}

static json_t *todos_of_list(const struct plan *p, const json_t *items)
{
	json_t *todos = json_array();

	json_each (item, items) {
		const char *content = json_str(item, "content", "");
		const char *same = known_id(p, items, content);
		const struct todo *known = plan_find(p, same);
		bool done =
		    json_flag(item, "done", false) || (known && known->status == TODO_COMPLETED);

		put_todo(todos, p, same, content, done ? "completed" : "pending");
	}
	return todos;
}

/* Returns the plan's items as todos, a new reference, for a reply that has marks but no list. Failed
 * and skipped items are left out, since plan_replace keeps them anyway. */
static json_t *todos_of_plan(const struct plan *p)
{
	json_t *todos = json_array();

	for (size_t i = 0; p->status == PLAN_ACTIVE && i < p->count; i++) {
		const struct todo *t = &p->items[i];

		if (todo_open(t) || t->status == TODO_COMPLETED)
			json_array_append_new(
			    todos, json_pack("{s:s, s:s, s:s}", "id", t->id, "content", t->content,
				       "status", todo_status_name(t->status)));
	}
	return todos;
}

/* Sets the todos that [DONE:n] in the text marks to completed; false: none is marked. n counts in the list of
 * the text if it has one (listed), else in the plan. */
static bool mark_done(const struct plan *p, json_t *todos, bool listed, const char *text)
{
	static const char mark[] = "[DONE:";
	auto_free char *plain = text_without_code(text);
	bool any = false;

	for (const char *s = plain; (s = strstr(s, mark)); s++) {
		char *end;
		const unsigned long n = strtoul(s + sizeof mark - 1, &end, 10);
		json_t *todo = NULL;

		if (*end != ']' || n == 0)
			continue;
		if (listed)
			todo = json_array_get(todos, n - 1);
		else if (n <= p->count)
			todo = json_row(todos, "id", p->items[n - 1].id);
		if (todo)
			json_object_set_new(todo, "status", json_string("completed"));
		any |= todo != NULL;
	}
	return any;
}

/* Whether a list may start the item: not if the user removed it or ended it. */
static bool may_start(const struct plan *p, const char *id)
{
	const struct todo *known = p->status == PLAN_ACTIVE ? plan_find(p, id) : NULL;

	if (!known)
		return p->status != PLAN_ACTIVE || !plan_was_removed(p, id);
	return todo_open(known) || !(known->user_set & USER_SET_STATUS);
}

/* Sets one item in progress: the plan's current one unless it is done now, else the one the user wants
 * next, else the first open one that may start. False: there is none. */
static bool start_first(const struct plan *p, json_t *todos)
{
	const struct todo *now = p->status == PLAN_ACTIVE ? plan_current(p) : NULL;
	const char *next = p->status == PLAN_ACTIVE ? p->next : NULL;
	json_t *first = NULL, *wanted = NULL;

	json_each (todo, todos) {
		bool done = strcmp(json_str(todo, "status", ""), "completed") == 0;
		bool runs = now && string_same(json_str(todo, "id", NULL), now->id);

		if (!done)
			json_object_set_new(todo, "status", json_string("pending"));
		if (!done && (!first || runs) && may_start(p, json_str(todo, "id", NULL)))
			first = todo;
		if (!done && !wanted && string_same(json_str(todo, "id", NULL), next))
			wanted = todo;
	}
	if (wanted && !(now && string_same(json_str(first, "id", NULL), now->id)))
		first = wanted;
	if (first)
		json_object_set_new(first, "status", json_string("in_progress"));
	return first != NULL;
}

json_t *plan_from_text(const struct plan *p, const char *text, const struct plan_limits *limits)
{
	size_t beyond;
	json_auto_t *items = plan_list_read(text, limits, &beyond);
	bool listed = json_array_size(items) > 0;
	json_t *todos = listed ? todos_of_list(p, items) : todos_of_plan(p);
	bool changed = mark_done(p, todos, listed, text) || listed;
	bool open = start_first(p, todos);

	/* A list of what was done is the end of a plan, not the beginning of one. */
	if (changed && (open || p->status == PLAN_ACTIVE))
		return json_pack("{s:o, s:I}", "todos", todos, "beyond", (json_int_t)beyond);
	json_decref(todos);
	return NULL;
}
