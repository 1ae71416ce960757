/* SPDX-License-Identifier: MIT
 * agent sessions export and import: writes sessions to files, and stores those of files.
 */
#include <fcntl.h>
#include <sys/stat.h>

#include "base/base.h"
#include "base/print.h"
#include "base/secret.h"
#include "cli/run.h"
#include "cli/sessions/sessions.h"
#include "session/session_file.h"
#include "ui/export/exporter.h"
#include "ui/tui/chat_screen.h"

/* Opens the target of an export, stdout for NULL and "-". An existing file is not replaced unasked; a device or a pipe
 * has no contents that could be lost. NULL: e. */
static FILE *open_target(const char *path, bool force, struct error *e)
{
	FILE *file = NULL;
	struct stat st;

	if (!path || strcmp(path, "-") == 0)
		return stdout;
	if (!force && stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
	    sessions_ask("'%s' is there already: replace it", path) <= 0) {
		error_set(
		    e, ERR_USAGE, "'%s' is there already: name another file, or say --force", path);
		return NULL;
	}
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0600);
	if (fd >= 0)
		file = fdopen(fd, "w");
	if (!file)
		error_set(e, ERR_IO, "cannot write '%s': %s", path, error_system(errno));
	return file;
}

/* Closes the target. ok: all was written without an error. False: e says why the export is not whole, and what
 * was written of a file is removed. */
static bool close_target(FILE *out, const char *path, bool ok, struct error *e)
{
	if (out != stdout && fclose(out) != 0 && ok)
		ok = error_set(e, ERR_IO, "cannot write the text: %s", error_system(errno));
	if (!ok && out != stdout) {
		struct stat st;
		bool dropped = stat(path, &st) == 0 && S_ISREG(st.st_mode) && unlink(path) == 0;
		auto_free char *why = error_line(e);

		error_set(e, ERR_IO, "'%s': %s%s", path, why,
		    dropped ? "; what was written of it was removed" : "");
	}
	return ok;
}

int sessions_write(const char *path, bool force, const struct buf *text)
{
	struct error e = ERROR_INIT;
	FILE *out = open_target(path, force, &e);

	if (!out)
		return sessions_fail(&e);
	bool ok = fwrite(buf_str(text), 1, text->len, out) == text->len && fflush(out) == 0;
	if (!ok)
		error_set(&e, ERR_IO, "cannot write the text: %s", error_system(errno));
	return close_target(out, path, ok, &e) ? 0 : sessions_fail(&e);
}

/* ---- The screen of a cast ------------------------------------------------------------------------ */

struct cast_screen { /* all owned */
	struct loop *loop;
	struct settings *settings;
	struct event_source *past;
	struct tui *tui;
};

static void close_cast(void *screen)
{
	auto_free struct cast_screen *c = screen;

	if (c->tui)
		tui_record_end(c->tui);
	event_source_free(c->past);
	settings_free(c->settings);
	loop_free(c->loop);
}

/* Opens a screen that is recorded, with the default settings and not the user's, since others watch it. */
static void *open_cast(const struct export_job *job, int rows, int columns, struct error *e)
{
	struct cast_screen *c = xcalloc(1, sizeof *c);
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;

	c->loop = loop_new();
	c->settings = settings_load(&(struct settings_request){.bare = true}, &problems);
	c->past = event_source_stored(job->store, json_str(job->row, "id", ""));
	c->tui = tui_record(&(struct tui_options){.loop = c->loop,
				.settings = c->settings,
				.past = c->past,
				.replay = true,
				.recorded = true},
	    rows, columns, e);
	if (c->tui)
		return c;
	close_cast(c);
	return NULL;
}

static void take_cast(void *screen, const struct event *ev, struct buf *out)
{
	tui_record_event(((struct cast_screen *)screen)->tui, ev, out);
}

const struct export_screen sessions_screen = {open_cast, take_cast, close_cast};

/* ---- Export and import --------------------------------------------------------------------------- */

int sessions_export(struct sessions_request *r)
{
	struct error e = ERROR_INIT;
	const struct exporter *form = export_find(r->format, r->words[1], &e);
	json_auto_t *row =
	    secret_redact_json(form ? store_find(r->store, r->words[0], r->cwd, &e) : NULL);
	FILE *out = row ? open_target(r->words[1], r->force, &e) : NULL;
	const struct export_job job = {.store = r->store,
	    .row = row,
	    .out = out,
	    .thinking = r->thinking,
	    .screen = &sessions_screen};
	const bool ok = out && form->write(&job, &e);

	if (!ok && out == stdout && e.code == ERR_IO && errno == EPIPE)
		error_at(&e, ERR_IO, "stdout", "closed");
	return out && close_target(out, r->words[1], ok, &e) ? 0 : sessions_fail(&e);
}

int sessions_import(struct sessions_request *r)
{
	struct error e = ERROR_INIT;
	char id[27];
	const int foreign = sessions_import_foreign(r);

	if (foreign >= 0)
		return foreign;
	if (!session_import(r->store, r->words[0], id, &e))
		return sessions_fail(&e);
	sessions_lay_snapshots(r->store, id);
	puts(id);
	print_text(stderr, "agent: imported; `agent --resume %s` goes on with it\n", id);
	return 0;
}
