/* SPDX-License-Identifier: MIT
 * The actions of a replay's keys: steps, turns, the next event of a kind, speed, an event by its
 * number, a fork; the list of files, from which one is shown: its changes since the session began, or the whole of it.
 */
#include "ui/tui/replay/replay_keys.h"

#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "base/text/diff.h"
#include "ui/tui/input/input_mode.h"
#include "ui/tui/panel/overlay.h"
#include "ui/tui/replay/replay_playback.h"
#include "ui/view/diff/diff_lines.h"
#include "ui/view/status_line.h"

/* ---- The files as they were at the event shown ------------------------------------------------------ */

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

static void list_files(struct tui *t);

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
	t->overlay->closed = list_files; /* closing goes back to the list */
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

static void list_files(struct tui *t)
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

/* ---- Keys ---------------------------------------------------------------------------------------- */

static void go_to_event(struct tui *t, int64_t seq)
{
	replay_pause(t);
	replay_seek(t, seq);
}

static void step_event(struct tui *t, const struct key_action *a)
{
	go_to_event(t, replay_position(t) + a->by);
}

/* Returns the first event of these marks after the one shown; 0: none. */
static int64_t mark_after(const struct tui *t, const struct marks *m)
{
	for (size_t i = 0; i < m->count; i++)
		if (m->seq[i] > replay_position(t))
			return m->seq[i];
	return 0;
}

static void next_turn(struct tui *t)
{
	int64_t seq = mark_after(t, &t->replay->turns);

	go_to_event(t, seq ? seq : t->replay->last_seq);
}

enum { NEXT_PLAN, NEXT_ERROR, NEXT_FILE };
static void next_of(struct tui *t, const struct key_action *a)
{
	static const char *const what[] = {"plan change", "error", "file change"};
	const struct replay *r = t->replay;
	const int64_t seq = a->by == NEXT_FILE
				? files_after(&r->files, replay_position(t))
				: mark_after(t, a->by == NEXT_PLAN ? &r->plans : &r->errors);

	replay_pause(t);
	if (seq)
		replay_seek(t, seq);
	else
		tui_hint(t, "no further %s%s", what[a->by], r->scan ? " yet" : "");
}

static void previous_turn(struct tui *t)
{
	const struct replay *r = t->replay;
	int64_t to = 1;

	for (size_t i = 0; i < r->turns.count && r->turns.seq[i] < replay_position(t); i++)
		to = r->turns.seq[i];
	go_to_event(t, to);
}

static void send_number(struct tui *t)
{
	char *end;
	long long seq = strtoll(composer_text(&t->input->composer), &end, 10);
	bool number = end != composer_text(&t->input->composer) && *end == '\0' && seq > 0;
	int64_t last = t->replay->last_seq;

	input_mode_leave(t);
	if (!number)
		tui_hint(t, "events are numbers from 1");
	else
		replay_seek(
		    t, seq < last || (t->replay->scan && !event_source_session(t->replay->past))
			   ? seq
			   : last);
}

static const struct input_mode mode_number = {.name = "event number",
    .mark = " g ",
    .ghost = "the number of an event; Esc goes back",
    .keys = "Enter go  Esc back",
    .send = send_number};

static void go_to(struct tui *t)
{
	replay_pause(t);
	input_mode_enter(t, &mode_number, "");
}

/* Has the program fork the session at the event shown, and quits the replay. */
static void fork_to(struct tui *t, const char *folder)
{
	t->options.fork(t->options.fork_ctx, t->model.seq, folder);
	tui_quit(t);
}

static bool can_fork(struct tui *t)
{
	if (!t->options.fork)
		tui_hint(
		    t, "only a stored session can be forked; agent sessions import stores a file");
	return t->options.fork != NULL;
}

static void fork_here(struct tui *t)
{
	if (can_fork(t))
		fork_to(t, NULL);
}

/* Forks into the folder typed. Whether that can be made is tried first, so that the replay goes on if it cannot. */
static void send_folder(struct tui *t)
{
	auto_free char *folder = xstrdup(composer_text(&t->input->composer));
	auto_free char *path = file_expand(folder);

	input_mode_leave(t);
	if (!*path)
		tui_hint(t, "a folder needs a name");
	else if (mkdir(path, 0777) == 0 && rmdir(path) == 0)
		fork_to(t, path);
	else if (errno == EEXIST)
		tui_hint(t, "'%s' exists: the files go into a new folder only", folder);
	else
		tui_hint(t, "the folder cannot be made: %s: '%s'", error_system(errno), folder);
}

static const struct input_mode mode_folder = {.name = "folder",
    .mark = " F ",
    .ghost = "a new folder for the files as they were; Esc goes back",
    .keys = "Enter fork  Esc back",
    .send = send_folder};

/* Suggests a folder beside that of the session, which the user may change. */
static void fork_with_files(struct tui *t)
{
	if (!can_fork(t))
		return;
	replay_pause(t);
	auto_free char *folder = xasprintf(
	    "%s-at-%lld", t->model.cwd ? t->model.cwd : "session", (long long)t->model.seq);
	input_mode_enter(t, &mode_folder, folder);
}

static void change_speed(struct tui *t, const struct key_action *a)
{
	replay_change_speed(t, replay_speed_step(t->replay->speed, a->by > 0));
}

const struct key_action replay_actions[] = {
    {"play", replay_play, "play, pause"},
    {"step-back", NULL, "one event back", step_event, -1},
    {"step", NULL, "one event on", step_event, 1},
    {"turn-back", previous_turn, "to the turn before"},
    {"turn", next_turn, "to the next turn"},
    {"next-plan", NULL, "to the next change of the plan", next_of, NEXT_PLAN},
    {"next-error", NULL, "to the next error", next_of, NEXT_ERROR},
    {"next-file", NULL, "to the next change of a file", next_of, NEXT_FILE},
    {"files", list_files, "the files as they were"},
    {"go-to", go_to, "go to an event by its number"},
    {"fork", fork_here, "fork a new session from here"},
    {"fork-files", fork_with_files, "fork with the files as they were, in a new folder"},
    {"faster", NULL, "faster", change_speed, 1},
    {"slower", NULL, "slower", change_speed, -1},
    {"quit", tui_quit, "leave"},
    {NULL},
};

void replay_status(struct tui *t, struct lines *out)
{
	static const char *const shown_keys[][2] = {{"play", "play/pause"}, {"step-back", NULL},
	    {"step", "event"}, {"turn-back", NULL}, {"turn", "turn"}, {"next-plan", "plan"},
	    {"next-error", "error"}, {"next-file", "file"}, {"files", "files"}, {"faster", NULL},
	    {"slower", "speed"}, {"go-to", "go to"}, {"fork", "fork"}, {"fork-files", "with files"},
	    {"find", "find"}, {"quit", "leave"}};
	const char *typed = input_mode_keys(t);

	if (typed && !t->hint)
		lines_end_with(out, STYLE_DIM, " %s", typed);
	else
		tui_keys_row(t, &t->keys, shown_keys, ARRAY_SIZE(shown_keys), out);
}
