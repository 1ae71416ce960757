/* SPDX-License-Identifier: MIT
 * agent sessions: the stored sessions. Each action (list, show, ...) is a row of `actions`. Results go to stdout,
 * messages to stderr.
 */
#include "cli/sessions/sessions.h"

#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/program/command_words.h"
#include "cli/run.h"

static const struct session_action {
	const char *name;
	int (*run)(struct sessions_request *r);
	int least, most;  /* words */
	const char *lack; /* the message when there are fewer */
} actions[] = {
    {"list", sessions_list, 0, 0, ""},
    {"show", sessions_show, 1, 1, "which session?"},
    {"search", sessions_search, 1, INT_MAX, "which words?"},
    {"rename", sessions_rename, 2, INT_MAX, "which session, and how?"},
    {"delete", sessions_delete, 1, INT_MAX, "which session?"},
    {"prune", sessions_prune, 0, 0, ""},
    {"export", sessions_export, 1, 2, "which session?"},
    {"import", sessions_import, 0, 1, "which file?"},
    {"watch", sessions_watch, 0, 1, ""},
    {"compare", sessions_compare, 2, 2, "which two sessions?"},
    {"undo", sessions_undo, 1, 1, "which session?"},
    {"bisect", sessions_bisect, 1, 1, "which session?"},
    {"certify", sessions_certify, 1, 2, "which session?"},
    {"verify", sessions_verify, 1, 1, "which file?"},
    {"record-test", sessions_record_test, 2, 2, "which session, and into which folder?"},
};

static const struct word_option options[] = {
    {"--all", WORD_FLAG, offsetof(struct sessions_request, all)},
    {"--yes", WORD_FLAG, offsetof(struct sessions_request, yes)},
    {"--force", WORD_FLAG, offsetof(struct sessions_request, force)},
    {"--thinking", WORD_FLAG, offsetof(struct sessions_request, thinking)},
    {"--output", WORD_OUTPUT, offsetof(struct sessions_request, json)},
    {"--format", WORD_TEXT, offsetof(struct sessions_request, format)},
    {"--from", WORD_TEXT, offsetof(struct sessions_request, from)},
    {"--last", WORD_FLAG, offsetof(struct sessions_request, last)},
    {"--dry-run", WORD_FLAG, offsetof(struct sessions_request, dry_run)},
    {"--days", WORD_NUMBER, offsetof(struct sessions_request, days)},
    {"--check", WORD_TEXT, offsetof(struct sessions_request, check)},
    {"--good", WORD_LARGE_NUMBER, offsetof(struct sessions_request, good)},
    {"--bad", WORD_LARGE_NUMBER, offsetof(struct sessions_request, bad)},
    {"--key", WORD_TEXT, offsetof(struct sessions_request, key)},
    {"--signers", WORD_TEXT, offsetof(struct sessions_request, signers)},
    {"--fix", WORD_FLAG, offsetof(struct sessions_request, fix)},
    {NULL},
};

static int open_store(struct sessions_request *r)
{
	struct error e = ERROR_INIT;
	auto_free char *path = NULL, *repaired = NULL;

	if (!realpath(r->options->cd ? r->options->cd : ".", r->cwd)) {
		error_set(&e, ERR_USAGE, "cannot find '%s': %s",
		    r->options->cd ? r->options->cd : ".", strerror(errno));
		return sessions_fail(&e);
	}
	path = file_home(FILE_DATA, "agent.db");
	r->store = store_open(path, &repaired, &e);
	if (repaired)
		print_text(stderr, "agent: %s\n", repaired);
	return r->store ? 0 : sessions_fail(&e);
}

static int run(const struct options *o, char *const *rest)
{
	struct sessions_request r = {.options = o, .json = o->output == OUTPUT_JSON};
	const bool named = rest[0] && rest[0][0] != '-';
	const char *name = named ? rest[0] : "list";
	const struct session_action *action = actions, *end = action + ARRAY_SIZE(actions);
	int count = 0;

	while (action < end && strcmp(action->name, name) != 0)
		action++;
	if (action == end)
		return command_words_usage(&command_sessions, "unknown word", name);
	for (rest += named; rest[count];)
		count++;
	r.words = xcalloc((size_t)count + 1, sizeof *r.words);
	int code = command_words_take(
	    &command_sessions, options, &r, rest, r.words, &r.count, action->most);
	if (code == 0 && r.count < action->least)
		code = command_words_usage(&command_sessions, action->lack, action->name);
	if (code == 0)
		code = open_store(&r);
	if (code == 0)
		code = action->run(&r);
	store_close(r.store);
	free(r.words);
	return code;
}

const struct command command_sessions = {
    .name = "sessions",
    .usage = "[list [--all] | show ID | search WORDS [--all] | rename ID TITLE | delete ID... "
	     "[--yes] | prune [--days N] [--yes] | export ID [FILE] [--format FORMAT] "
	     "[--thinking] [--force] | import [FILE | FOLDER] [--from AGENT] [--last | --all] "
	     "[--dry-run] | watch [FILE] [--from AGENT] [--all] | compare A B | undo ID[:SEQ] "
	     "[--yes] [--force] | "
	     "bisect ID --check COMMAND [--good SEQ] [--bad SEQ] [--fix] | record-test ID DIR | "
	     "certify ID [FILE] [--key FILE] [--format in-toto] [--force] | "
	     "verify FILE [--signers FILE]]",
    .summary = "list, search, show, compare, rename, delete, export, import, undo, bisect what is "
	       "stored; make tests and certificates of it",
    .run = run,
};
