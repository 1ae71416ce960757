/* SPDX-License-Identifier: MIT
 * --fork with --files: writes the files that the session changed, as they were at the event it is forked
 * from, into a new folder, and the fork works there. Nothing outside it is touched: every path resolves
 * beneath it. Files that the session never changed are not in its log, and are missing, unless --whole
 * copies the rest of the folder in which the program was started.
 */
#include <sys/stat.h>

#include "base/base.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "cli/sessions/past_files.h"
#include "cli/sessions/sessions.h"

struct restore {
	struct store *store;
	char cwd[PATH_MAX]; /* where the program was started */
	char *id;	    /* (owned) of the session */
	int64_t seq;
	struct workspace *folder;
	bool whole; /* the rest of the folder was copied, too */
	int written;
};

static bool find_changes(struct restore *r, const struct options *o, struct error *e)
{
	auto_free char *wanted = NULL;
	json_auto_t *row = NULL;

	if (!getcwd(r->cwd, sizeof r->cwd))
		return error_set(e, ERR_IO, "cannot tell the folder: %s", error_system(errno));
	if (program_split_fork(o->fork, &wanted, &r->seq, 1, e) && (r->store = program_store(e)))
		row = store_find(r->store, wanted, r->cwd, e);
	if (!row)
		return false;
	r->id = xstrdup(json_str(row, "id", ""));
	return program_past_seq(r->store, r->id, &r->seq, e);
}

/* With --whole copies the rest of r->cwd. False (e), also if the new folder is inside of that. */
static bool copy_rest(struct restore *r, const struct options *o, struct error *e)
{
	struct program p = {0};
	const char *there = workspace_path(r->folder);
	const size_t len = strlen(r->cwd);

	if (!o->whole)
		return true;
	if (strncmp(there, r->cwd, len) == 0 && there[len] == '/' && rmdir(there) == 0)
		return error_set(e, ERR_USAGE,
		    "'%s' is inside the folder it would be a copy of: name one beside it", there);
	r->whole =
	    program_configure(&p, o) == 0 &&
	    past_folder_copy(r->cwd, r->folder, setting_int(p.settings, "sessions.copy_bytes"), e);
	program_close(&p);
	return r->whole ||
	       (e->code == ERR_NONE ? error_set(e, ERR_CONFIG, "the settings cannot be used")
				    : false);
}

/* Writes the files as they were. Returns what could not be restored: "" or "; 2 could not ...". Caller frees. */
static char *restore_all(struct restore *r, const struct file_log *log)
{
	freed_by(files_then_free) struct files_then files = files_at(log, r->seq, true);
	auto_free char *first = NULL;
	int left = 0;

	for (size_t i = 0; i < files.count; i++) {
		const struct file_then *f = &files.list[i];
		auto_error e = ERROR_INIT;

		if (!f->exists && !r->whole)
			continue;
		if (past_file_put(r->folder, r->store, f, &e))
			r->written++;
		else if (left++ == 0)
			first = xasprintf("%s: %s", f->path, e.message);
	}
	return left ? xasprintf("; %d could not be restored, first %s", left, first) : xstrdup("");
}

int run_fork_files(const struct options *o, int (*run)(const struct options *o))
{
	struct restore r = {0};
	auto_error e = ERROR_INIT;
	struct options there = *o;
	auto_free char *fork = NULL, *said = NULL, *folder = NULL;
	struct file_log log = {0};
	int code = 1;

	if (find_changes(&r, o, &e) && mkdir(o->files, 0777) != 0)
		error_set(&e, ERR_USAGE,
		    errno == EEXIST ? "'%s' exists: the files go into a new folder only"
				    : "cannot make '%s': %s",
		    o->files, error_system(errno));
	else if (e.code == ERR_NONE)
		r.folder = workspace_open(o->files, &e);
	if (r.folder && copy_rest(&r, o, &e) && past_log_read(&log, r.store, r.id, &e)) {
		auto_free char *left = restore_all(&r, &log);

		fork = xasprintf("%s:%lld", r.id, (long long)r.seq);
		folder = xstrdup(workspace_path(r.folder));
		said = xasprintf("%d file%s as at event %lld in '%s'%s; what the session did not "
				 "change is %s",
		    r.written, text_plural(r.written, "", "s"), (long long)r.seq, folder, left,
		    r.whole ? "there as it is here now, without .git" : "not there");
		there.fork = fork;
		there.said = said;
		there.cd = folder;
		there.files = NULL;
		code = 0;
	} else {
		code = sessions_fail(&e);
	}
	workspace_free(r.folder);
	store_close(r.store);
	files_free(&log);
	free(r.id);
	return code == 0 ? run(&there) : code;
}
