/* SPDX-License-Identifier: MIT
 * agent sessions record-test ID DIR, and agent test DIR...: records a session as a test, and runs such tests. The
 * folder has session.jsonl (the session), tree/ (the folder before it), agent.yaml (all the settings) and run.jsonl
 * (the lines of the run when it was recorded). Results are printed as TAP, and written as JUnit's XML to a file.
 */
#include "base/base.h"
#include "base/embed.h"
#include "base/file.h"
#include "base/json/xml.h"
#include "base/print.h"
#include "cli/program/command_words.h"
#include "cli/run.h"
#include "cli/sessions/past_files.h"
#include "cli/sessions/session_run.h"
#include "cli/sessions/sessions.h"
#include "loop/spawner.h"
#include "session/session_file.h"

#define RUN_BYTES ((size_t)256 << 20)
#define SHOWN_BEFORE 40
#define SHOWN 100

struct test_folder { /* all owned */
	char *home, *record, *tree, *settings, *run;
};

static struct test_folder test_folder_at(const char *dir)
{
	return (struct test_folder){realpath(dir, NULL), file_join(dir, "session.jsonl"),
	    file_join(dir, "tree"), file_join(dir, "agent.yaml"), file_join(dir, "run.jsonl")};
}

static void folder_free(struct test_folder *f)
{
	free_all(f->home, f->record, f->tree, f->settings, f->run);
}

/* ---- Recording ----------------------------------------------------------------------------------- */

/* Copies the session's folder to path, with the files it changed as they were before its first change. False: e. */
static bool write_tree(
    struct sessions_request *r, const json_t *row, const char *path, struct error *e)
{
	const char *cwd = json_str(row, "cwd", "");
	freed_by(files_free) struct file_log log = {0};
	freed_by(past_files_free) struct past_files tree = {0};
	bool ok =
	    past_log_read(&log, r->store, json_str(row, "id", ""), e) &&
	    past_files_make(&tree, path, r->store, &log, e) &&
	    (!file_is_folder(cwd) || past_folder_copy(cwd, tree.folder, (int64_t)RUN_BYTES, e));

	if (ok)
		past_files_put(&tree, 0);
	if (ok && tree.left)
		ok = error_set(e, ERR_NOT_FOUND, "the folder as it was: %s", tree.first);
	return ok;
}

static bool read_lines(const char *path, json_t *lines, struct error *e)
{
	auto_buf in = BUF_LIMIT(BUF_UNBOUNDED);
	bool ok = file_read(path, RUN_BYTES, &in, e);
	char *next = in.data;

	for (char *end; ok && next && (end = strchr(next, '\n')); next = end + 1) {
		json_t *line = json_parse(next, (size_t)(end - next), e);

		ok = line && json_array_append_new(lines, line) == 0;
	}
	return ok;
}

int sessions_record_test(struct sessions_request *r)
{
	const char *dir = r->words[1];
	struct error e = ERROR_INIT;
	const bool made = !file_is_folder(dir)
			      ? file_make_dirs(dir, 0777, &e)
			      : error_set(&e, ERR_USAGE, "'%s' is there already", dir);
	freed_by(folder_free) struct test_folder f = test_folder_at(dir);
	const struct embed *settings = embed_find("config/test_settings.yaml");
	struct options there = *r->options;
	freed_by(session_run_free) struct session_run run = {
	    .options = &there, .home = f.home ? f.home : dir, .record = f.record, .folder = f.tree};
	json_auto_t *row = made ? store_find(r->store, r->words[0], r->cwd, &e) : NULL;
	auto_buf lines = BUF_LIMIT(BUF_UNBOUNDED);

	there.config = f.settings;
	if (!spawner_start())
		return print_failure(1, "cannot start: %s", strerror(errno));
	FILE *out = row ? fopen(f.record, "wx") : NULL;
	bool ok = out && session_export(r->store, json_str(row, "id", ""), false, out, &e);
	if (row && ((out ? fclose(out) : EOF) != 0 || !ok) && e.code == ERR_NONE)
		ok = error_set(&e, ERR_IO, "cannot write '%s': %s", f.record, error_system(errno));
	ok = ok && write_tree(r, row, f.tree, &e) &&
	     file_write(f.settings, 0666, settings->data, settings->len, &e) &&
	     session_run(&run, &e);
	json_each (line, run.lines) {
		json_write(&lines, line);
		buf_addc(&lines, '\n');
	}
	if (!ok || !file_write(f.run, 0666, buf_str(&lines), lines.len, &e)) {
		if (made)
			tmp_folder_remove(dir);
		return sessions_fail(&e);
	}
	print_text(stderr, "agent: %d requests are recorded; `agent test %s` runs them again\n",
	    run.requests, dir);
	return 0;
}

/* ---- Testing ------------------------------------------------------------------------------------- */

/* Returns the content of a line as text. Caller frees. */
static char *line_text(const json_t *line)
{
	const char *request = json_str(line, "request", NULL);

	return request		      ? xstrdup(request)
	       : json_is_string(line) ? xstrdup("(nothing: the run is over)")
				      : json_line(line);
}

/* Appends why the test failed: the error, or what differs; nothing if it passed. */
static void put_difference(struct buf *out, const struct session_run *run, const struct error *e)
{
	const size_t count = json_array_size(run->differing);
	const json_t *line = json_is_string(run->got) ? run->wanted : run->got;
	size_t same = 0;

	if (e->code != ERR_NONE)
		buf_addf(out, "%s\n", e->message);
	if (e->code != ERR_NONE || !run->got)
		return;
	buf_addf(out, "the first difference is in a %s:\n",
	    json_object_get(line, "request")  ? "request"
	    : json_object_get(line, "result") ? "result"
	    : json_object_get(line, "files")  ? "state of files"
					      : "end");
	auto_free char *was = line_text(run->wanted), *now = line_text(run->got);
	while (was[same] && was[same] == now[same])
		same++;
	const size_t from = utf8_start(was, same > SHOWN_BEFORE ? same - SHOWN_BEFORE : 0);
	for (int side = 0; side < 2; side++) {
		const char *text = (side ? now : was) + from;
		auto_free char *clean = text_clean(text, strnlen(text, SHOWN));

		buf_addf(out, "  %s %s%s\n", side ? "now   " : "record", from ? "…" : "", clean);
	}
	if (!count)
		return;
	buf_addf(out, "request%s that differ%s:", text_plural((int64_t)count, "", "s"),
	    text_plural((int64_t)count, "s", ""));
	json_each (number, run->differing)
		buf_addf(out, " %lld", (long long)json_integer_value(number));
	buf_addf(out, " of %d\n", run->requests);
}

struct suite {
	const struct options *options;
	const char *junit; /* the file; NULL: none */
	struct buf cases;
	int count, failed;
	int64_t began_us;
};

static void put_case(struct suite *s, const char *dir, int64_t took_us, const char *why)
{
	buf_adds(&s->cases, "  <testcase classname=\"agent\" name=\"");
	xml_escape(&s->cases, dir);
	buf_addf(&s->cases, "\" time=\"%.3f\">", (double)took_us / 1e6);
	if (*why) {
		buf_adds(&s->cases, "<failure>");
		xml_escape(&s->cases, why);
		buf_adds(&s->cases, "</failure>");
	}
	buf_adds(&s->cases, "</testcase>\n");
}

/* Runs a test and prints its result. False: it was stopped by a signal, so the next must not begin. */
static bool test_one(struct suite *s, const char *dir)
{
	freed_by(folder_free) struct test_folder f = test_folder_at(dir);
	struct options there = *s->options;
	json_auto_t *expected = json_array();
	freed_by(session_run_free) struct session_run run = {.options = &there,
	    .home = f.home ? f.home : dir,
	    .record = f.record,
	    .folder = f.tree,
	    .expected = expected};
	auto_error e = ERROR_INIT;
	auto_buf why = BUF_INIT;
	const int64_t start = clock_mono_us();

	there.config = f.settings;
	if (read_lines(f.run, expected, &e))
		session_run(&run, &e);
	put_difference(&why, &run, &e);
	s->failed += why.len > 0;
	print_text(stdout, "%s %d - %s # %d requests, %.0f ms\n", why.len ? "not ok" : "ok",
	    ++s->count, dir, run.requests, (double)(clock_mono_us() - start) / 1000);
	for (const char *line = buf_str(&why), *end; (end = strchr(line, '\n')); line = end + 1)
		print_text(stdout, "# %.*s\n", (int)(end - line), line);
	put_case(s, dir, clock_mono_us() - start, buf_str(&why));
	return e.code != ERR_CANCELLED;
}

static int run(const struct options *o, char *const *rest)
{
	static const struct word_option options[] = {
	    {"--junit", WORD_TEXT, offsetof(struct suite, junit)}, {NULL}};
	struct suite s = {.options = o, .began_us = clock_mono_us()};
	struct error e = ERROR_INIT;
	auto_buf junit = BUF_LIMIT(BUF_UNBOUNDED);
	int most = 0, count = 0, code;

	while (rest[most])
		most++;
	auto_free const char **dirs = xcalloc((size_t)most + 1, sizeof *dirs);
	code = command_words_take(&command_test, options, &s, rest, dirs, &count, most);
	if (code == 0 && count == 0)
		code = command_words_usage(&command_test, "which folders?", "test");
	for (int i = 0; code == 0 && i < count; i++)
		if (!file_is_folder(dirs[i]))
			code = print_failure(2,
			    "test: '%s': no such folder; a prompt that begins so is `agent -- test "
			    "...`",
			    dirs[i]);
	if (code != 0)
		return code;
	if (!spawner_start())
		return print_failure(1, "cannot start: %s", strerror(errno));
	printf("TAP version 13\n1..%d\n", count);
	for (int i = 0; i < count && test_one(&s, dirs[i]); i++)
		;
	code = s.failed || s.count < count;
	buf_addf(&junit,
	    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"agent test\" "
	    "tests=\"%d\" failures=\"%d\" time=\"%.3f\">\n%s</testsuite>\n",
	    s.count, s.failed, (double)(clock_mono_us() - s.began_us) / 1e6, buf_str(&s.cases));
	if (s.junit && !file_write(s.junit, 0666, buf_str(&junit), junit.len, &e))
		code = print_failed(1, &e);
	buf_free(&s.cases);
	return code;
}

const struct command command_test = {
    .name = "test",
    .usage = "[--junit FILE] DIR...",
    .summary = "run recorded sessions again: replies from the record, tools live and confined",
    .run = run,
};
