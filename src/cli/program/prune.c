/* SPDX-License-Identifier: MIT
 * sessions.keep_days: what was last used before goes, a few events at a time while the loop has
 * nothing else to do. The user is asked once whether it may; a file in the state folder holds the
 * answer for that number of days. Another one says when nothing was left to go, so this costs one
 * stat on most starts, and nothing where the setting is not set.
 */
#include <sys/stat.h>

#include "base/base.h"
#include "base/file.h"
#include "cli/program/program.h"
#include "cli/program/start_notices.h"
#include "session/event/event_data.h"

#define DAY_MS ((int64_t)24 * 60 * 60 * 1000)
#define ROWS 32 /* events in one step */

/* Returns those that are too old, the oldest first, without those in use; most 0: all of them. New reference. */
static json_t *old_sessions(const struct program *p, int most)
{
	const double days = setting_number(p->settings, "sessions.keep_days");
	json_t *rows =
	    store_old(p->store, clock_now_ms() - (int64_t)(days * (double)DAY_MS), most, NULL);

	for (size_t i = json_array_size(rows); i-- > 0;) {
		const char *id = json_str(json_array_get(rows, i), "id", "");

		if (strcmp(id, session_id(p->session)) == 0 || text_is(p->past, id))
			json_array_remove(rows, i);
	}
	return rows;
}

/* Looked through: not again before tomorrow. What an ending program left over, the next goes on with. */
static void note_done(void)
{
	auto_free char *mark = file_home(FILE_STATE, "pruned");

	file_write(mark, 0600, "", 0, NULL);
}

static bool step(void *ctx)
{
	struct program *p = ctx;
	json_auto_t *rows = old_sessions(p, 3);
	const json_t *row = json_array_get(rows, 0);
	bool more = false, ok;

	ok = row && store_delete_some(p->store, json_str(row, "id", ""), ROWS, &more, NULL);
	if (!row)
		store_wipe(p->store, &more, NULL);
	if (!row && !more)
		note_done();
	ok = ok || (!row && more);
	if (!ok)
		p->prune = NULL;
	return ok;
}

static char *count_words(const struct program *p, size_t count)
{
	int64_t days = setting_int(p->settings, "sessions.keep_days");

	return xasprintf("%zu session%s last used more than %lld day%s ago (sessions.keep_days)",
	    count, text_plural(count, " was", "s were"), (long long)days,
	    text_plural(days, "", "s"));
}

/* "remove 30", "keep 30": the answer given for this many days. */
static bool is_answered(const struct program *p, const char *choice)
{
	auto_free char *path = file_home(FILE_STATE, "prune-answer");
	auto_free char *wanted =
	    xasprintf("%s %g\n", choice, setting_number(p->settings, "sessions.keep_days"));
	auto_buf text = BUF_INIT;
	return file_read(path, 100, &text, NULL) && strcmp(buf_str(&text), wanted) == 0;
}

static void on_answer(void *ctx, const json_t *answer)
{
	struct program *p = ctx;
	const char *choice = event_read_answer(answer).choice;
	auto_free char *path = file_home(FILE_STATE, "prune-answer");
	auto_free char *text =
	    xasprintf("%s %g\n", choice, setting_number(p->settings, "sessions.keep_days"));

	file_write(path, 0600, text, strlen(text), NULL);
	if (strcmp(choice, "remove") == 0 && !p->prune)
		p->prune = loop_work(p->loop, step, p);
}

static size_t count_old(const struct program *p)
{
	json_auto_t *rows = old_sessions(p, 0);
	return json_array_size(rows);
}

static bool ask_step(void *ctx)
{
	struct program *p = ctx;
	const size_t count = count_old(p);

	p->prune = NULL;
	if (count > 0) {
		auto_free char *words = count_words(p, count),
			       *text = xasprintf("%s: remove them for ever?", words);

		session_offer(p->session,
		    event_build_question(&(struct event_question){.kind = "prune",
			.text = text,
			.options = json_pack("[s, s]", "remove", "keep")}),
		    on_answer, p);
	}
	return false;
}

static void look(struct program *p)
{
	if (is_answered(p, "keep")) /* before they are counted, which reads the list of them all */
		return;
	const size_t count = count_old(p);
	const bool remove = is_answered(p, "remove");
	auto_free char *words = count_words(p, count);
	if (count == 0) {
		note_done();
		return;
	}
	if (remove)
		program_notice(
		    p, xasprintf("%s and %s removed now", words, text_plural(count, "is", "are")));
	else if (p->one_shot)
		program_notice(p, xasprintf("%s: the chat asks whether they may go, agent sessions "
					    "prune removes them",
				      words));
	if (remove || !p->one_shot) /* it is asked once a face listens */
		p->prune = loop_work(p->loop, remove ? step : ask_step, p);
}

void program_prune(struct program *p)
{
	auto_free char *mark = file_home(FILE_STATE, "pruned");
	struct stat st;

	if (!p->store || isnan(setting_number(p->settings, "sessions.keep_days")))
		return;
	if (stat(mark, &st) != 0 || clock_now_ms() - (int64_t)st.st_mtime * 1000 >= DAY_MS)
		look(p);
}
