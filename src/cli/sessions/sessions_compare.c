/* SPDX-License-Identifier: MIT
 * agent sessions compare A B: each session, stored or an exported file, becomes a text of its turns, and
 * the two texts are compared line by line. Exit 0: they are the same, 1: they differ.
 */

#include "base/base.h"
#include "base/print.h"
#include "base/text/diff.h"
#include "cli/program/program.h"
#include "cli/sessions/sessions.h"
#include "session/event/event_data.h"
#include "session/event_reader.h"
#include "ui/model/model.h"
#include "ui/view/plan_view.h"

#define TEXT_MAX 2000 /* code points that are kept of a prompt and of an answer */

struct told {
	struct buf text;       /* a line for each thing that happened */
	struct ui_model state; /* the state at the end, without the feed */
	int64_t turn_from_ms;  /* Unix time at which the last turn began */
	int64_t turn_tokens;
	int turns, rounds, files; /* rounds: of the last turn */
};

static void add_fact(struct buf *out, const char *name, const char *text)
{
	auto_free char *line = NULL;

	string_set_line(&line, text, TEXT_MAX);
	if (line && *line)
		buf_addf(out, "%-9s %s\n", name, line);
}

static void tell_event(struct told *t, const struct event *ev)
{
	if (event_is_live(ev->type))
		return;
	ui_model_take(&t->state, ev);
	ui_model_forget_feed(&t->state);
	t->files += ev->type == EVENT_FILE_CHANGE;
	t->rounds = ev->iteration > t->rounds ? ev->iteration : t->rounds;
	if (ev->type == EVENT_TURN_START) {
		const struct event_turn_start start = event_read_turn_start(ev->data);

		t->turn_from_ms = ev->at_ms;
		t->turn_tokens = t->rounds = 0;
		buf_addf(&t->text, "\nTurn %d\n", ++t->turns);
		add_fact(&t->text, "you", start.prompt);
		add_fact(&t->text, "depth", start.depth);
	} else if (ev->type == EVENT_TURN_END) {
		const struct event_turn_end end = event_read_turn_end(ev->data);
		char spelled[24], tokens[24];

		clock_spell(ev->at_ms - t->turn_from_ms, spelled);
		ui_spell_tokens(t->turn_tokens, tokens);
		add_fact(&t->text, "answer", end.answer);
		buf_addf(&t->text, "end       %s · %d round%s · %s · %s\n", end.outcome, t->rounds,
		    text_plural(t->rounds, "", "s"), spelled, tokens);
	} else if (ev->type == EVENT_USAGE) {
		const struct event_usage u = event_read_usage(ev->data);

		t->turn_tokens += u.input + u.output;
	} else if (t->turns && ui_has_row(ev)) {
		add_fact(&t->text, phase_tag(ev->phase), ev->summary);
	}
}

static bool tell_session(
    struct sessions_request *r, const char *what, struct told *out, struct error *e)
{
	json_auto_t *row = access(what, F_OK) == 0 ? NULL : store_find(r->store, what, r->cwd, e);
	struct event_source *past = NULL;

	if (e->code == ERR_NONE)
		past = row ? event_source_stored(r->store, json_str(row, "id", ""))
			   : event_source_file(what, e);
	event_each (ev, past ? event_source_reader(past, 1) : NULL, e)
		tell_event(out, &ev);
	event_source_free(past);
	return e->code == ERR_NONE;
}

/* Returns the text of a session: facts about the whole, then its turns. Caller frees. */
static char *whole_text(const struct told *t)
{
	const struct ui_model *m = &t->state;
	struct buf out = BUF_INIT;
	auto_buf progress = BUF_INIT;
	char tokens[24], money[32] = "";

	ui_spell_tokens(m->input + m->output, tokens);
	if (m->usages && m->priced)
		snprintf(money, sizeof money, " · $%.4f", m->cost_usd);
	if (plan_shown(&m->plan))
		plan_progress(&m->plan, &progress);
	add_fact(&out, "session", m->id);
	add_fact(&out, "title", m->title);
	add_fact(&out, "folder", m->cwd);
	add_fact(&out, "model", m->model);
	add_fact(&out, "plan", buf_str(&progress));
	buf_addf(&out, "all       %d turn%s · %s%s · %d file change%s\n", t->turns,
	    text_plural(t->turns, "", "s"), tokens, money, t->files,
	    text_plural(t->files, "", "s"));
	buf_add(&out, t->text.data, t->text.len);
	return buf_take(&out);
}

/* Prints the texts with the lines that differ marked. Returns how many differ. */
static int print_difference(const struct told sessions[2])
{
	auto_free char *a = whole_text(&sessions[0]), *b = whole_text(&sessions[1]);
	auto_buf hunks = BUF_INIT;
	const struct diff_stat stat = diff_unified(a, strlen(a), b, strlen(b), 1 << 20, &hunks);

	/* With that much context all is one hunk, whose header line is left out. */
	for (char *rest = strchr(buf_str(&hunks), '\n'), *line; rest && *++rest;) {
		line = rest;
		rest += strcspn(rest, "\n");
		print_text(stdout, "%c %.*s\n", *line, (int)(rest - line - 1), line + 1);
	}
	return stat.added + stat.removed;
}

int sessions_compare(struct sessions_request *r)
{
	struct error e = ERROR_INIT;
	struct told both[2] = {0};
	int code;

	for (int i = 0; i < 2; i++)
		ui_model_init(&both[i].state);
	if (tell_session(r, r->words[0], &both[0], &e) &&
	    tell_session(r, r->words[1], &both[1], &e))
		code = print_difference(both) > 0;
	else
		code = sessions_fail(&e);
	for (int i = 0; i < 2; i++) {
		ui_model_free(&both[i].state);
		buf_free(&both[i].text);
	}
	return code;
}
