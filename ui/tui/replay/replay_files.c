/* SPDX-License-Identifier: MIT
 * The files of a replay as they were at the event shown: a list of those changed up to it; of one,
 * its changes since the session began, or the whole of it. Contents are read by reference from the
 * session's source.
 */
#include "ui/tui/replay/replay_files.h"

#include "base/base.h"
#include "base/text/diff.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/replay/replay_playback.h"
#include "ui/view/diff/diff_lines.h"

#define SHOWN_MAX ((size_t)1 << 20) /* bytes of one file */
#define CONTEXT 3

static const char *what_of(const struct file_then *f)
{
	return f->exists ? (f->existed ? "changed" : "created")
			 : (f->existed ? "removed" : "made and removed");
}

static void fill_list(void *ctx, const char *filter, struct pick_rows *out)
{
	struct tui *t = ctx;
	freed_by(files_then_free) struct files_then files =
	    files_at(&t->replay->files, replay_position(t), false);

	for (size_t i = 0; i < files.count; i++) {
		const struct file_then *f = &files.list[i];
		auto_free char *detail = xasprintf("%s, %d change%s, last in event %lld",
		    what_of(f), f->changes, text_plural(f->changes, "", "s"), (long long)f->seq);

		pick_rows_add(out, f->path, detail, f->path);
	}
}

/* Reads one recorded version, nothing if the file did not exist. False: it was not kept. */
static bool file_content(struct tui *t, const char *ref, bool exists, struct buf *out)
{
	auto_error e = ERROR_INIT;
	return !exists || (ref && event_source_content(t->replay->past, ref, out, &e));
}

static void add_file_words(struct lines *out, const char *words, size_t bytes)
{
	lines_addf(out, STYLE_DIM, " %s", words);
	if (bytes)
		lines_addf(out, STYLE_DIM, ", %zu byte%s", bytes, text_plural(bytes, "", "s"));
	lines_end(out);
}

static void add_replayed_file(
    struct tui *t, const struct file_then *f, bool whole, struct lines *out)
{
	auto_buf before = BUF_INIT, after = BUF_INIT;
	const bool known = file_content(t, f->after, f->exists, &after),
		   both = file_content(t, f->before, f->existed, &before) && known;

	if (!known || (!both && !whole))
		add_file_words(out, "its content was not kept", 0);
	else if (text_is_binary(buf_str(&after), after.len) ||
		 text_is_binary(buf_str(&before), before.len))
		add_file_words(out, f->exists ? "binary" : "removed, binary",
		    after.len ? after.len : before.len);
	else if (!whole) {
		auto_buf diff = BUF_LIMIT(SHOWN_MAX), safe = BUF_INIT;
		diff_unified(
		    buf_str(&before), before.len, buf_str(&after), after.len, CONTEXT, &diff);
		text_sanitise(&safe, buf_str(&diff), diff.len);
		if (safe.len)
			diff_lines(out, buf_str(&safe), safe.len,
			    &(struct diff_view){
				" ", t->layout.feed.cells, tui_ascii(t), highlight_path(f->path)});
		else
			add_file_words(out, "as it was before the session", 0);
	} else if (!f->exists)
		add_file_words(out, "there was no such file", 0);
	else {
		auto_buf safe = BUF_INIT;
		struct margin m = {.first = " ", .rest = " ", .style = STYLE_TEXT};
		text_sanitise(
		    &safe, buf_str(&after), after.len < SHOWN_MAX ? after.len : SHOWN_MAX);
		lines_paragraph(out, STYLE_TEXT, buf_str(&safe), safe.len, 4096, &m);
		if (after.len > SHOWN_MAX)
			add_file_words(out, "and more", after.len);
	}
}

static void show_file(struct tui *t, const struct pick_row *row, bool whole)
{
	freed_by(files_then_free) struct files_then files =
	    files_at(&t->replay->files, replay_position(t), false);
	struct lines body = {0};
	size_t i = 0;

	while (row && i < files.count && strcmp(files.list[i].path, row->value) != 0)
		i++;
	if (!row || i == files.count)
		return;
	auto_free char *title = xasprintf("%s at event %lld: %s", row->text,
	    (long long)replay_position(t), whole ? "the whole of it" : what_of(&files.list[i]));
	add_replayed_file(t, &files.list[i], whole, &body);
	string_set(&t->replay->file, row->value);
	t->commander.page(t, title, &body, 1);
	t->overlay->closed = replay_show_files; /* closing goes back to the list */
}

static void list_chosen(void *ctx, const struct pick_row *row)
{
	show_file(ctx, row, false);
}

static bool list_key(void *ctx, unsigned key, const struct pick_row *row)
{
	if (key != INPUT_TAB || !row)
		return false;
	show_file(ctx, row, true);
	return true;
}

void replay_show_files(struct tui *t)
{
	const struct pick_source source = {.title = "Files as they were at this event",
	    .empty = "no file was changed up to this event",
	    .keys = "Tab the whole file",
	    .current = t->replay->file,
	    .fill = fill_list,
	    .chosen = list_chosen,
	    .key = list_key,
	    .ctx = t};

	replay_pause(t);
	if (t->replay->scan && t->replay->scanned_to < replay_position(t)) {
		tui_hint(t, "the session is still being read; again in a moment");
		return;
	}
	t->commander.pick(t, &source);
}
