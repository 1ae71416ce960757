/* SPDX-License-Identifier: MIT
 * Removes the sessions that were not used for sessions.keep_days, a few events at a time while the loop
 * has nothing else to do. The user is asked once; the file prune-answer in the state folder holds the
 * answer for that number of days. The time of the file pruned says when nothing was left to remove, so
 * this costs one stat on most starts, and nothing if the setting is not set.
 */
#include <sys/stat.h>

#include "base/base.h"
#include "base/file.h"
#include "cli/program/program.h"
#include "cli/program/start_notices.h"
#include "session/event/event_data.h"

#define DAY_MS ((int64_t)24 * 60 * 60 * 1000)
#define STEP_EVENTS 32 /* removed in one step */

/* Returns those of the `limit` (0: all) oldest sessions that are too old and not in use. New reference. */
static json_t *old_sessions(const struct program *p, int limit)
{
	const double days = setting_number(p->settings, "sessions.keep_days");
	json_auto_t *rows =
	    store_old(p->store, clock_now_ms() - (int64_t)(days * (double)DAY_MS), limit, NULL);
	json_t *old = json_array();

	json_each (row, rows) {
		const char *id = json_str(row, "id", "");

		if (strcmp(id, session_id(p->session)) != 0 &&
		    (!p->past || strcmp(id, p->past) != 0))
			json_array_append(old, row);
	}
	return old;
}

/* Notes that nothing is left to remove, so that no start looks again for a day. Where the program ends before that,
 * the next start goes on. */
static void note_done(void)
{
	auto_free char *mark = file_home(FILE_STATE, "pruned");

	file_write(mark, 0600, "", 0, NULL);
}

static bool step(void *ctx)
{
	struct program *p = ctx;
	json_auto_t *rows = old_sessions(p, 3); /* two may be in use */
	const json_t *row = json_array_get(rows, 0);
	bool more = false, ok;

	ok = row && store_delete_some(p->store, json_str(row, "id", ""), STEP_EVENTS, &more, NULL);
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

/* Returns the text of the file for an answer, "remove 30" or "keep 30": 30 is the setting. Caller frees. */
static char *answer_text(const struct program *p, const char *choice)
{
	return xasprintf("%s %g\n", choice, setting_number(p->settings, "sessions.keep_days"));
}

static bool is_answered(const struct program *p, const char *choice)
{
	auto_free char *path = file_home(FILE_STATE, "prune-answer");
	auto_free char *wanted = answer_text(p, choice);
	auto_buf text = BUF_INIT;
	return file_read(path, 100, &text, NULL) && strcmp(buf_str(&text), wanted) == 0;
}

static void on_answer(void *ctx, const json_t *answer)
{
	struct program *p = ctx;
	const char *choice = event_read_answer(answer).choice;
	auto_free char *path = file_home(FILE_STATE, "prune-answer"),
		       *text = answer_text(p, choice);

	file_write(path, 0600, text, strlen(text), NULL);
	if (strcmp(choice, "remove") == 0 && !p->prune)
		p->prune = loop_work(p->loop, step, p);
}

static bool ask_step(void *ctx)
{
	struct program *p = ctx;
	json_auto_t *rows = old_sessions(p, 0);
	auto_free char *words = count_words(p, json_array_size(rows));

	p->prune = NULL;
	if (json_array_size(rows) > 0) {
		auto_free char *text = xasprintf("%s: remove them for ever?", words);

		session_offer(p->session,
		    event_build_question(&(struct event_question){.kind = "prune",
			.text = text,
			.options = json_pack("[s, s]", "remove", "keep")}),
		    on_answer, p);
	}
	return false;
}

void program_prune(struct program *p)
{
	auto_free char *mark = file_home(FILE_STATE, "pruned");
	struct stat st;

	if (!p->store || isnan(setting_number(p->settings, "sessions.keep_days")) ||
	    (stat(mark, &st) == 0 && clock_now_ms() - (int64_t)st.st_mtime * 1000 < DAY_MS) ||
	    is_answered(p, "keep")) /* before the sessions are listed to be counted */
		return;
	json_auto_t *rows = old_sessions(p, 0);
	const size_t count = json_array_size(rows);
	auto_free char *words = count_words(p, count);
	if (count == 0) {
		note_done();
	} else if (is_answered(p, "remove")) {
		program_notice(
		    p, xasprintf("%s and %s removed now", words, text_plural(count, "is", "are")));
		p->prune = loop_work(p->loop, step, p);
	} else if (p->one_shot) {
		program_notice(p, xasprintf("%s: the chat asks whether they may go, agent sessions "
					    "prune removes them",
				      words));
	} else {
		p->prune = loop_work(p->loop, ask_step, p); /* once a face listens */
	}
}
