/* SPDX-License-Identifier: MIT
 * A session as Markdown, for a person or a repository: prompts, the tagged feed, answers, and the
 * plan at the end of each turn that changed it. Answers are Markdown already and stay as they are,
 * but for HTML; all other text is escaped.
 */
#include "base/base.h"
#include "base/file.h"
#include "ui/export/exporter.h"
#include "ui/view/feed/block_look.h"
#include "ui/view/plan_item.h"
#include "ui/view/plan_view.h"

struct document {
	const struct export_job *job;
	struct ui_model model;
	bool planned; /* the plan changed in this turn */
};

static void write_ticks(FILE *out, int count)
{
	for (int i = 0; i < count; i++)
		fputc('`', out);
}

/* Writes text on one line, escaping what would be markup anywhere in it. */
static void write_escaped(FILE *out, const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		if (s[i] == '<' || s[i] == '&')
			fputs(s[i] == '<' ? "&lt;" : "&amp;", out);
		else if (strchr("\\`*_[]|~", s[i]) && s[i])
			fprintf(out, "\\%c", s[i]);
		else
			fputc(s[i] == '\n' ? ' ' : s[i], out);
	}
}

/* Writes each line of s behind `before`, escaping also what is markup at the beginning of a line only. */
static void write_lines(FILE *out, const char *before, const char *s)
{
	do {
		const size_t len = strcspn(s, "\n"), digits = strspn(s, "0123456789");
		const bool numbered = digits && digits < len && strchr(".)", s[digits]);

		fputs(before, out);
		if (len && strchr("#>-+=", s[0]))
			fputc('\\', out);
		else if (numbered)
			fprintf(out, "%.*s\\", (int)digits, s);
		write_escaped(out, s + (numbered ? digits : 0), len - (numbered ? digits : 0));
		fputc('\n', out);
		s += len + (s[len] == '\n');
	} while (*s);
}

/* Writes a line of an answer outside of fences; `<` is escaped except in code spans. */
static void answer_line(FILE *out, const char *s, size_t len)
{
	bool code = false;

	for (size_t i = 0; i < len; i++) {
		code ^= s[i] == '`';
		if (s[i] == '<' && !code)
			fputs("&lt;", out);
		else
			fputc(s[i], out);
	}
	fputc('\n', out);
}

/* Writes an answer, with HTML escaped outside of fenced code. Only fences at the margin count:
 * within lists and quotes a fence may end sooner than it seems, so everything is escaped there. */
static void write_answer(FILE *out, const char *s)
{
	size_t fence = 0; /* ticks of the open fence; 0: none */

	fputc('\n', out);
	while (*s) {
		const size_t len = strcspn(s, "\n"), ticks = strspn(s, "`");
		const bool marks = fence ? ticks + strspn(s + ticks, " \t") == len
					 : !memchr(s + ticks, '`', len - ticks);
		const size_t run =
		    ticks >= 3 && ticks >= fence && marks ? ticks : 0; /* 0: no fence */

		if (fence || run)
			fprintf(out, "%.*s\n", (int)len, s);
		else
			answer_line(out, s, len);
		if (run)
			fence = fence ? 0 : run;
		s += len + (s[len] == '\n');
	}
	write_ticks(out, (int)fence);
	fputs(fence ? "\n" : "", out);
}

static size_t longest_ticks(const char *s)
{
	size_t longest = 0;

	for (size_t run; *s; s += run ? run : 1) {
		run = strspn(s, "`");
		longest = run > longest ? run : longest;
	}
	return longest;
}

static void write_one_line(FILE *out, const char *text)
{
	write_escaped(out, text, strlen(text));
}

static void write_row(FILE *out, const char *tag, const char *text)
{
	fprintf(out, "- **%s** ", tag);
	write_one_line(out, text);
	fputc('\n', out);
}

/* Writes the row of a call or of its result: whether it succeeded, struck through the call that the
 * model had asked for if the user changed it, the user's answer to its card, and its diff. */
static void write_tagged(FILE *out, const struct block *b)
{
	const char *mark = b->phase == PHASE_ACT ? block_mark(b, false) : NULL;

	fprintf(out, "- **%s** %s%s", block_tag(b), mark ? mark : "", mark ? " " : "");
	if (b->phase == PHASE_REFLECT) { /* the model's words are Markdown */
		auto_free char *line = text_line(block_words(b), SIZE_MAX);

		answer_line(out, line, strlen(line));
		return;
	}
	write_one_line(out, buf_str(&b->text));
	if (b->asked) {
		fputs(" ~~", out);
		write_one_line(out, b->asked);
		fputs("~~", out);
	}
	if (b->answer) {
		fputs(" · ", out);
		write_one_line(out, b->answer);
	}
	fputc('\n', out);
	if (b->diff) {
		/* The diff is code, whatever it contains. */
		const char *s = buf_str(&b->detail);
		const int count = longest_ticks(s) < 3 ? 3 : (int)longest_ticks(s) + 1;
		fputc('\n', out);
		write_ticks(out, count);
		fprintf(out, "diff\n%s%s", s, *s && s[strlen(s) - 1] == '\n' ? "" : "\n");
		write_ticks(out, count);
		fputs("\n\n", out);
	}
}

static void write_block(FILE *out, const struct block *b)
{
	const char *text = buf_str(&b->text);

	switch (b->kind) {
	case BLOCK_USER:
		fputc('\n', out);
		write_lines(out, "> ", text);
		fputc('\n', out);
		break;
	case BLOCK_ANSWER:
		write_answer(out, text);
		fputc('\n', out);
		break;
	case BLOCK_TAGGED:
		write_tagged(out, b);
		break;
	case BLOCK_QUESTION:
		if (b->joined)
			break;
		write_row(out, "question", text);
		if (b->answer)
			write_row(out, "answer", b->answer);
		break;
	case BLOCK_NOTICE:
		write_row(out, b->level == LEVEL_INFO ? "note" : "warning", text);
		break;
	case BLOCK_END:
		write_row(out, "end", text);
		break;
	default: /* thoughts, and the totals of a turn */
		break;
	}
}

static void turn_over(struct document *d)
{
	FILE *out = d->job->out;
	enum block_kind last = BLOCK_NOTICE;

	for (size_t i = 0; i < d->model.count; i++) {
		last = d->model.blocks[i].kind;
		write_block(out, &d->model.blocks[i]);
	}
	if (d->planned && plan_shown(&d->model.plan)) {
		if (last != BLOCK_ANSWER)
			fputc('\n', out);
		auto_buf progress = BUF_INIT;
		plan_progress(&d->model.plan, &progress);
		fprintf(out, "**Plan** %s", buf_str(&progress));
		if (d->model.plan.goal) {
			fputs(" · ", out);
			write_escaped(out, d->model.plan.goal, strcspn(d->model.plan.goal, "\n"));
		}
		fputs("\n\n", out);
		for (size_t k = 0; k < d->model.plan.count; k++) {
			const struct todo *t = &d->model.plan.items[k];
			const char *box = t->status == TODO_COMPLETED ? "x" : " ";
			fprintf(out, "- [%s] ", box);
			write_escaped(out, t->content, strlen(t->content));
			if (t->status != TODO_COMPLETED && t->status != TODO_PENDING)
				fprintf(out, " (%s)",
				    t->status == TODO_IN_PROGRESS ? "in progress"
								  : todo_status_name(t->status));
			if (plan_item_claimed(t))
				fputs(" (claimed: nothing was done)", out);
			if (t->error) {
				fputs(": ", out);
				write_escaped(out, t->error, strlen(t->error));
			}
			fputc('\n', out);
		}
	}
	d->planned = false;
	ui_model_forget_feed(&d->model);
}

static void take_event(void *ctx, const struct event *ev)
{
	struct document *d = ctx;
	auto_buf thought = BUF_INIT;

	if (ev->type == EVENT_TURN_START) {
		turn_over(d);
		char when[20];

		clock_spell_date(ev->at_ms, when);
		fprintf(d->job->out, "\n## Turn %d · %s\n", ev->turn, when);
	}
	if (export_thinking(d->job, ev, &thought)) {
		turn_over(d);
		write_row(d->job->out, "thinking", buf_str(&thought));
	}
	d->planned = d->planned || ev->type == EVENT_PLAN;
	ui_model_take(&d->model, ev);
	if (ev->type == EVENT_TURN_END)
		turn_over(d);
}

static bool write_session(const struct export_job *job, struct error *e)
{
	struct document d = {.job = job};
	const char *title = json_str(job->row, "title", "");
	const char *model = json_str(job->row, "model", "no model");
	auto_free char *folder = file_user_path(json_str(job->row, "cwd", ""));
	const int ticks = (int)longest_ticks(folder) + 1;
	char when[20];

	ui_model_init(&d.model);
	clock_spell_date(json_int(job->row, "created_at", 0), when);
	fputs("# ", job->out);
	write_escaped(job->out, *title ? title : "session", *title ? strlen(title) : 7);
	fputs("\n\n", job->out);
	write_ticks(job->out, ticks);
	fputs(ticks > 1 ? " " : "", job->out);
	for (const char *s = folder; *s; s++)
		fputc(*s == '\n' ? ' ' : *s, job->out);
	fputs(ticks > 1 ? " " : "", job->out);
	write_ticks(job->out, ticks);
	fprintf(job->out, " · %s · ", when);
	write_escaped(job->out, model, strlen(model));
	fprintf(job->out, " · `%s`\n", json_str(job->row, "id", ""));
	bool ok = export_events(job, take_event, &d, e);
	turn_over(&d);
	ui_model_free(&d.model);
	return export_flushed(job, ok ? e : NULL) && ok;
}

const struct exporter export_markdown = {"md", ".md", write_session};
