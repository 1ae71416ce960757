/* SPDX-License-Identifier: MIT
 * /jobs: commands in the background and delegates, those that run and the last that are over. One is
 * looked at (what it printed, as it comes) or stopped.
 */
#include "base/base.h"
#include "ui/command/slash_rows.h"
#include "ui/keys/keys.h"

#define LAST_CHARS 80
#define DOT(c) ((c)->ascii ? " - " : " · ")

/* Appends "running · 12 s", "exit 2 · 3 s". */
static void add_state(const struct commander *c, const struct job_entry *e, struct buf *out)
{
	char took[24];

	clock_spell_seconds((e->running ? clock_now_ms() : e->ended_ms) - e->started_ms, took);
	buf_addf(out, "%s%s%s", e->state, DOT(c), took);
}

static void add_job_row(const struct commander *c, const struct job_entry *e, struct pick_rows *out)
{
	const char *text = c->tails ? job_tails_text(c->tails, e->call) : "", *from;
	size_t len = strlen(text);
	auto_buf detail = BUF_INIT;

	if (c->pick) /* a printed row has the id in front */
		buf_addf(&detail, "%s%s", e->id, DOT(c));
	add_state(c, e, &detail);
	while (len > 0 && strchr(" \t\n", text[len - 1]))
		len--;
	from = memrchr(text, '\n', len);
	from = from ? from + 1 : text;
	auto_free char *last = text_clean_line(from, (size_t)(text + len - from), LAST_CHARS);
	if (*last)
		buf_addf(&detail, "%s%s", DOT(c), last);
	pick_rows_add(out, e->words, buf_str(&detail), e->id);
}

/* Lists the jobs that run, then those that are over, the newest of each first. */
static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct commander *c = ctx;

	for (int running = 1; running >= 0; running--)
		for (size_t i = c->jobs->count; i > 0; i--)
			if (c->jobs->list[i - 1].running == running)
				add_job_row(c, &c->jobs->list[i - 1], out);
}

/* Returns the job of this id; NULL after saying that there is none. */
static const struct job_entry *job_named(const struct commander *c, const char *id)
{
	const struct job_entry *e = job_list_find(c->jobs, id);

	if (!e)
		slash_say(c, "no job '%s'; /jobs lists them", id);
	return e;
}

static void stop(const struct commander *c, const char *id)
{
	const struct job_entry *e = job_named(c, id);

	if (e && !e->running)
		slash_say(c, "%s is over: %s", e->id, e->state);
	else if (e)
		inbox_push(c->session, (struct intent){INTENT_JOB, json_pack("{s:s, s:s}", "action",
								       "stop", "call", e->call)});
}

/* ---- The page of a job ---------------------------------------------------------------------- */

struct job_page {
	struct commander *commander;
	char *id; /* (owned) */
};

static void job_page_fill(void *ctx, int cells, struct lines *out)
{
	const struct job_page *p = ctx;
	const struct commander *c = p->commander;
	const struct job_entry *e = job_list_find(c->jobs, p->id);
	auto_buf head = BUF_INIT;

	if (!e)
		return;
	buf_addf(&head, "%s%s", e->id, DOT(c));
	add_state(c, e, &head);
	lines_end_with(out, STYLE_DIM, " %s", buf_str(&head));
	lines_end(out);
	slash_text_lines(out, STYLE_TEXT, " ", c->tails ? job_tails_text(c->tails, e->call) : "");
}

static bool page_key_taken(void *ctx, unsigned key, size_t part)
{
	const struct job_page *p = ctx;

	if (key != INPUT_DELETE)
		return false;
	stop(p->commander, p->id);
	return true;
}

static void page_closed(void *ctx)
{
	auto_free struct job_page *p = ctx;

	free(p->id);
}

static void look_at(struct commander *c, const char *id)
{
	const struct job_entry *e = job_named(c, id);

	if (!e)
		return;
	struct job_page *p = xcalloc(1, sizeof *p);
	*p = (struct job_page){c, xstrdup(e->id)};
	slash_view(c, e->words,
	    &(struct page_source){.fill = job_page_fill,
		.key = page_key_taken,
		.closed = page_closed,
		.keys = "Del stop",
		.live = true,
		.tail = true,
		.ctx = p});
}

/* ---- The list ------------------------------------------------------------------------------ */

static void chosen(void *ctx, const struct pick_row *row)
{
	look_at(ctx, row->value);
}

static bool list_key(void *ctx, unsigned key, const struct pick_row *row)
{
	if (key != INPUT_DELETE || !row)
		return false;
	stop(ctx, row->value);
	return true;
}

static void jobs(struct commander *c, const char *rest)
{
	if (strcmp(rest, "background") == 0)
		inbox_push(c->session,
		    (struct intent){INTENT_JOB, json_pack("{s:s}", "action", "background")});
	else if (strncmp(rest, "stop ", 5) == 0)
		stop(c, rest + 5 + strspn(rest + 5, " "));
	else if (*rest)
		look_at(c, rest);
	else
		slash_pick(c, &(struct pick_source){.title = "Jobs",
				  .empty = "nothing runs in the background",
				  .keys = "Del stop",
				  .fill = fill,
				  .chosen = chosen,
				  .key = list_key,
				  .live = true,
				  .ctx = c});
}

static void complete(const struct commander *c, const char *before, struct candidates *out)
{
	for (size_t i = 0; c->jobs && i < c->jobs->count; i++) {
		const struct job_entry *e = &c->jobs->list[i];

		if (!*before || (strncmp(before, "stop", 4) == 0 && e->running))
			candidates_add(out, e->id, e->words);
	}
}

const struct slash slash_jobs = {
    .name = "jobs",
    .arguments = "[ID|stop ID|background]",
    .help = "commands in the background, delegates",
    .run = jobs,
    .words = (const struct slash_word[]){{"stop", "end one"},
	{"background", "send the running command there"}, {NULL}},
    .complete = complete,
};
