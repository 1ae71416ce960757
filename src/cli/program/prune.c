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

static bool looked_today(const char *mark)
{
	struct stat st;

	return stat(mark, &st) == 0 && clock_now_ms() - (int64_t)st.st_mtime * 1000 < DAY_MS;
}

static bool in_use(const struct program *p, const char *id)
{
	return strcmp(id, session_id(p->session)) == 0 || (p->past && strcmp(id, p->past) == 0);
}

/* Returns the oldest that is too old; NULL: none. */
static json_t *next_old(const struct program *p)
{
	const double days = setting_number(p->settings, "sessions.keep_days");
	json_auto_t *rows =
	    store_old(p->store, clock_now_ms() - (int64_t)(days * (double)DAY_MS), 3, NULL);
	json_t *found = NULL;

	json_each (row, rows) {
		if (!found && !in_use(p, json_str(row, "id", "")))
			found = json_incref(row);
	}
	return found;
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
	json_auto_t *row = next_old(p);
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

static void begin_prune(struct program *p, size_t count)
{
	auto_free char *words = count_words(p, count);

	program_notice(
	    p, xasprintf("%s and %s removed now", words, text_plural(count, "is", "are")));
	p->prune = loop_work(p->loop, step, p);
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

static void print_deleted(struct program *p, size_t count)
{
	auto_free char *words = count_words(p, count);

	program_notice(p, xasprintf("%s: the chat asks whether they may go, agent sessions prune "
				    "removes them",
			      words));
}

static size_t count_old(const struct program *p)
{
	const double days = setting_number(p->settings, "sessions.keep_days");
	json_auto_t *rows =
	    store_old(p->store, clock_now_ms() - (int64_t)(days * (double)DAY_MS), 0, NULL);
	size_t count = 0;

	json_each (row, rows)
		count += !in_use(p, json_str(row, "id", ""));
	return count;
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
	size_t count = count_old(p);
	if (count == 0)
		note_done();
	else if (is_answered(p, "remove"))
		begin_prune(p, count);
	else if (p->one_shot)
		print_deleted(p, count);
	else
		p->prune = loop_work(p->loop, ask_step, p); /* once a face listens */
}

void program_prune(struct program *p)
{
	if (!p->store || isnan(setting_number(p->settings, "sessions.keep_days")))
		return;
	auto_free char *mark = file_home(FILE_STATE, "pruned");
	if (!looked_today(mark))
		look(p);
}
