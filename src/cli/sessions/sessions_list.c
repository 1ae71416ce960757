/* SPDX-License-Identifier: MIT
 * agent sessions list, show and search.
 */
#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/sessions/session_show.h"
#include "cli/sessions/sessions.h"
#include "session/session_search.h"
#include "session/store/session_lock.h"

#define INDEX_US 600000 /* time that a search may spend on sessions that are not indexed yet */
#define FOUND_MAX 50

/* Returns how another process has the session open: "attach" if it can be attached to, else "open"; NULL: none has. */
static const char *runs_as(const struct sessions_request *r, const char *id)
{
	auto_free char *holder = session_lock_holder(r->store, id);
	auto_free char *socket = session_socket(r->store, id);

	return !holder ? NULL : access(socket, F_OK) == 0 ? "attach" : "open";
}

static void print_session(const struct sessions_request *r, const json_t *row, int width)
{
	auto_buf line = BUF_INIT;
	char when[20];

	clock_spell_date(json_int(row, "updated_at", 0), when);
	buf_addf(&line, "%-26s  %-16s  %5lld  ", json_str(row, "id", ""), when,
	    (long long)json_int(row, "turns", 0));
	if (r->all) {
		auto_free char *folder = file_user_path(json_str(row, "cwd", ""));
		const int cells = text_width(folder, strlen(folder));
		buf_addf(&line, "%s%*s  ", folder, cells < 24 ? 24 - cells : 0, "");
	}
	const char *runs = runs_as(r, json_str(row, "id", ""));
	if (runs)
		buf_addf(&line, "[%s] ", runs);
	buf_adds(&line, json_str(row, "title", ""));
	sessions_print_cut(buf_str(&line), width);
}

static void print_head(const struct sessions_request *r, int width)
{
	sessions_print_cut(r->all ? "ID                          LAST USED         TURNS  FOLDER   "
				    "                 TITLE"
				  : "ID                          LAST USED         TURNS  TITLE",
	    width);
}

int sessions_list(struct sessions_request *r)
{
	struct error e = ERROR_INIT;
	json_auto_t *rows = store_list(r->store, r->all ? NULL : r->cwd, 0, &e);
	const int width = sessions_width();

	if (!rows)
		return sessions_fail(&e);
	if (r->json) {
		json_each (row, rows)
			json_put_str(row, "runs", runs_as(r, json_str(row, "id", "")));
		print_json_line(json_incref(rows));
		return 0;
	}
	if (json_array_size(rows) == 0)
		print_text(stderr, "agent: no sessions%s\n",
		    r->all ? " yet" : " of this folder yet; --all lists those of others");
	else
		print_head(r, width);
	json_each (row, rows)
		print_session(r, row, width);
	return 0;
}

int sessions_show(struct sessions_request *r)
{
	struct error e = ERROR_INIT;
	json_auto_t *row = store_find(r->store, r->words[0], r->cwd, &e),
		    *story = row ? session_story(r->store, row, &e) : NULL;

	if (!story)
		return sessions_fail(&e);
	if (r->json)
		print_json_line(json_incref(story));
	else
		session_print(story);
	return 0;
}

/* Prints the line of a session that has the words searched for, which are bold if color. */
static void print_hit(const json_t *hit, int width, bool color)
{
	const char *text = json_str(hit, "text", "");
	const size_t fits =
	    width > 4 ? text_fit(text, strlen(text), width - 4) : (size_t)strlen(text);
	size_t at = 0;

	fputs("    ", stdout);
	json_each (mark, json_list(hit, "marks")) {
		const size_t from = (size_t)json_integer_value(json_array_get(mark, 0));
		const size_t len = (size_t)json_integer_value(json_array_get(mark, 1));

		if (!color || from < at || from + len > fits)
			break;
		printf(
		    "%.*s\033[1m%.*s\033[0m", (int)(from - at), text + at, (int)len, text + from);
		at = from + len;
	}
	printf("%.*s\n", (int)(fits > at ? fits - at : 0), text + at);
}

static void print_found(const struct sessions_request *r, const json_t *rows)
{
	const int width = sessions_width();
	const bool color =
	    r->options->color == COLOR_ALWAYS ||
	    (r->options->color == COLOR_AUTO && sessions_width() > 0 && !getenv("NO_COLOR"));

	if (json_array_size(rows) == 0)
		print_text(stderr, "agent: nothing found%s\n",
		    r->all ? "" : " in this folder's sessions; --all searches those of others");
	else
		print_head(r, width);
	json_each (row, rows) {
		print_session(r, row, width);
		if (json_int(json_map(row, "hit"), "seq", 0) > 0)
			print_hit(json_map(row, "hit"), width, color);
	}
}

int sessions_search(struct sessions_request *r)
{
	struct error e = ERROR_INIT;
	auto_buf all = BUF_INIT;

	for (int i = 0; i < r->count; i++) {
		/* A word with a space was quoted in the shell: search for it as a phrase. */
		const char *quote = r->count > 1 && strchr(r->words[i], ' ') ? "\"" : "";

		buf_addf(&all, "%s%s%s%s", i ? " " : "", quote, r->words[i], quote);
	}
	const char *words = buf_str(&all);
	const int64_t unseen = store_index_for(r->store, words, INDEX_US);
	json_auto_t *rows = store_search(r->store, words, r->all ? NULL : r->cwd, FOUND_MAX, &e);
	if (!rows)
		return sessions_fail(&e);
	if (r->json)
		print_json_line(json_incref(rows));
	else
		print_found(r, rows);
	fflush(stdout);
	if (unseen > 0)
		print_text(stderr,
		    "agent: %lld older session%s not looked into, %s not indexed yet: search "
		    "again, or leave a chat open for a while\n",
		    (long long)unseen, text_plural(unseen, " was", "s were"),
		    text_plural(unseen, "its words are", "their words are"));
	store_idle(r->store);
	return 0;
}
