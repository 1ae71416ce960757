/* SPDX-License-Identifier: MIT
 * agent sessions import and watch, for sessions of other agents: finds them, imports each and reports it.
 */
#include <sys/stat.h>

#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/program/command_words.h"
#include "cli/run.h"
#include "cli/sessions/sessions.h"
#include "foreign/foreign.h"
#include "ui/model/model_snapshot.h"

#define LOST_SHOWN 6 /* kinds of lost records that are named */

static const char *const done_names[] = {
    [FOREIGN_NEW] = "imported",
    [FOREIGN_GROWN] = "continued",
    [FOREIGN_SAME] = "unchanged",
    [FOREIGN_FORKED] = "forked",
};

void sessions_lay_snapshots(struct store *s, const char *id)
{
	struct event_source *past = event_source_stored(s, id);
	struct ui_model m;

	ui_model_init(&m);
	ui_state_at(&m, past, event_source_last(past), NULL, NULL);
	ui_model_free(&m);
	event_source_free(past);
}

struct laying { /* stores snapshots of a new session while its events come */
	struct foreign_import *im;
	struct event_source *past; /* (owned) NULL: the import continues a stored session */
	struct ui_model model;
	struct ui_pace pace;
};

static void lay_next(void *self, const struct event *ev)
{
	struct laying *l = self;

	if (ev->seq == 1)
		l->past = event_source_stored(l->im->store, l->im->writer.id);
	if (l->past)
		ui_snapshot_pass(&l->model, &l->pace, l->past, ev);
}

static void report(const struct sessions_request *r, const struct foreign_import *im)
{
	const struct foreign_file *f = &im->file;
	const char *agent = json_str(f->facts, "agent", json_str(f->format, "agent", ""));
	const char *version = json_str(f->facts, "version", "");
	auto_buf line = BUF_INIT;
	size_t shown = 0;

	if (r->json) {
		print_json_line(json_pack("{s:s, s:s, s:s, s:s, s:s, s:I, s:O}", "id",
		    im->writer.id, "done", r->dry_run ? "dry-run" : done_names[im->done], "agent",
		    agent, "version", version, "from", f->path, "records", (json_int_t)f->count,
		    "lost", f->loss));
		return;
	}
	buf_addf(&line, "%s: %s%s%s, %zu %s", r->dry_run ? "would import" : done_names[im->done],
	    agent, *version ? " " : "", version, f->count,
	    text_plural(f->count, "record", "records"));
	json_members (what, count, im->done != FOREIGN_SAME || r->dry_run ? f->loss : NULL)
		if (shown++ < LOST_SHOWN)
			buf_addf(&line, "%s%lld %s", shown > 1 ? ", " : "; no place for ",
			    (long long)json_integer_value(count), what);
	if (shown > LOST_SHOWN)
		buf_addf(&line, " and %zu more %s", shown - LOST_SHOWN,
		    text_plural(shown - LOST_SHOWN, "kind", "kinds"));
	if (!r->dry_run)
		puts(im->writer.id);
	print_text(stderr, "agent: %s\n", buf_str(&line));
}

/* Imports one session. Returns the exit code; -1: it is of no known agent (e). */
static int import_one(const struct sessions_request *r, const struct settings *settings,
    const char *path, const char *session, struct error *e)
{
	struct foreign_import im;
	bool ok = foreign_import_open(&im, r->store, settings, path, session, r->from, e);
	const int code = ok ? 1 : -1;

	struct laying laying = {.im = &im};
	ui_model_init(&laying.model);
	im.writer.sink = (struct event_sink){lay_next, &laying};
	im.dry = r->dry_run;
	ok = ok && foreign_import_take(&im, !r->watch, e);
	if (ok && !r->dry_run && im.done != FOREIGN_SAME && !laying.past)
		sessions_lay_snapshots(r->store, im.writer.id);
	ui_model_free(&laying.model);
	event_source_free(laying.past);
	const int shown = ok && r->watch ? r->options->watch(r->options, &im) : 0;
	if (ok && !r->watch)
		report(r, &im);
	foreign_import_free(&im);
	if (shown == FOREIGN_AGAIN)
		return import_one(r, settings, path, session, e);
	return ok && shown == 0 ? 0 : code;
}

static int import_found(
    const struct sessions_request *r, const struct settings *settings, const char *folder)
{
	freed_by(foreign_places_free) struct foreign_places found;
	struct error e = ERROR_INIT;
	size_t taken = 0, failed = 0;

	if (!foreign_find(&found, r->from, folder, r->all || folder ? NULL : r->cwd, &e))
		return sessions_fail(&e);
	for (size_t i = 0; i < found.count && !(r->last && taken); i++) {
		auto_error why = ERROR_INIT;

		if (import_one(r, settings, found.list[i].path, found.list[i].session, &why) == 0) {
			taken++;
		} else {
			auto_free char *line = error_line(&why);

			print_text(stderr, "agent: passed over: %s\n", line);
			failed++;
		}
	}
	if (!taken && !failed)
		error_set(&e, ERR_NOT_FOUND, "no sessions of '%s'%s", r->from ? r->from : folder,
		    r->all || folder ? "" : " in this folder: --all takes those of every folder");
	return taken ? 0 : failed ? 1 : sessions_fail(&e);
}

int sessions_watch(struct sessions_request *r)
{
	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
		return print_failure(2, "no terminal to show a session on");
	r->watch = r->last = true;
	const int code = sessions_import_foreign(r);

	return code >= 0 ? code
			 : print_failure(2, "'%s': is no session of another agent", r->words[0]);
}

int sessions_import_foreign(struct sessions_request *r)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	const char *path = r->count ? r->words[0] : NULL;
	struct error e = ERROR_INIT;

	if (!path && !r->from)
		return command_words_usage(&command_sessions, "which file?", "import");
	if (path && strcmp(path, "-") == 0)
		return -1;
	struct settings *settings =
	    settings_load(&(struct settings_request){.bare = true}, &problems);
	const bool many = !path || file_is_folder(path);
	const int code =
	    many ? import_found(r, settings, path) : import_one(r, settings, path, NULL, &e);
	settings_free(settings);
	if (many)
		return code;
	if (code >= 0)
		return e.code == ERR_NONE ? code : sessions_fail(&e);
	if (r->from)
		return sessions_fail(&e);
	error_free(&e);
	return -1;
}
