/* SPDX-License-Identifier: MIT
 * For each file the content before its first change and after its last, found in the events; the diff is made when
 * it is asked for.
 */
#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/view/diff/file_diffs.h"

#include "base/text/diff.h"
#include "ui/view/diff/diff_lines.h"

#define CONTEXT 3
#define DIFF_BYTES ((size_t)1 << 20) /* the most that is made of one file's diff */
#define UNWRAPPED 100000

struct file_side {
	char *ref; /* (owned) NULL: no such file, or not kept */
	bool exists;
};
struct span_of { /* the two sides of a file: before the first change and after the last */
	struct file_side before, after;
	int turn; /* the turn of the file's last change */
	bool begun;
};
struct changed {
	char *path; /* (owned) */
	struct span_of session, turn;
};
struct changes {
	struct changed *list; /* (owned) */
	size_t count, cap;
	json_t *places; /* (owned) path → place in the list: a command may change thousands */
	int turn;	/* the last turn that changed a file */
	struct changes_lines lines;
};

struct changes *changes_new(void)
{
	struct changes *c = xcalloc(1, sizeof *c);

	c->places = json_object();
	return c;
}

static void span_free(struct span_of *s)
{
	free_all(s->before.ref, s->after.ref);
	*s = (struct span_of){0};
}

void changes_free(struct changes *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < c->count; i++) {
		free(c->list[i].path);
		span_free(&c->list[i].session);
		span_free(&c->list[i].turn);
	}
	free(c->list);
	json_decref(c->places);
	free(c);
}

size_t changes_count(const struct changes *c)
{
	return c->count;
}

struct changes_lines changes_lines(const struct changes *c)
{
	return c->lines;
}

static void side_set(struct file_side *to, const char *ref, bool exists)
{
	string_set(&to->ref, ref);
	to->exists = exists;
}

static void span_extend(struct span_of *s, bool fresh, const struct event *ev)
{
	const struct event_file_change c = event_read_file_change(ev->data);

	if (fresh) {
		span_free(s);
		side_set(&s->before, c.before, c.before || (!c.kept && !c.created));
	}
	side_set(&s->after, c.after, !c.removed);
	s->turn = ev->turn;
	s->begun = true;
}

void changes_take(struct changes *c, const struct event *ev)
{
	const char *path = event_read_file_change(ev->data).path;

	if (ev->type == EVENT_TOOL_RESULT) {
		const struct event_tool_result result = event_read_tool_result(ev->data);

		c->lines.added += result.ok ? json_int(result.data, "added", 0) : 0;
		c->lines.removed += result.ok ? json_int(result.data, "removed", 0) : 0;
	}
	if (ev->type != EVENT_FILE_CHANGE || !*path)
		return;
	int64_t place = json_int(c->places, path, -1);
	if (place < 0) {
		place = (int64_t)c->count;
		json_put_int(c->places, path, place);
		array_push(c->list, c->count, c->cap, (struct changed){.path = xstrdup(path)});
	}
	struct changed *f = &c->list[place];
	c->turn = ev->turn;
	span_extend(&f->turn, !f->turn.begun || f->turn.turn != ev->turn, ev);
	span_extend(&f->session, !f->session.begun, ev);
}

static bool read_side(
    const struct file_side *s, changes_content *content, void *ctx, struct buf *out)
{
	return !s->exists ||
	       (s->ref && content(ctx, s->ref, out) && !text_is_binary(buf_str(out), out->len));
}

void file_diff_free(struct file_diff *d)
{
	free_all(d->path, d->what, d->text);
	*d = (struct file_diff){0};
}

bool changes_diff(const struct changes *c, size_t file, enum changes_scope scope,
    changes_content *content, void *ctx, struct file_diff *out)
{
	const struct changed *f = &c->list[file];
	const struct span_of *s = scope == CHANGES_TURN ? &f->turn : &f->session;
	auto_buf before = BUF_INIT, after = BUF_INIT;

	if ((scope == CHANGES_TURN && s->turn != c->turn) ||
	    (s->before.exists == s->after.exists && s->before.ref && s->after.ref &&
		strcmp(s->before.ref, s->after.ref) == 0) ||
	    (!s->before.exists && !s->after.exists))
		return false;
	*out = (struct file_diff){.path = xstrdup(f->path)};
	if (read_side(&s->before, content, ctx, &before) &&
	    read_side(&s->after, content, ctx, &after)) {
		auto_buf diff = BUF_LIMIT(DIFF_BYTES), safe = BUF_LIMIT(BUF_UNBOUNDED);
		struct diff_stat stat = diff_unified(
		    buf_str(&before), before.len, buf_str(&after), after.len, CONTEXT, &diff);
		out->what = xasprintf("+%d -%d%s", stat.added, stat.removed,
		    !s->before.exists  ? "  new"
		    : !s->after.exists ? "  removed"
				       : "");
		text_sanitise(&safe, buf_str(&diff), diff.len);
		out->text = buf_take(&safe);
		out->cut = diff.truncated;
	} else
		out->what = xstrdup("its content is binary or was not kept");
	return true;
}

void file_diff_lines(const struct file_diff *d, int cells, bool ascii, struct lines *out)
{
	const bool sides = cells >= FILE_DIFF_SIDES;

	if (out->count)
		lines_end(out);
	lines_addf(out, STYLE_STRONG, " %s", d->path);
	lines_end_with(out, d->text ? STYLE_DIM : STYLE_WARN, "  %s", d->what);
	if (d->text)
		diff_lines(out, d->text, strlen(d->text),
		    &(struct diff_view){
			"    ", sides ? cells : UNWRAPPED, ascii, highlight_path(d->path), sides});
	if (d->cut)
		lines_end_with(out, STYLE_DIM, "    and more");
}
