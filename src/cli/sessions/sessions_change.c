/* SPDX-License-Identifier: MIT
 * agent sessions rename, delete and prune. Asks before it deletes, which cannot be undone.
 */

#include "base/base.h"
#include "base/print.h"
#include "base/secret.h"
#include "cli/program/command_words.h"
#include "cli/program/program.h"
#include "cli/run.h"
#include "cli/sessions/sessions.h"
#include "session/store/session_lock.h"

#define TITLE_MAX 200 /* code points */
#define DAY_MS ((int64_t)24 * 60 * 60 * 1000)
#define SHOWN_MAX 10 /* sessions named in a question */

int sessions_rename(struct sessions_request *r)
{
	struct error e = ERROR_INIT;
	json_auto_t *row = store_find(r->store, r->words[0], r->cwd, &e);
	auto_buf words = BUF_INIT;
	bool ok = false;

	for (int i = 1; i < r->count; i++)
		buf_addf(&words, "%s%s", i > 1 ? " " : "", r->words[i]);
	secret_redact(&words);
	auto_free char *title = text_clean_line(buf_str(&words), words.len, TITLE_MAX);
	if (row && !title[0])
		error_set(&e, ERR_USAGE, "a title needs a word");
	else if (row)
		ok = store_title(r->store, json_str(row, "id", ""), title, &e);
	return ok ? 0 : sessions_fail(&e);
}

/* Lists the sessions and asks whether to delete them. Returns 0 if so, else the exit code. */
static int confirm(const struct sessions_request *r, const json_t *rows)
{
	char when[20];

	if (r->yes)
		return 0;
	json_each_at (i, row, rows) {
		if (i == SHOWN_MAX) {
			print_text(stderr, "  and %zu more\n", json_array_size(rows) - SHOWN_MAX);
			break;
		}
		clock_spell_date(json_int(row, "updated_at", 0), when);
		print_text(stderr, "  %s  %s  %s\n", json_str(row, "id", ""), when,
		    json_str(row, "title", ""));
	}
	const int agreed = sessions_ask("delete %s for ever",
	    text_plural(json_array_size(rows), "this session", "these sessions"));
	if (agreed <= 0)
		print_text(stderr, "agent: nothing was deleted%s\n",
		    agreed < 0 ? "; say --yes where nobody can be asked" : "");
	return agreed < 0 ? 2 : !agreed;
}

static int confirm_and_delete(struct sessions_request *r, const json_t *rows)
{
	auto_error e = ERROR_INIT;
	size_t count = 0;
	const int code = confirm(r, rows);

	if (code != 0)
		return code;
	json_each (row, rows) {
		/* A session that another process has open stays. */
		auto_free char *who = session_lock_holder(r->store, json_str(row, "id", ""));

		if (who) {
			print_text(stderr, "agent: '%s' stays: it is open in another agent (%s)\n",
			    json_str(row, "id", ""), who);
			continue;
		}
		count++;
		if (!store_delete(r->store, json_str(row, "id", ""), &e))
			return sessions_fail(&e);
	}
	print_text(stderr, "agent: %zu session%s deleted\n", count, text_plural(count, "", "s"));
	if (!store_wipe_all(r->store, &e))
		print_text(stderr, "agent: some of the text may stay in the file: %s\n", e.message);
	return count == json_array_size(rows) ? 0 : 1;
}

int sessions_delete(struct sessions_request *r)
{
	struct error e = ERROR_INIT;
	json_auto_t *rows = json_array();
	int code = 0;

	for (int i = 0; i < r->count && code == 0; i++) {
		json_auto_t *row = store_find(r->store, r->words[i], r->cwd, &e);

		if (!row)
			code = sessions_fail(&e);
		else if (!json_row(rows, "id", json_str(row, "id", "")))
			json_array_append(rows, row);
	}
	return code == 0 ? confirm_and_delete(r, rows) : code;
}

/* Sets *days to --days, else to the setting. Returns 0, or the exit code after the message was printed. */
static int keep_days(const struct sessions_request *r, int64_t *days)
{
	struct program p;
	int code = 0;

	*days = r->days;
	if (*days)
		return 0;
	code = program_configure(&p, r->options);
	if (code == 0) {
		const double kept = setting_number(p.settings, "sessions.keep_days");
		*days = isnan(kept) ? 0 : (int64_t)kept;
	}
	program_close(&p);
	if (code == 0 && *days == 0)
		return command_words_usage(
		    &command_sessions, "how old? say --days N, or set sessions.keep_days", "prune");
	return code;
}

int sessions_prune(struct sessions_request *r)
{
	struct error e = ERROR_INIT;
	int64_t days = 0;
	int code = keep_days(r, &days);

	if (code != 0)
		return code;
	json_auto_t *rows = store_old(r->store, clock_now_ms() - days * DAY_MS, 0, &e);
	if (!rows)
		return sessions_fail(&e);
	if (json_array_size(rows) > 0)
		return confirm_and_delete(r, rows);
	print_text(stderr, "agent: no session is older than %lld day%s\n", (long long)days,
	    text_plural(days, "", "s"));
	return 0;
}
