/* SPDX-License-Identifier: MIT
 * Lists the recent requests in this folder: title and first answer of earlier sessions. Too many
 * would crowd the head, so those similar to the prompt and newer ones go first.
 */
#include <time.h>

#include "base/base.h"
#include "memory/memory.h"
#include "tools/tool.h"

#define DAY_MS ((int64_t)86400000)
#define CANDIDATES 40 /* this many of the newest sessions are looked at */
#define TITLE 80      /* code points shown */
#define ANSWER 160
#define LIKENESS 4.0 /* weight of full likeness, where that of being new is 1 */
#define WEEK 7.0     /* days after which being new counts half */

struct session_row {
	const json_t *row;
	double score;
	size_t order; /* 0: the newest */
};

/* Returns the features of a text as keys: its words of Latin letters and digits, pairs of other characters, since not
 * every script parts its words. New reference. */
static json_t *features_of(const char *text)
{
	json_t *features = json_object();
	auto_free char *lower = text_line(text, 400);
	size_t len = strlen(lower), at = 0,
	       before = 0; /* before: bytes of the non-ASCII character in front */

	for (size_t i = 0; i < len; i++)
		if (lower[i] >= 'A' && lower[i] <= 'Z')
			lower[i] = (char)(lower[i] - 'A' + 'a');
	while (at < len) {
		size_t n = 0;

		while (at + n < len && isascii(lower[at + n]) &&
		       (isalnum(lower[at + n]) || lower[at + n] == '_'))
			n++;
		if (n > 0) {
			if (n > 2)
				json_object_setn_new(features, lower + at, n, json_true());
			before = 0;
		} else {
			bool foreign = (unsigned char)lower[at] >= 0x80;

			n = utf8_offset(lower + at, len - at, 1);
			if (foreign && before)
				json_object_setn_new(
				    features, lower + at - before, before + n, json_true());
			before = foreign ? n : 0;
		}
		at += n ? n : 1;
	}
	return features;
}

double memory_likeness(const char *a, const char *b)
{
	json_auto_t *of_a = features_of(a), *of_b = features_of(b);
	size_t shared = 0, count = json_object_size(of_a);

	json_members (feature, there, of_a)
		shared += json_object_get(of_b, feature) != NULL;
	return count ? (double)shared / (double)count : 0;
}

static double score_of(const struct memory_ask *ask, const json_t *row)
{
	double days = (double)(ask->now_ms - json_int(row, "at", 0)) / (double)DAY_MS;
	auto_free char *words =
	    xasprintf("%s %s", json_str(row, "title", ""), json_str(row, "answer", ""));
	double like = memory_likeness(ask->prompt ? ask->prompt : "", words);

	return LIKENESS * like + 1 / (1 + (days > 0 ? days : 0) / WEEK);
}

static int by_score(const void *a, const void *b)
{
	const struct session_row *x = a, *y = b;

	return x->score > y->score ? -1 : x->score < y->score;
}

static int by_order(const void *a, const void *b)
{
	const struct session_row *x = a, *y = b;

	return x->order < y->order ? -1 : x->order > y->order;
}

static void add_line(struct buf *out, const json_t *row, size_t max)
{
	time_t at = (time_t)(json_int(row, "at", 0) / 1000);
	auto_free char *title = text_line(json_str(row, "title", ""), TITLE);
	auto_free char *answer = text_sentence(json_str(row, "answer", ""), ANSWER);
	auto_buf line = BUF_INIT;
	char date[16];
	struct tm local;

	strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&at, &local));
	buf_addf(&line, "%s- %s %s", out->len ? "\n" : "", date, title);
	if (*answer)
		buf_addf(&line, " → %s", answer);
	tags_neutralise(&line);
	if (out->len + line.len <= max)
		buf_add(out, line.data, line.len);
}

void memory_recent(const struct memory_ask *ask, size_t max, struct buf *out)
{
	const int64_t oldest =
	    ask->now_ms - setting_int(ask->settings, "memory.recent_days") * DAY_MS;
	size_t most = (size_t)setting_int(ask->settings, "memory.recent"), count = 0;
	json_auto_t *rows =
	    ask->store && most ? store_recent(ask->store, ask->cwd, CANDIDATES, NULL) : NULL;
	struct session_row list[CANDIDATES];

	json_each_at (i, row, rows)
		if (json_int(row, "at", 0) >= oldest &&
		    strcmp(json_str(row, "id", ""), ask->session ? ask->session : "") != 0)
			list[count++] = (struct session_row){row, score_of(ask, row), i};
	qsort(list, count, sizeof *list, by_score);
	count = count < most ? count : most;
	qsort(list, count, sizeof *list, by_order);
	for (size_t i = 0; i < count; i++)
		add_line(out, list[i].row, max);
}
