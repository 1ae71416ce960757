/* SPDX-License-Identifier: MIT
 * Runs the user's editor on the text of the input: $VISUAL, else $EDITOR, else vi. It has the
 * terminal while it runs; the loop goes on. It gets the text in a file of the state folder that
 * only the user can read and that is removed afterwards; if the editor fails, the input stays as it
 * was. A file of the workspace is opened where it is.
 */
#include "ui/tui/external_editor.h"

#include <fcntl.h>
#include <signal.h>
#include "base/base.h"
#include "base/file.h"
#include "sandbox/child_start.h"
#include "ui/tui/input/input_mode.h"
#include "ui/tui/input/paste.h"
#include "ui/tui/suspend.h"
#include "ui/tui/terminal/redraw.h"

#define NAME_CHARS 24
#define NOT_RUN 126 /* the shell's status if it could not run a command: this and the next */

struct editor {
	struct process *process;
	char *path;  /* (owned) */
	char *given; /* (owned) the input's text, written to path; NULL: path is the user's file */
	char *line;  /* (owned) the command */
	char *name;  /* (owned) the program's name, for messages */
	struct sigaction on_int, on_quit; /* as they were before */
};

/* Ignores SIGINT and SIGQUIT, or no longer: Ctrl-C and Ctrl-\ in the editor must not end this program. */
static void ignore_signals(struct editor *ed, bool on)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN};

	sigaction(SIGINT, on ? &ignore : &ed->on_int, on ? &ed->on_int : NULL);
	sigaction(SIGQUIT, on ? &ignore : &ed->on_quit, on ? &ed->on_quit : NULL);
}

static void editor_free(struct editor *ed)
{
	if (ed->given)
		unlink(ed->path);
	free_all(ed->path, ed->given, ed->line, ed->name, ed);
}

static void take_text_back(struct tui *t, struct editor *ed)
{
	auto_buf bytes = BUF_INIT, text = BUF_LIMIT(COMPOSER_MAX);
	auto_error e = ERROR_INIT;

	if (!file_read(ed->path, COMPOSER_MAX, &bytes, &e)) {
		tui_hint(t, "%s: the input is as it was", e.message);
		return;
	}
	text_sanitise(&text, buf_str(&bytes), bytes.len);
	if (text.len && text.data[text.len - 1] == '\n') /* editors end the last line with one */
		buf_cut(&text, text.len - 1);
	if (text.truncated)
		tui_hint(t, "the text is over 4 MiB: the input is as it was");
	else if (strcmp(buf_str(&text), ed->given) != 0)
		paste_whole(t, buf_str(&text));
}

static void on_done(void *ctx, const struct process_exit *exit)
{
	struct tui *t = ctx;
	struct editor *ed = t->editor;

	t->editor = NULL;
	ignore_signals(ed, false);
	tui_return(t);
	if (exit->status == 0 && ed->given)
		take_text_back(t, ed);
	else if (exit->status == 0)
		t->drawing->urgent = true;
	else if (exit->status == NOT_RUN || exit->status == NOT_RUN + 1)
		tui_hint(t, "cannot run '%s'; set $VISUAL or $EDITOR", ed->name);
	else
		tui_hint(
		    t, "editor '%s' ended with %d: the input is as it was", ed->name, exit->status);
	editor_free(ed);
}

/* Writes the text into a new file. Returns its path, caller frees; NULL: e says why. */
static char *lend_file(const char *text, struct error *e)
{
	auto_free char *dir = file_home(FILE_STATE, "edit");
	auto_free char *path = xasprintf("%s/prompt-XXXXXX.md", dir);

	if (!file_make_dirs(dir, 0700, e))
		return NULL;
	auto_close int fd = mkostemps(path, 3, O_CLOEXEC);
	if (fd < 0 || !file_write_all(fd, text, strlen(text))) {
		error_set(e, ERR_IO, "no file for the editor: %s", error_system(errno));
		if (fd >= 0)
			unlink(path);
		return NULL;
	}
	return xstrdup(path);
}

/* Starts the editor. ed is freed when that ends, or at once if it cannot be started. */
static void run_editor(struct tui *t, struct editor *ed)
{
	auto_error e = ERROR_INIT;

	tui_leave(t);
	ignore_signals(ed, true);
	t->editor = ed;
	auto_free char *line = xasprintf("%s \"$@\"", ed->line);
	struct process_spec spec = {
	    .argv = (const char *const[]){"/bin/sh", "-c", line, ed->name, ed->path, NULL},
	    .cwd_fd = -1,
	    .keep = (const char *const[]){"*", NULL},
	    .in = PROCESS_STDIN_TTY,
	    .death_signal = SIGHUP,
	    .done = on_done,
	    .ctx = t,
	};
	ed->process =
	    child_start(t->loop, NULL, &(struct child_wish){CHILD_EDITOR}, &spec, NULL, &e);
	if (ed->process)
		return;
	t->editor = NULL;
	ignore_signals(ed, false);
	tui_return(t);
	tui_hint(t, "%s", e.message);
	editor_free(ed);
}

static struct editor *editor_new(char *path)
{
	struct editor *ed = xcalloc(1, sizeof *ed);

	const char *names[] = {getenv("VISUAL"), getenv("EDITOR"), "vi"};
	size_t i = 0;
	while (!names[i] || !names[i][strspn(names[i], " ")])
		i++;
	ed->path = path;
	ed->line = xstrdup(names[i]);
	const char *end = ed->line + strcspn(ed->line, " "), *base = end;
	while (base > ed->line && base[-1] != '/')
		base--;
	ed->name = text_clean_line(base, strlen(base), NAME_CHARS);
	return ed;
}

void external_editor_open(struct tui *t)
{
	auto_error e = ERROR_INIT;

	if (t->editor)
		return;
	auto_free char *given = composer_whole(&t->input->composer, NULL);
	char *path = lend_file(given, &e);
	if (!path) {
		tui_hint(t, "%s", e.message);
		return;
	}
	struct editor *ed = editor_new(path);
	string_set(&ed->given, given);
	run_editor(t, ed);
}

void external_editor_file(void *face, const char *path)
{
	struct tui *t = face;
	const char *cwd = t->options.cwd;

	if (t->editor)
		return;
	char *whole = *path == '/' || !cwd ? xstrdup(path) : xasprintf("%s/%s", cwd, path);
	if (access(whole, F_OK) != 0) {
		tui_hint(t, "there is no file '%s' any more", path);
		free(whole);
		return;
	}
	run_editor(t, editor_new(whole));
}

void external_editor_close(struct tui *t)
{
	if (!t->editor)
		return;
	process_stop(t->editor->process, 0);
	ignore_signals(t->editor, false);
	screen_enter(&t->screen); /* undo what it did to the terminal */
	editor_free(t->editor);
	t->editor = NULL;
}
