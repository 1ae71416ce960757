/* SPDX-License-Identifier: MIT
 * Writes the <active-todo-plan> block, the plan as the model sees it at the end of each request, bounded in
 * bytes. Where room is short, results and the work on the item in progress go first, then completed items
 * become a count, then pending ones. Items that are in progress or failed are always listed.
 */

#include "base/base.h"
#include "plan/plan_item_edit.h"
#include "tools/tool.h"

#define RESULT_SHOWN 80 /* characters of a result */
#define FILES_SHOWN 3	/* the last files that were touched for the item in progress */
#define FILE_CHARS 60

static const char opening[] = "<active-todo-plan>\n", closing[] = "</active-todo-plan>\n";

enum shrink { SHRINK_NOTHING, SHRINK_RESULTS, SHRINK_COMPLETED, SHRINK_PENDING };

/* Writes what was done for the item in progress, so that the model does not repeat it. */
static void write_work(const struct todo *t, struct buf *out)
{
	freed_by(evidence_free) struct evidence all = {0};
	struct evidence since = {0};

	evidence_copy(&all, &t->spent);
	evidence_copy(&since, &t->since);
	evidence_merge(&all, &since);
	const size_t files = json_array_size(all.files), exits = json_array_size(all.exits);
	if (t->attempts > 1)
		buf_addf(out, "    attempt %d\n", t->attempts);
	if (all.calls == 0)
		return;
	buf_addf(out, "    so far: %d call%s", all.calls, text_plural(all.calls, "", "s"));
	for (size_t i = files > FILES_SHOWN ? files - FILES_SHOWN : 0; i < files; i++) {
		buf_adds(out, ", ");
		line_add(out, json_string_value(json_array_get(all.files, i)), FILE_CHARS);
	}
	if (files > FILES_SHOWN)
		buf_addf(out, ", %zu more file%s", files - FILES_SHOWN,
		    text_plural((int64_t)(files - FILES_SHOWN), "", "s"));
	if (exits > 0)
		buf_addf(out, ", last exit %" JSON_INTEGER_FORMAT,
		    json_integer_value(json_array_get(all.exits, exits - 1)));
	buf_addc(out, '\n');
}

static void write_item(const struct plan *p, const struct todo *t, bool results, struct buf *out)
{
	buf_addf(out, "%s %s: %s", todo_mark(t->status), t->id,
	    t->whole && t->status == TODO_IN_PROGRESS && results ? t->whole : t->content);
	todo_add_part(t, out);
	if (t->gate && todo_open(t))
		buf_adds(out, " [gate]");
	if (t->by == AUTHOR_USER)
		buf_adds(out, " [user]");
	if (string_same(p->next, t->id))
		buf_adds(out, " [next]");
	if (string_same(p->focus, t->id))
		buf_adds(out, " [focus]");
	if (t->status == TODO_FAILED)
		buf_addf(out, " - failed: %s", t->error ? t->error : "");
	else if (t->result && results) {
		auto_free char *line = text_line(t->result, RESULT_SHOWN);

		buf_addf(out, " - %s", line);
	}
	buf_addc(out, '\n');
	if (t->status == TODO_IN_PROGRESS && results)
		write_work(t, out);
}

static const json_t *sent_as(const json_t *todos, const struct todo *t)
{
	json_each (one, todos)
		if (string_same(json_str(one, "id", NULL), t->id) ||
		    string_same(json_str(one, "content", NULL), t->content))
			return one;
	return NULL;
}

json_t *plan_unsent(const struct plan *p, const json_t *todos)
{
	json_t *lines = json_array();

	for (size_t i = 0; todos && i < p->count; i++) {
		const struct todo *t = &p->items[i];
		const json_t *sent = sent_as(todos, t);
		auto_buf line = BUF_INIT;

		if (!todo_open(t) || (sent && !t->gate && t->by != AUTHOR_USER &&
					 string_same(json_str(sent, "content", NULL), t->content)))
			continue;
		write_item(p, t, true, &line);
		buf_cut(&line, line.len - 1);
		json_array_append_new(lines, json_stringn(line.data, line.len));
	}
	if (json_array_size(lines))
		return lines;
	json_decref(lines);
	return NULL;
}

static void write_items(const struct plan *p, enum shrink shrink, struct buf *out)
{
	if (shrink >= SHRINK_COMPLETED) {
		int done = plan_count(p, TODO_COMPLETED), skipped = plan_count(p, TODO_SKIPPED);

		if (done)
			buf_addf(out, "[x] %d completed\n", done);
		if (skipped)
			buf_addf(out, "[-] %d skipped\n", skipped);
	}
	for (size_t i = 0; i < p->count; i++) {
		const struct todo *t = &p->items[i];
		bool hidden = (shrink >= SHRINK_COMPLETED &&
				  (t->status == TODO_COMPLETED || t->status == TODO_SKIPPED)) ||
			      (shrink >= SHRINK_PENDING && t->status == TODO_PENDING);

		if (!hidden)
			write_item(p, t, shrink < SHRINK_RESULTS, out);
	}
}

/* Writes as many pending items as `room` bytes of out hold, and how many more there are. */
static void write_pending(const struct plan *p, size_t room, struct buf *out)
{
	int left = plan_count(p, TODO_PENDING);

	for (size_t i = 0; i < p->count; i++) {
		size_t before = out->len;

		if (p->items[i].status != TODO_PENDING)
			continue;
		write_item(p, &p->items[i], false, out);
		if (out->len + sizeof "[ ] 1000 more\n" > room) {
			buf_cut(out, before);
			break;
		}
		left--;
	}
	if (left > 0)
		buf_addf(out, "[ ] %d more\n", left);
}

void plan_context(const struct plan *p, size_t max_bytes, struct buf *out)
{
	const size_t frame = sizeof opening + sizeof closing - 2;
	size_t room = max_bytes > frame ? max_bytes - frame : 0;
	auto_buf body = BUF_INIT;

	if (p->status != PLAN_ACTIVE || max_bytes < frame)
		return;
	for (enum shrink shrink = SHRINK_NOTHING; shrink <= SHRINK_PENDING; shrink++) {
		buf_clear(&body);
		if (p->goal)
			buf_addf(&body, "Goal: %s\n", p->goal);
		if (p->focus && !plan_find(p, p->focus))
			buf_addf(&body, "Focus: %s\n", p->focus);
		buf_adds(&body, "Progress: ");
		plan_progress(p, &body);
		buf_addc(&body, '\n');
		write_items(p, shrink, &body);
		if (shrink == SHRINK_PENDING)
			write_pending(p, room, &body);
		tags_neutralise(&body); /* a stored plan may come from anywhere */
		if (body.len <= room)
			break;
	}
	if (body.len > room) {
		while (room > 0 && body.data[room - 1] != '\n')
			room--;
		buf_cut(&body, room);
	}
	buf_adds(out, opening);
	buf_add(out, buf_str(&body), body.len);
	buf_adds(out, closing);
}
