/* SPDX-License-Identifier: MIT
 * /export: this session as a file. A child of the program writes it (`agent sessions export`), so
 * that a long one holds nobody up.
 */
#include "base/base.h"
#include "base/file.h"
#include "base/text/names.h"
#include "sandbox/child_start.h"
#include "ui/command/slash_rows.h"
#include "ui/export/exporter.h"

static const struct {
	const char *name; /* as it is typed */
	const struct exporter *exporter;
	const char *about;
} forms[] = {
    {"md", &export_markdown, "to be read"},
    {"html", &export_html, "one page with the plan and a timeline"},
    {"cast", &export_cast, "to be played (asciicast)"},
    {"jsonl", &export_jsonl, "every event, to be imported"},
    {"atif", &export_atif, "a trajectory for other tools (ATIF)"},
};
#define FORMS ARRAY_SIZE(forms)

#define WORDS_MOST 65536 /* bytes of what the child prints */

struct export_run {
	struct commander *commander;
	struct process *process;
	char *path; /* (owned) of the file written; NULL: what is printed is shown as a page */
	struct buf words;
};

static void job_free(void *ctx)
{
	auto_free struct export_run *j = ctx;

	process_stop(j->process, 0);
	free(j->path);
	buf_free(&j->words);
}

static void on_output(void *ctx, int stream, const char *data, size_t len)
{
	buf_add(&((struct export_run *)ctx)->words, data, len);
}

static void on_done(void *ctx, const struct process_exit *exit)
{
	struct export_run *j = ctx;
	auto_free char *shown = j->path ? file_user_path(j->path) : NULL;
	auto_free char *clean = text_clean(buf_str(&j->words), j->words.len);

	j->process = NULL;
	if (exit->status != 0)
		slash_say(j->commander, "%s%s", shown ? "not exported: " : "", clean);
	else if (shown)
		slash_say(j->commander, "written to %s", shown);
	else
		slash_page_text(j->commander, "Stats", clean);
	slash_task(j->commander, NULL, NULL);
}

static void start(struct commander *c, const char *const *argv, char *path /* steals */)
{
	static const char *const keep[] = {"HOME", "PATH", "LANG", "LC_*", "TZ", "XDG_CONFIG_HOME",
	    "XDG_DATA_HOME", "XDG_STATE_HOME", NULL};
	struct export_run *j = xcalloc(1, sizeof *j);
	auto_error e = ERROR_INIT;

	j->commander = c;
	j->path = path;
	j->words.max = WORDS_MOST;
	slash_task(c, job_free, j);
	j->process = child_start(c->loop, NULL, &(struct child_wish){CHILD_EXPORT},
	    &(struct process_spec){.argv = argv,
		.cwd_fd = -1,
		.keep = keep,
		.merge = true,
		.output = on_output,
		.done = on_done,
		.ctx = j},
	    NULL, &e);
	if (!j->process) {
		slash_say(c, "%s%s", path ? "not exported: " : "", e.message);
		slash_task(c, NULL, NULL);
	}
}

/* rest: [FORMAT] [FILE], one or both. Without a format the file's name says it. */
static void write_to(struct commander *c, const char *rest)
{
	const char *file = rest;
	auto_free char *word = slash_next_word(&file);
	const size_t i = row_named(forms, word);

	file = i < FORMS ? file : rest;
	const struct exporter *exporter =
	    i < FORMS ? forms[i].exporter : export_find(NULL, file, NULL);
	auto_free char *name =
	    *file ? xstrdup(file)
		  : xasprintf("session-%.10s%s", session_id(c->session), exporter->suffix);
	char *path = slash_file_path(c, name);

	if (access(path, F_OK) == 0) {
		slash_say(c, "'%s' is there already: name another file", name);
		free(path);
	} else {
		start(c,
		    (const char *[]){"/proc/self/exe", "sessions", "export", session_id(c->session),
			path, "--format", exporter->name, NULL},
		    path);
	}
}

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	for (size_t i = 0; i < FORMS; i++)
		pick_rows_add(out, forms[i].name, forms[i].about, NULL);
}

static void chosen(void *ctx, const struct pick_row *row)
{
	write_to(ctx, row->value);
}

static void export_session(struct commander *c, const char *rest)
{
	if (session_seq(c->session) == 0)
		slash_say(c, "there is nothing to export yet");
	else if (!session_store(c->session))
		slash_say(c, "this session is not saved: there is nothing to export it from");
	else if (*rest)
		write_to(c, rest);
	else
		slash_pick(c, &(struct pick_source){.title = "Export this session as",
				  .fill = fill,
				  .chosen = chosen,
				  .ctx = c});
}

const struct slash slash_export = {
    .name = "export",
    .arguments = "[FORMAT] [FILE]",
    .help = "write this session to a file",
    .run = export_session,
    .fill = fill,
};

/* ---- /stats: what `agent stats` prints of this folder -------------------------------------------- */

static void stats(struct commander *c, const char *rest)
{
	const char *const argv[] = {"/proc/self/exe", "--cd", c->cwd ? c->cwd : ".", "stats",
	    *rest ? "--since" : NULL, rest, NULL};

	start(c, argv, NULL);
}

const struct slash slash_stats = {
    .name = "stats",
    .arguments = "[SINCE]",
    .help = "how plans went in this folder",
    .run = stats,
};
