/*
 * agent sessions: what is stored. Each word below is a row; one without a function is not built
 * yet. What is found goes to stdout, what happened to stderr.
 */
#include "cli/sessions.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/file.h"
#include "base/json.h"
#include "base/print.h"
#include "base/text.h"
#include "cli/run.h"

static const struct action {
	const char *name;
	int (*run)(struct request *r);
	int least, most;  /* words */
	const char *lack; /* what is asked when there are fewer */
} actions[] = {
    {"list", sessions_list, 0, 0, ""},
    {"show", sessions_show, 1, 1, "which session?"},
    {"search", sessions_search, 1, INT_MAX, "which words?"},
    {"rename", sessions_rename, 2, INT_MAX, "which session, and how?"},
    {"delete", sessions_delete, 1, INT_MAX, "which session?"},
    {"prune", sessions_prune, 0, 0, ""},
    {"export", sessions_export, 1, 2, "which session?"},
    {"import", sessions_import, 1, 1, "which file?"},
    {"compare", sessions_compare, 2, 2, "which two sessions?"},
    {"undo", sessions_undo, 1, 1, "which session?"},
};

enum kind { FLAG, OUTPUT, WORD, NUMBER };
static const struct option {
	const char *name;
	enum kind kind;
	size_t offset;
} options[] = {
    {"--all", FLAG, offsetof(struct request, all)},
    {"--yes", FLAG, offsetof(struct request, yes)},
    {"--force", FLAG, offsetof(struct request, force)},
    {"--thinking", FLAG, offsetof(struct request, thinking)},
    {"--output", OUTPUT, 0},
    {"--format", WORD, offsetof(struct request, format)},
    {"--cast-version", NUMBER, offsetof(struct request, cast_version)},
    {"--days", NUMBER, offsetof(struct request, days)},
};

int sessions_usage(const char *what, const char *subject)
{
	print_text(stderr, "agent: sessions: '%s': %s; usage: agent sessions %s\n", subject, what,
	    command_sessions.usage);
	return 2;
}

int sessions_fail(struct error *e)
{
	char *line = error_line(e);
	const int code = e->code == ERR_USAGE || e->code == ERR_NOT_FOUND ? 2 : 1;

	if (!e->where || strcmp(e->where, "stdout") != 0) /* a closed stdout ends quietly */
		print_text(stderr, "agent: %s\n", line);
	free(line);
	error_free(e);
	return code;
}

void sessions_json(json_t *value)
{
	char *line = json_line(value);

	puts(line);
	free(line);
	json_decref(value);
}

int sessions_width(void)
{
	struct winsize size;

	if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0)
		return 0;
	return size.ws_col;
}

void sessions_print_cut(const char *line, int width)
{
	const size_t len = strlen(line);

	if (width < 2 || text_width(line, len) <= width)
		puts(line);
	else
		printf("%.*s…\n", (int)text_fit(line, len, width - 1), line);
}

static int set_option(struct request *r, const struct option *o, const char *value)
{
	char *end;
	int64_t n;

	switch (o->kind) {
	case FLAG:
		*(bool *)((char *)r + o->offset) = true;
		return 0;
	case OUTPUT:
		r->json = strcmp(value, "json") == 0;
		return r->json || strcmp(value, "text") == 0
			   ? 0
			   : sessions_usage("is text or json", o->name);
	case WORD:
		*(const char **)((char *)r + o->offset) = value;
		return 0;
	case NUMBER:
		n = strtoll(value, &end, 10);
		if (end == value || *end || n < 1 || n > 36500)
			return sessions_usage("is no number of use here", value);
		*(int64_t *)((char *)r + o->offset) = n;
		return 0;
	}
	return 0;
}

/* --name, --name=value, --name value. */
static int take_option(struct request *r, const char *word, const char *next, int *taken)
{
	const size_t len = strcspn(word, "=");

	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		const struct option *o = &options[i];
		const char *value = word[len] ? word + len + 1 : next;

		if (strncmp(o->name, word, len) != 0 || o->name[len])
			continue;
		if (o->kind == FLAG && word[len])
			return sessions_usage("takes no value", o->name);
		if (o->kind != FLAG && !value)
			return sessions_usage("wants a value", o->name);
		*taken = o->kind == FLAG || word[len] ? 1 : 2;
		return set_option(r, o, value);
	}
	return sessions_usage("unknown option", word);
}

static int take_words(struct request *r, const struct action *action, char *const *rest)
{
	bool words_only = false;

	for (int taken; *rest; rest += taken) {
		taken = 1;
		if (!words_only && strcmp(*rest, "--") == 0) {
			words_only = true;
			continue;
		}
		if (!words_only && (*rest)[0] == '-' && (*rest)[1]) {
			const int code = take_option(r, *rest, rest[1], &taken);
			if (code != 0)
				return code;
			continue;
		}
		if (r->count == action->most)
			return sessions_usage("one word too many", *rest);
		r->words[r->count++] = *rest;
	}
	return r->count < action->least ? sessions_usage(action->lack, action->name) : 0;
}

static int open_store(struct request *r)
{
	struct error e = ERROR_INIT;
	char *path, *repaired = NULL;

	if (!realpath(r->options->cd ? r->options->cd : ".", r->cwd)) {
		error_set(&e, ERR_USAGE, "cannot find '%s': %s",
		    r->options->cd ? r->options->cd : ".", strerror(errno));
		return sessions_fail(&e);
	}
	path = file_home(FILE_DATA, "agent.db");
	r->store = store_open(path, &repaired, &e);
	free(path);
	if (repaired)
		print_text(stderr, "agent: %s\n", repaired);
	free(repaired);
	return r->store ? 0 : sessions_fail(&e);
}

static int run_action(struct request *r, const struct action *action, char *const *rest)
{
	int code, count = 0;

	while (rest[count])
		count++;
	r->words = xcalloc((size_t)count + 1, sizeof *r->words);
	code = take_words(r, action, rest);
	if (code == 0)
		code = open_store(r);
	if (code == 0)
		code = action->run(r);
	store_close(r->store);
	free(r->words);
	return code;
}

static int run(const struct options *o, char *const *rest)
{
	struct request r = {.options = o, .json = o->output == OUTPUT_JSON};
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
		print_text(stderr, "agent: 'sessions %s': not available in this version\n", name);
		return 2;
	}
	return sessions_usage("unknown word", name);
}

const struct command command_sessions = {
    .name = "sessions",
    .usage = "[list [--all] | show ID | search WORDS [--all] | rename ID TITLE | delete ID... "
	     "[--yes] | prune [--days N] [--yes] | export ID [FILE] [--format FORMAT] "
	     "[--cast-version 2|3] [--thinking] | import FILE | compare A B | "
	     "undo ID[:SEQ] [--yes] [--force]]",
    .summary =
	"list, search, show, compare, rename, delete, export, import and undo what is stored",
    .run = run,
};
