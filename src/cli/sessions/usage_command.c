/* SPDX-License-Identifier: MIT
 * agent usage: what was spent, by one of its sides, over any period. The store sums up the usage
 * events of all sessions; nothing is written.
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

static int take_side(struct usage_wish *w)
{
	for (size_t i = 0; i < USAGE_SIDES; i++)
		if (strcmp(sides[i], w->by ? w->by : "day") == 0) {
			w->side = !w->by && w->cache ? USAGE_SESSION : (enum usage_by)i;
			return 0;
		}
	return command_words_usage(&command_usage,
	    "must be day, model, folder, session, role, provider, turn or break", w->by);
}

static int take_words(struct usage_wish *w, char *const *rest)
{
	int code, none = 0;

	*w = (struct usage_wish){.json = w->json, .until_ms = INT64_MAX};
	code = command_words_take(&command_usage, options, w, rest, NULL, &none, 0);
	if (code == 0)
		code = take_side(w);
	if (code == 0)
		code = stats_period(&command_usage, w->since, w->until, &w->since_ms, &w->until_ms);
	return code;
}

static struct usage_sum total_of(const struct usage_sums *sums)
{
	struct usage_sum all = {0};

	for (size_t i = 0; i < sums->count; i++) {
		const struct usage_sum *one = &sums->list[i];

		all.requests += one->requests;
		all.input += one->input;
		all.output += one->output;
		all.cached += one->cached;
		all.written += one->written;
		all.reasoning += one->reasoning;
		all.unpriced += one->unpriced;
		all.estimated += one->estimated;
		all.usd += one->usd;
		all.sent += one->sent;
		all.resent += one->resent;
	}
	return all;
}

/* ---- For programs --------------------------------------------------------------------------- */

static json_t *sum_json(const struct usage_sum *u, const char *side)
{
	json_t *o = json_object();

	if (side)
		json_put(o, side, *u->key ? json_text(u->key, strlen(u->key)) : json_null());
	if (u->title)
		json_put(o, "title", json_text(u->title, strlen(u->title)));
	json_put_int(o, "requests", u->requests);
	json_put_int(o, "input", u->input);
	json_put_int(o, "output", u->output);
	json_put_int(o, "cached", u->cached);
	json_put_int(o, "written", u->written);
	json_put_int(o, "reasoning", u->reasoning);
	/* Where no request has a price, there is no sum. */
	json_put(o, "cost_usd", u->unpriced == u->requests ? json_null() : json_real(u->usd));
	json_put_int(o, "unpriced", u->unpriced);
	json_put_int(o, "estimated", u->estimated);
	json_put_int(o, "sent_bytes", u->sent);
	json_put_int(o, "resent_bytes", u->resent);
	return o;
}

static json_t *usage_json(
    const struct usage_sums *sums, const struct usage_wish *w, const char *folder)
{
	const struct usage_sum all = total_of(sums);
	json_t *o = json_object(), *list = json_array();

	json_put(o, "since", w->since_ms ? json_integer(w->since_ms) : json_null());
	json_put(o, "until", w->until_ms != INT64_MAX ? json_integer(w->until_ms) : json_null());
	json_put(o, "workspace", folder ? json_text(folder, strlen(folder)) : json_null());
	json_put_str(o, "by", sides[w->side]);
	for (size_t i = 0; i < sums->count; i++)
		json_array_append_new(list, sum_json(&sums->list[i], sides[w->side]));
	json_put(o, "rows", list);
	json_put(o, "total", sum_json(&all, NULL));
	return o;
}

/* ---- For people ----------------------------------------------------------------------------- */

static void print_sum(const struct usage_sum *u, const char *key)
{
	char usd[32];

	if (u->unpriced == u->requests)
		snprintf(usd, 32, "unpriced");
	else
		snprintf(usd, 32, "%.4f%s", u->usd, u->unpriced ? " +" : "");
	stats_print_name(*key ? key : "(not known)", KEY_CELLS);
	printf(" %8" PRId64 " %11" PRId64 " %9" PRId64 " %9" PRId64 "  %s", u->requests, u->input,
	    u->cached, u->output, usd);
	if (u->title) {
		printf("  ");
		stats_print_name(u->title, KEY_CELLS);
	}
	putchar('\n');
}

static void heading(const struct usage_wish *w, char side[16])
{
	snprintf(side, 16, "%s", sides[w->side]);
	for (char *at = side; *at; at++)
		*at = (char)(*at - 'a' + 'A');
}

static void print_table(const struct usage_sums *sums, const struct usage_wish *w)
{
	const struct usage_sum all = total_of(sums);
	char side[16];

	heading(w, side);
	printf("%-*s %8s %11s %9s %9s  %s\n", KEY_CELLS, side, "REQUESTS", "INPUT", "CACHED",
	    "OUTPUT", "US$");
	for (size_t i = 0; i < sums->count; i++)
		print_sum(&sums->list[i], sums->list[i].key);
	print_sum(&all, "total");
	if (all.unpriced > 0)
		printf("+: and %" PRId64 " request%s of models without a price\n", all.unpriced,
		    text_plural(all.unpriced, "", "s"));
	if (all.estimated > 0)
		printf("of %" PRId64 " request%s the server told no numbers, or they were stopped: "
		       "estimated\n",
		    all.estimated, text_plural(all.estimated, "", "s"));
}

static void print_sent(const struct usage_sum *u, const char *key)
{
	const int64_t needed = u->sent - u->resent;

	stats_print_name(*key ? key : "(not known)", KEY_CELLS);
	printf(" %8" PRId64 " %11" PRId64 " %11" PRId64, u->requests, needed, u->resent);
	if (needed > 0)
		printf("  %5.2f", (double)u->sent / (double)needed);
	if (u->title) {
		printf("  ");
		stats_print_name(u->title, KEY_CELLS);
	}
	putchar('\n');
}

/* Prints what requests sent that the server's cache could not hold: bytes that were new, and those
 * sent again. */
static void print_cache(
    const struct usage_sums *sums, const struct usage_sums *breaks, const struct usage_wish *w)
{
	const struct usage_sum all = total_of(sums);
	char side[16];

	heading(w, side);
	printf("%-*s %8s %11s %11s  %5s\n", KEY_CELLS, side, "REQUESTS", "NEW BYTES", "SENT AGAIN",
	    "TIMES");
	for (size_t i = 0; i < sums->count; i++)
		print_sent(&sums->list[i], sums->list[i].key);
	print_sent(&all, "total");
	for (size_t i = 0; i < breaks->count; i++)
		if (*breaks->list[i].key)
			printf("again after a break (%s): %" PRId64 " request%s, %" PRId64
			       " bytes\n",
			    breaks->list[i].key, breaks->list[i].requests,
			    text_plural(breaks->list[i].requests, "", "s"), breaks->list[i].resent);
}

static int show(const struct usage_wish *w, const struct program *p)
{
	struct error e = ERROR_INIT;
	struct store *store = program_store(&e);
	const char *folder = w->all ? NULL : workspace_path(p->workspace);
	freed_by(usage_sums_free) struct usage_sums sums = {0};
	freed_by(usage_sums_free) struct usage_sums breaks = {0};

	if (store)
		store_money_settle(store, "");
	bool ok = store && store_usage(store, w->side, folder, w->since_ms, w->until_ms, &sums, &e);
	if (ok && w->cache)
		ok = store_usage(store, USAGE_BREAK, folder, w->since_ms, w->until_ms, &breaks, &e);

	store_close(store);
	if (!ok)
		return sessions_fail(&e);
	if (w->json)
		sessions_json(usage_json(&sums, w, folder));
	else if (sums.count == 0)
		printf("nothing was spent%s in that time\n", folder ? " in this folder" : "");
	else if (w->cache)
		print_cache(&sums, &breaks, w);
	else
		print_table(&sums, w);
	return 0;
}

static int run(const struct options *o, char *const *rest)
{
	struct usage_wish w = {.json = o->output == OUTPUT_JSON};
	freed_by(program_close) struct program p = {0};
	int code = take_words(&w, rest);

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
