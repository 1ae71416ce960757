/* SPDX-License-Identifier: MIT
 * agent roadmaps: the table of its actions and options. They check, schedule, explain and keep plans
 * from files and from the store; only approve and revise need a model.
 */
#include "cli/roadmaps/roadmaps.h"

#include "base/base.h"
#include "base/print.h"
#include "cli/run.h"

static const struct word_option options[] = {
    {"--output", WORD_TEXT, offsetof(struct roadmaps_request, output)},
    {"--calendar", WORD_TEXTS, offsetof(struct roadmaps_request, calendars)},
    {"--kept-plans", WORD_FLAG, offsetof(struct roadmaps_request, kept_plans)},
    {"--from", WORD_TEXT, offsetof(struct roadmaps_request, from)},
    {"--seed", WORD_LARGE_NUMBER, offsetof(struct roadmaps_request, seed)},
    {"--schedules", WORD_LARGE_NUMBER, offsetof(struct roadmaps_request, schedules)},
    {"--pattern", WORD_TEXT, offsetof(struct roadmaps_request, pattern)},
    {"--reason", WORD_TEXT, offsetof(struct roadmaps_request, reason)},
    {"--took", WORD_TEXT, offsetof(struct roadmaps_request, took)},
    {"--finished", WORD_TEXT, offsetof(struct roadmaps_request, finished)},
    {"--fix", WORD_FLAG, offsetof(struct roadmaps_request, fix)},
    {"--dry-run", WORD_FLAG, offsetof(struct roadmaps_request, dry)},
    {"--reset", WORD_FLAG, offsetof(struct roadmaps_request, reset)},
    {"--run", WORD_FLAG, offsetof(struct roadmaps_request, run)},
    {"--force", WORD_FLAG, offsetof(struct roadmaps_request, force)},
    {NULL},
};

static const struct action {
	const char *name;
	int (*run)(struct roadmaps_request *q);
	int least, most; /* words */
	const char *usage;
} actions[] = {
    {"schedule", roadmaps_schedule, 1, 1, "schedule FILE|ID"},
    {"check", roadmaps_check, 1, 1, "check FILE|ID"},
    {"why", roadmaps_why, 2, 2, "why FILE|ID TASK"},
    {"import", roadmaps_import, 1, 1, "import FILE"},
    {"save", roadmaps_save, 1, 1, "save FILE"},
    {"list", roadmaps_list, 0, 0, "list"},
    {"show", roadmaps_show, 1, 2, "show ID [REVISION]"},
    {"diff", roadmaps_diff, 1, 3, "diff ID [REVISION [REVISION]]"},
    {"export", roadmaps_export, 1, 2, "export ID [FILE]"},
    {"baseline", roadmaps_baseline, 1, 3, "baseline ID [set [REVISION]]"},
    {"conflicts", roadmaps_conflicts, 0, 0, "conflicts"},
    {"done", roadmaps_done, 2, 2, "done ID TASK"},
    {"edit", roadmaps_edit, 1, ROADMAPS_WORDS, "edit ID OPERATION [WORDS] [KEY=VALUE ...]"},
    {"start", roadmaps_start, 2, 2, "start ID TASK"},
    {"next", roadmaps_next, 0, 0, "next"},
    {"agenda", roadmaps_agenda, 0, 1, "agenda [DAYS]"},
    {"undo", roadmaps_undo, 1, 1, "undo ID"},
    {"due", roadmaps_due, 0, 0, "due"},
    {"approve", roadmaps_decide, 1, 1, "approve ID"},
    {"revise", roadmaps_decide, 2, 2, "revise ID \"WHAT TO CHANGE\""},
};

static int run(const struct options *o, char *const *rest)
{
	const bool named = rest[0] && rest[0][0] != '-';
	const char *name = named ? rest[0] : "list";

	for (size_t i = 0; i < ARRAY_SIZE(actions); i++) {
		const struct action *a = &actions[i];
		struct roadmaps_request q = {.options = o};

		if (strcmp(a->name, name) != 0)
			continue;
		int code = command_words_take(
		    &command_roadmaps, options, &q, rest + named, q.words, &q.count, a->most);
		if (code == 0 && q.count < a->least)
			return print_failure(
			    2, "roadmaps: too few words; usage: agent roadmaps %s", a->usage);
		if (code == 0)
			code = a->run(&q);
		store_close(q.store);
		return code;
	}
	return command_words_usage(&command_roadmaps, "unknown word", name);
}

const struct command command_roadmaps = {
    .name = "roadmaps",
    .usage =
	"schedule FILE|ID | check FILE|ID | why FILE|ID TASK | import FILE | save FILE | list | "
	"show ID | diff ID | export ID | baseline ID | conflicts | done ID TASK | edit ID "
	"OPERATION | undo ID | "
	"due | approve ID | revise ID "
	"WORDS",
    .summary =
	"plans with dates: schedule, check and explain them, keep them, go on after progress",
    .help = "config/help/roadmaps.txt",
    .run = run,
};
