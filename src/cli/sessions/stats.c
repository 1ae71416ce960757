/*
 * agent stats: how plans went, each figure beside its target, over any period. One pass over the
 * stored events (plan/history/plan_tally.h); nothing is written.
 */
#include "base/print.h"
#include "cli/sessions/stats.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/text/moment_words.h"
#include "cli/program/command_words.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "cli/sessions/sessions.h"

struct stats_wish {
	bool all, json;
	const char *since, *until; /* as given */
	int64_t since_ms, until_ms;
};

static const struct word_option options[] = {
    {"--all", WORD_FLAG, offsetof(struct stats_wish, all)},
    {"--output", WORD_OUTPUT, offsetof(struct stats_wish, json)},
    {"--since", WORD_TEXT, offsetof(struct stats_wish, since)},
    {"--until", WORD_TEXT, offsetof(struct stats_wish, until)},
    {NULL},
};

static int moment(const struct command *c, const char *text, bool end, int64_t *out)
{
	if (!text || period_moment(text, clock_now_ms(), end, out))
		return 0;
	return command_words_usage(
	    c, "is no time; 7d, 12h, today, 2026-10-01 and 2026-10-01T14:30 are", text);
}

int stats_period(const struct command *c, const char *since, const char *until, int64_t *since_ms,
    int64_t *until_ms)
{
	int code = moment(c, since, false, since_ms);

	if (code == 0)
		code = moment(c, until, true, until_ms);
	if (code == 0 && *since_ms >= *until_ms)
		code = command_words_usage(c, "ends before it begins", until ? until : since);
	return code;
}

static int take_words(struct stats_wish *w, char *const *rest)
{
	int code, none = 0;

	*w = (struct stats_wish){.json = w->json, .until_ms = INT64_MAX};
	code = command_words_take(&command_stats, options, w, rest, NULL, &none, 0);
	if (code == 0)
		code = stats_period(&command_stats, w->since, w->until, &w->since_ms, &w->until_ms);
	return code;
}

static int make(struct stats *s, const struct stats_wish *w, const struct program *p)
{
	struct error e = ERROR_INIT;
	struct store *store = program_store(&e);
	struct tally tally = {0};
	const char *folder = w->all ? NULL : workspace_path(p->workspace);
	const bool ok = store && store_scan(store, folder, w->since_ms, tally_take, &tally, &e);

	store_close(store);
	if (!ok) {
		tally_free(&tally);
		return sessions_fail(&e);
	}
	tally_end(&tally);
	*s = (struct stats){
	    .since_ms = w->since_ms,
	    .until_ms = w->until_ms,
	    .folder = folder,
	    .unknown = tally.unknown,
	    .unreadable = tally.unreadable,
	    .rows = (size_t)setting_int(p->settings, "stats.rows"),
	};
	figures_make(&s->figures, &tally, p->settings, w->since_ms, w->until_ms);
	tally_free(&tally);
	return 0;
}

static void print(struct stats *s, const struct program *p)
{
	struct theme theme = {0};
	struct error e = ERROR_INIT;

	if (program_color(p->options, p->settings, STDOUT_FILENO)) {
		if (!theme_open(&theme, setting_string(p->settings, "ui.theme"), &e))
			print_text(stderr, "agent: %s\n", e.message);
		s->theme = &theme;
	}
	stats_print(s);
	error_free(&e);
}

static int run(const struct options *o, char *const *rest)
{
	struct stats_wish w = {.json = o->output == OUTPUT_JSON};
	struct program p;
	struct stats s;
	int code = take_words(&w, rest);

	if (code != 0)
		return code;
	code = program_configure(&p, o);
	if (code == 0)
		code = make(&s, &w, &p);
	if (code == 0 && w.json)
		sessions_json(stats_json(&s));
	else if (code == 0)
		print(&s, &p);
	program_close(&p);
	return code;
}

const struct command command_stats = {
    .name = "stats",
    .usage = "[--all] [--since WHEN] [--until WHEN] [--output text|json]",
    .summary = "how plans went, beside their targets",
    .run = run,
};
