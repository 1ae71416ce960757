/* SPDX-License-Identifier: MIT
 * agent usage: what was spent over any period, summed by day, model, folder, session, role, provider, turn
 * or break. The store sums up the usage events of all sessions; no event is written.
 */

#include "base/base.h"
#include "cli/program/command_words.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "cli/sessions/sessions.h"
#include "cli/sessions/stats.h"
#include "session/store/store_money.h"

#define KEY_CELLS 32

struct usage_wish {
	bool all, json, cache;
	const char *by, *since, *until; /* as given */
	enum usage_by side;
	int64_t since_ms, until_ms;
};

static const struct word_option options[] = {
    {"--all", WORD_FLAG, offsetof(struct usage_wish, all)},
    {"--by", WORD_TEXT, offsetof(struct usage_wish, by)},
    {"--cache", WORD_FLAG, offsetof(struct usage_wish, cache)},
    {"--output", WORD_OUTPUT, offsetof(struct usage_wish, json)},
    {"--since", WORD_TEXT, offsetof(struct usage_wish, since)},
    {"--until", WORD_TEXT, offsetof(struct usage_wish, until)},
    {NULL},
};

static const char *const sides[USAGE_SIDES] = {
    [USAGE_DAY] = "day",
    [USAGE_MODEL] = "model",
    [USAGE_FOLDER] = "folder",
    [USAGE_SESSION] = "session",
    [USAGE_ROLE] = "role",
    [USAGE_PROVIDER] = "provider",
    [USAGE_TURN] = "turn",
    [USAGE_BREAK] = "break",
};

/* Returns the sums of all rows; new reference. */
static json_t *total_of(const json_t *rows)
{
	static const char *const counts[] = {"requests", "input", "output", "cached", "written",
	    "reasoning", "unpriced", "estimated", "sent_bytes", "resent_bytes"};
	json_t *all = json_object();
	bool priced = false;
	double usd = 0;

	for (size_t i = 0; i < ARRAY_SIZE(counts); i++) {
		int64_t n = 0;

		json_each (row, rows)
			n += json_int(row, counts[i], 0);
		json_put_int(all, counts[i], n);
	}
	json_each (row, rows) {
		usd += json_num(row, "cost_usd", 0);
		priced |= json_object_get(row, "cost_usd") != NULL;
	}
	if (priced)
		json_put(all, "cost_usd", json_real(usd));
	return all;
}

/* ---- For programs --------------------------------------------------------------------------- */

/* Returns a row for scripts, a new reference: its key under the name of the side, unknown values as null. */
static json_t *sum_json(const json_t *row, const char *side)
{
	json_t *o = json_object(), *key = json_object_get(row, "key");

	if (side)
		json_put(o, side, key ? json_incref(key) : json_null());
	json_put(o, "cost_usd", json_null());
	json_object_update(o, (json_t *)row);
	json_object_del(o, "key");
	return o;
}

static json_t *usage_json(const json_t *rows, const struct usage_wish *w, const char *folder)
{
	json_auto_t *all = total_of(rows);
	json_t *o = stats_period_json(w->since_ms, w->until_ms, folder), *list = json_array();

	json_put_str(o, "by", sides[w->side]);
	json_each (row, rows)
		json_array_append_new(list, sum_json(row, sides[w->side]));
	json_put(o, "rows", list);
	json_put(o, "total", sum_json(all, NULL));
	return o;
}

/* ---- For people ----------------------------------------------------------------------------- */

static void print_tokens(const json_t *row)
{
	const bool unpriced = json_int(row, "unpriced", 0) > 0;

	printf(" %11" PRId64 " %9" PRId64 " %9" PRId64 "  ", json_int(row, "input", 0),
	    json_int(row, "cached", 0), json_int(row, "output", 0));
	if (json_object_get(row, "cost_usd"))
		printf("%.4f%s", json_num(row, "cost_usd", 0), unpriced ? " +" : "");
	else
		printf("unpriced");
}

/* Prints how many new bytes requests sent, how many they sent again, and how often each new byte was sent. */
static void print_sent(const json_t *row)
{
	const int64_t sent = json_int(row, "sent_bytes", 0),
		      again = json_int(row, "resent_bytes", 0);

	printf(" %11" PRId64 " %11" PRId64, sent - again, again);
	if (sent > again)
		printf("  %5.2f", (double)sent / (double)(sent - again));
}

static void print_row(const json_t *row, const char *key, bool cache)
{
	const char *title = json_str(row, "title", NULL);

	stats_print_name(key, KEY_CELLS);
	printf(" %8" PRId64, json_int(row, "requests", 0));
	(cache ? print_sent : print_tokens)(row);
	if (title) {
		printf("  ");
		stats_print_name(title, KEY_CELLS);
	}
	putchar('\n');
}

static void print_table(const json_t *rows, const struct usage_wish *w)
{
	json_auto_t *all = total_of(rows);
	const int64_t unpriced = json_int(all, "unpriced", 0),
		      estimated = json_int(all, "estimated", 0);
	char side[16];

	snprintf(side, sizeof side, "%s", sides[w->side]);
	for (char *at = side; *at; at++)
		*at = (char)toupper((unsigned char)*at);
	printf("%-*s %8s %s\n", KEY_CELLS, side, "REQUESTS",
	    w->cache ? "  NEW BYTES  SENT AGAIN  TIMES" : "      INPUT    CACHED    OUTPUT  US$");
	json_each (row, rows)
		print_row(row, json_str(row, "key", "(not known)"), w->cache);
	print_row(all, "total", w->cache);
	if (unpriced > 0 && !w->cache)
		printf("+: and %" PRId64 " request%s of models without a price\n", unpriced,
		    text_plural(unpriced, "", "s"));
	if (estimated > 0 && !w->cache)
		printf("of %" PRId64 " request%s the server told no numbers, or they were stopped: "
		       "estimated\n",
		    estimated, text_plural(estimated, "", "s"));
}

static void print_breaks(const json_t *breaks)
{
	json_each (row, breaks)
		if (*json_str(row, "key", ""))
			printf("again after a break (%s): %" PRId64 " request%s, %" PRId64
			       " bytes\n",
			    json_str(row, "key", ""), json_int(row, "requests", 0),
			    text_plural(json_int(row, "requests", 0), "", "s"),
			    json_int(row, "resent_bytes", 0));
}

static int show(const struct usage_wish *w, const struct program *p)
{
	struct error e = ERROR_INIT;
	struct store *store = program_store(&e);
	const char *folder = w->all ? NULL : workspace_path(p->workspace);
	json_auto_t *rows = NULL, *breaks = NULL;

	if (store) {
		store_money_settle(store, "");
		rows = store_usage(store, w->side, folder, w->since_ms, w->until_ms, &e);
	}
	if (rows && w->cache)
		breaks = store_usage(store, USAGE_BREAK, folder, w->since_ms, w->until_ms, &e);
	store_close(store);
	if (!rows || (w->cache && !breaks))
		return sessions_fail(&e);
	if (w->json) {
		print_json_line(usage_json(rows, w, folder));
	} else if (json_array_size(rows) == 0) {
		printf("nothing was spent%s in that time\n", folder ? " in this folder" : "");
	} else {
		print_table(rows, w);
		print_breaks(breaks);
	}
	return 0;
}

static int run(const struct options *o, char *const *rest)
{
	struct usage_wish w = {.json = o->output == OUTPUT_JSON, .until_ms = INT64_MAX};
	freed_by(program_close) struct program p = {0};
	int none = 0, code = command_words_take(&command_usage, options, &w, rest, NULL, &none, 0);

	while (code == 0 && w.by && w.side < USAGE_SIDES && strcmp(sides[w.side], w.by) != 0)
		w.side++;
	if (!w.by)
		w.side = w.cache ? USAGE_SESSION : USAGE_DAY;
	if (code == 0 && w.side == USAGE_SIDES)
		code = command_words_usage(&command_usage,
		    "must be day, model, folder, session, role, provider, turn or break", w.by);
	if (code == 0)
		code = stats_period(&command_usage, w.since, w.until, &w.since_ms, &w.until_ms);
	if (code == 0)
		code = program_configure(&p, o);
	return code == 0 ? show(&w, &p) : code;
}

const struct command command_usage = {
    .name = "usage",
    .usage = "[--by day|model|folder|session|role|provider|turn|break] [--cache] [--all] [--since "
	     "WHEN] [--until "
	     "WHEN] [--output text|json]",
    .summary = "what was spent, in tokens and money",
    .run = run,
};
