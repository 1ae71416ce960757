/*
 * agent sessions: what is stored. Each word below is a row; one without a function is not built
 * yet. What is found goes to stdout, what happened to stderr.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"
#include "base/json.h"
#include "base/text.h"
#include "cli/run.h"
#include "cli/session_show.h"
#include "session/exchange.h"

struct request {
	const struct options *options;
	struct store *store;
	char cwd[PATH_MAX]; /* the workspace */
	const char *words[2];
	int count;
	bool all, thinking, json;
};

static int run_list(struct request *r);
static int run_show(struct request *r);
static int run_export(struct request *r);
static int run_import(struct request *r);

static const struct action {
	const char *name;
	int (*run)(struct request *r);
	int least, most; /* words */
} actions[] = {
    {"list", run_list, 0, 0},
    {"show", run_show, 1, 1},
    {"export", run_export, 1, 2},
    {"import", run_import, 1, 1},
    {"search", NULL, 0, 0},
    {"rename", NULL, 0, 0},
    {"delete", NULL, 0, 0},
    {"prune", NULL, 0, 0},
    {"undo", NULL, 0, 0},
};

static int usage(const char *what, const char *subject)
{
	fprintf(stderr, "agent: sessions: '%s': %s; usage: agent sessions %s\n", subject, what,
	    command_sessions.usage);
	return 2;
}

static int fail(struct error *e)
{
	char *line = error_line(e);
	const int code = e->code == ERR_USAGE || e->code == ERR_NOT_FOUND ? 2 : 1;

	if (!e->where || strcmp(e->where, "stdout") != 0) /* a closed stdout ends quietly */
		fprintf(stderr, "agent: %s\n", line);
	free(line);
	error_free(e);
	return code;
}

static void print_json(json_t *value /* steals */)
{
	char *line = json_line(value);

	puts(line);
	free(line);
	json_decref(value);
}

/* Cells of the terminal, or 0 where lines may be of any length. */
static int terminal_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
		return 0;
	return size.ws_col;
}

static void print_cut(const char *line, int width)
{
	const size_t len = strlen(line);

	if (width < 2 || text_width(line, len) <= width)
		puts(line);
	else
		printf("%.*s…\n", (int)text_fit(line, len, width - 1), line);
}

static void print_row(const struct request *r, const json_t *row, int width)
{
	struct buf line = BUF_INIT;
	char when[20];

	time_spell(json_int(row, "updated_at", 0), when);
	buf_addf(&line, "%-26s  %-16s  %5lld  ", json_str(row, "id", ""), when,
	    (long long)json_int(row, "turns", 0));
	if (r->all) {
		char *folder = file_user_path(json_str(row, "cwd", ""));
		const int cells = text_width(folder, strlen(folder));
		buf_addf(&line, "%s%*s  ", folder, cells < 24 ? 24 - cells : 0, "");
		free(folder);
	}
	buf_adds(&line, json_str(row, "title", ""));
	print_cut(buf_str(&line), width);
	buf_free(&line);
}

static int run_list(struct request *r)
{
	struct error e = ERROR_INIT;
	json_t *rows = store_list(r->store, r->all ? NULL : r->cwd, 0, &e), *row;
	const int width = terminal_width();
	size_t i;

	if (!rows)
		return fail(&e);
	if (r->json) {
		print_json(rows);
		return 0;
	}
	if (json_array_size(rows) == 0)
		fprintf(stderr, "agent: no sessions%s\n",
		    r->all ? " yet" : " of this folder yet; --all lists those of others");
	else
		print_cut(
		    r->all ? "ID                          LAST USED         TURNS  FOLDER         "
			     "           TITLE"
			   : "ID                          LAST USED         TURNS  TITLE",
		    width);
	json_array_foreach (rows, i, row)
		print_row(r, row, width);
	json_decref(rows);
	return 0;
}

static int run_show(struct request *r)
{
	struct error e = ERROR_INIT;
	json_t *row = store_find(r->store, r->words[0], r->cwd, &e);
	json_t *story = row ? session_story(r->store, row, &e) : NULL;

	json_decref(row);
	if (!story)
		return fail(&e);
	if (r->json) {
		print_json(story);
		return 0;
	}
	session_print(story);
	json_decref(story);
	return 0;
}

static FILE *open_target(const struct request *r, struct error *e)
{
	const char *path = r->words[1];
	FILE *file = NULL;
	int fd;

	if (!path || strcmp(path, "-") == 0)
		return stdout;
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0600);
	if (fd >= 0)
		file = fdopen(fd, "w");
	if (!file)
		error_set(e, ERR_IO, "cannot write '%s': %s", path, strerror(errno));
	return file;
}

static int run_export(struct request *r)
{
	struct error e = ERROR_INIT;
	json_t *row = store_find(r->store, r->words[0], r->cwd, &e);
	FILE *out = row ? open_target(r, &e) : NULL;
	bool ok = false;

	if (out)
		ok = session_export(r->store, json_str(row, "id", ""), r->thinking, out, &e);
	if (!ok && out == stdout && e.code == ERR_IO && errno == EPIPE)
		error_at(&e, ERR_IO, "stdout", "closed");
	if (out && out != stdout && fclose(out) != 0 && ok)
		ok = error_set(&e, ERR_IO, "cannot write '%s': %s", r->words[1], strerror(errno));
	json_decref(row);
	return ok ? 0 : fail(&e);
}

static int run_import(struct request *r)
{
	struct error e = ERROR_INIT;
	char id[27];

	if (!session_import(r->store, r->words[0], id, &e))
		return fail(&e);
	puts(id);
	fprintf(stderr, "agent: imported; `agent --resume %s` goes on with it\n", id);
	return 0;
}

static bool take_output(struct request *r, const char *form)
{
	r->json = form && strcmp(form, "json") == 0;
	return r->json || (form && strcmp(form, "text") == 0);
}

static int take_option(struct request *r, const char *word, const char *next, int *taken)
{
	*taken = 1;
	if (strcmp(word, "--all") == 0)
		r->all = true;
	else if (strcmp(word, "--thinking") == 0)
		r->thinking = true;
	else if (strncmp(word, "--output=", 9) == 0)
		return take_output(r, word + 9) ? 0 : usage("is text or json", word);
	else if (strcmp(word, "--output") == 0) {
		*taken = 2;
		return take_output(r, next) ? 0 : usage("is text or json", word);
	} else
		return usage("unknown option", word);
	return 0;
}

static int take_words(struct request *r, const struct action *action, char *const *rest)
{
	bool words_only = false;

	for (int taken; *rest; rest += taken) {
		int code;
		taken = 1;
		if (!words_only && strcmp(*rest, "--") == 0) {
			words_only = true;
			continue;
		}
		if (!words_only && (*rest)[0] == '-' && (*rest)[1]) {
			code = take_option(r, *rest, rest[1], &taken);
			if (code != 0)
				return code;
			continue;
		}
		if (r->count == action->most)
			return usage("one word too many", *rest);
		r->words[r->count++] = *rest;
	}
	if (r->count < action->least)
		return usage(
		    action->run == run_import ? "which file?" : "which session?", action->name);
	return 0;
}

static int run_action(struct request *r, const struct action *action, char *const *rest)
{
	struct error e = ERROR_INIT;
	char *path, *repaired = NULL;
	int code = take_words(r, action, rest);

	if (code != 0)
		return code;
	if (!realpath(r->options->cd ? r->options->cd : ".", r->cwd)) {
		error_set(&e, ERR_USAGE, "cannot find '%s': %s",
		    r->options->cd ? r->options->cd : ".", strerror(errno));
		return fail(&e);
	}
	path = file_home(FILE_DATA, "agent.db");
	r->store = store_open(path, &repaired, &e);
	free(path);
	if (!r->store)
		return fail(&e);
	if (repaired)
		fprintf(stderr, "agent: %s\n", repaired);
	free(repaired);
	code = action->run(r);
	store_close(r->store);
	return code;
}

static int run(const struct options *options, char *const *rest)
{
	struct request r = {.options = options, .json = options->output == OUTPUT_JSON};
	const char *name = rest[0] ? rest[0] : "list";

	if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
		printf("usage: agent sessions %s\n", command_sessions.usage);
		return 0;
	}
	if (name[0] == '-')
		name = "list";
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
		if (strcmp(actions[i].name, name) != 0)
			continue;
		if (actions[i].run)
			return run_action(
			    &r, &actions[i], rest[0] && rest[0][0] != '-' ? rest + 1 : rest);
		fprintf(stderr, "agent: 'sessions %s': not available in this version\n", name);
		return 2;
	}
	return usage("unknown word", name);
}

const struct command command_sessions = {
    .name = "sessions",
    .usage = "[list [--all] | show ID | export ID [FILE] [--thinking] | import FILE]",
    .summary = "list, show, export and import what is stored",
    .run = run,
};
