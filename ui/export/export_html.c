/* SPDX-License-Identifier: MIT
 * A session as one HTML page that loads nothing: no scripts, no fonts, images only as data: URLs of attached
 * files, and a content policy that forbids the browser to load more. It has the facts, the plan, a timeline
 * whose marks lead to the rows, the rows with details that unfold, and answers as rendered Markdown. The
 * events are read three times (turns, timeline, feed), so that a long session is not held in memory.
 */
#include "ui/export/export_html.h"

#include "base/base.h"
#include "base/core/base64.h"
#include "base/embed.h"
#include "base/file.h"
#include "base/secret.h"
#include "llm/model/media.h"
#include "session/event/event_data.h"
#include "ui/export/exporter.h"
#include "ui/view/feed/block_look.h"
#include "ui/view/plan_item.h"
#include "ui/view/plan_view.h"

/* ---- Files --------------------------------------------------------------------------------------- */

/* Writes an attached file if it is stored, holds no secret, and its media type is known (an import's is foreign). */
static void write_attachment(FILE *out, struct store *store, const struct event_file_part *part)
{
	const bool image = media_is_image(part->media);
	auto_buf base64 = BUF_LIMIT(BUF_UNBOUNDED), bytes = BUF_INIT;

	if (media_is_known(part->media) && store_blob_get(store, part->ref, &bytes, NULL) &&
	    !secret_found(buf_str(&bytes), bytes.len) &&
	    base64_encode(&base64, bytes.data, bytes.len)) {
		fprintf(out,
		    image ? "<p class=\"file\"><img alt=\"" : "<p class=\"file\"><a download=\"");
		html_string(out, part->name ? part->name : "");
		fprintf(out, "\" %s=\"data:%s;base64,%s\">", image ? "src" : "href", part->media,
		    buf_str(&base64));
		if (!image) {
			html_string(out, part->name ? part->name : part->media);
			fputs("</a>", out);
		}
		fputs("</p>\n", out);
	}
}

struct turn_span { /* from a turn's start to its last event, Unix time */
	int number;
	int64_t from_ms, to_ms;
};
struct html {
	const struct export_job *job;
	FILE *out;
	struct ui_model model;
	struct turn_span *turns; /* (owned) */
	size_t count, cap, at;	 /* at: how many turns began in the reading under way */
};

static void write_tagged(FILE *out, const char *tag, const char *class, const char *text)
{
	fprintf(out, "<%s class=\"%s\">", tag, class);
	html_string(out, text);
	fprintf(out, "</%s>", tag);
}

static const char *class_of(enum phase phase)
{
	return phase_name(phase) ? phase_name(phase) : "note";
}

/* First reading: gathers the final state of the session, and the times of its turns. */
static void take_state(void *ctx, const struct event *ev)
{
	struct html *h = ctx;

	if (ev->type == EVENT_TURN_START) {
		array_push(
		    h->turns, h->count, h->cap, (struct turn_span){ev->turn, ev->at_ms, ev->at_ms});
	}
	if (h->count && ev->at_ms > h->turns[h->count - 1].to_ms)
		h->turns[h->count - 1].to_ms = ev->at_ms;
	ui_model_take(&h->model, ev);
	ui_model_forget_feed(&h->model);
}

static void write_plan(const struct html *h)
{
	const struct plan *p = &h->model.plan;
	const int done = plan_count(p, TODO_COMPLETED);
	auto_buf progress = BUF_INIT;

	if (!plan_shown(p))
		return;
	plan_progress(p, &progress);
	fprintf(h->out,
	    "<section class=\"plan\"><h2>Plan %s</h2>\n"
	    "<progress value=\"%d\" max=\"%zu\"></progress>\n",
	    buf_str(&progress), done, p->count);
	if (p->goal)
		write_tagged(h->out, "p", "goal", p->goal);
	fputs("\n<ol>\n", h->out);
	for (size_t i = 0; i < p->count; i++) {
		const struct todo *t = &p->items[i];
		fprintf(h->out, "<li class=\"%s\">", todo_status_name(t->status));
		html_string(h->out, t->whole ? t->whole : t->content);
		if (t->error)
			write_tagged(h->out, "small", "error", t->error);
		else if (t->result)
			write_tagged(h->out, "small", "result", t->result);
		if (plan_item_claimed(t))
			write_tagged(h->out, "small", "error", "claimed: nothing was done");
		fputs("</li>\n", h->out);
	}
	fputs("</ol></section>\n", h->out);
}

/* Second reading: a line of the timeline for each turn. This writes a mark for each tagged row;
 * called when the turn's rows will not change any more. */
static void write_marks(struct html *h)
{
	for (size_t i = 0; i < h->model.count; i++)
		if (h->at && h->model.blocks[i].kind == BLOCK_TAGGED) {
			const struct block *b = &h->model.blocks[i];
			const struct turn_span *s = &h->turns[h->at - 1];
			const double whole = (double)(s->to_ms - s->from_ms);
			const double part = whole > 0 ? (double)(b->at_ms - s->from_ms) / whole : 0;
			fprintf(h->out,
			    "<a class=\"%s\" style=\"left:%.2f%%\" href=\"#e%lld\" title=\"",
			    class_of(b->phase), part < 0 ? 0 : part * 100, (long long)b->seq);
			html_string(h->out, block_tag(b));
			fputc(' ', h->out);
			html_string(h->out, buf_str(&b->text));
			fputs("\"></a>", h->out);
		}
	ui_model_forget_feed(&h->model);
}

static void take_mark(void *ctx, const struct event *ev)
{
	struct html *h = ctx;

	if (ev->type == EVENT_TURN_START) {
		write_marks(h);
		if (h->at < h->count) {
			const struct turn_span *s = &h->turns[h->at++];
			char took[24];
			clock_spell(s->to_ms - s->from_ms, took);
			if (h->at > 1)
				fputs("</span></div>\n", h->out);
			fprintf(h->out,
			    "<div class=\"line\"><a href=\"#t%zu\">turn %d</a><small>%s</small>"
			    "<span class=\"bar\">",
			    h->at, s->number, took);
		}
	}
	ui_model_take(&h->model, ev);
	if (ev->type == EVENT_TURN_END)
		write_marks(h);
}

/* Third reading: the rows of the feed, here the diff of one. path, for highlighting, may be NULL. */
static void write_diff(FILE *out, const char *s, const char *path)
{
	struct highlight code = {.language = path ? highlight_path(path) : NULL};

	fputs("<pre class=\"diff\">", out);
	while (*s) {
		const size_t len = strcspn(s, "\n");
		const char *tag = *s == '+' ? "ins" : *s == '-' ? "del" : "span";

		fprintf(out, "<%s>", tag);
		html_text(out, s, *s == '@' ? len : len > 0);
		if (len > 0 && *s != '@')
			html_code(out, &code, s + 1, len - 1);
		fprintf(out, "</%s>\n", tag);
		s += len + (s[len] == '\n');
	}
	fputs("</pre>", out);
}

static void write_row(FILE *out, const struct block *b, const char *class, const char *tag)
{
	const bool words = b->kind == BLOCK_TAGGED && b->phase == PHASE_REFLECT;
	const bool unfolds = b->detail.len > 0 && !words;
	const char *element = unfolds ? "details" : "div";

	fprintf(out, "<%s class=\"row %s%s\" id=\"e%lld\"%s>%s<b>%s</b> <%s>", element, class,
	    b->ok || (b->phase == PHASE_ACT && !b->ended) ? "" : " failed", (long long)b->seq,
	    unfolds && b->diff ? " open" : "", unfolds ? "<summary>" : "", tag,
	    words ? "div" : "span");
	if (b->phase == PHASE_ACT && block_mark(b, false))
		fprintf(out, "%s ", block_mark(b, false));
	if (words) /* Markdown, as an answer is */
		html_markdown(out, block_words(b), strlen(block_words(b)));
	else
		html_text(out, buf_str(&b->text), b->text.len);
	fputs(words ? "</div>" : "</span>", out);
	if (b->asked)
		write_tagged(out, "s", "asked", b->asked);
	if (b->answer)
		write_tagged(out, "em", "said", b->answer);
	if (unfolds) {
		fputs("</summary>", out);
		if (b->diff)
			write_diff(out, buf_str(&b->detail), b->path);
		else
			write_tagged(out, "pre", "detail", buf_str(&b->detail));
	}
	fprintf(out, "</%s>\n", element);
}

static void flush_blocks(struct html *h)
{
	for (size_t i = 0; i < h->model.count; i++) {
		const struct block *b = &h->model.blocks[i];
		switch (b->kind) {
		case BLOCK_USER:
			write_tagged(h->out, "div", "you", buf_str(&b->text));
			fputc('\n', h->out);
			break;
		case BLOCK_ANSWER:
			fputs("<div class=\"answer\">", h->out);
			html_markdown(h->out, buf_str(&b->text), b->text.len);
			fputs("</div>\n", h->out);
			break;
		case BLOCK_TAGGED:
			write_row(
			    h->out, b, b->by_rules ? "note" : class_of(b->phase), block_tag(b));
			break;
		case BLOCK_QUESTION:
			if (!b->joined)
				write_row(h->out, b, "question", "question");
			break;
		case BLOCK_NOTICE:
			write_row(h->out, b, "note", b->level == LEVEL_INFO ? "note" : "warning");
			break;
		case BLOCK_END:
			write_row(h->out, b, "note", "end");
			break;
		default: /* thoughts, and the totals of a turn */
			break;
		}
	}
	ui_model_forget_feed(&h->model);
}

static void take_row(void *ctx, const struct event *ev)
{
	struct html *h = ctx;
	const struct event_message message = event_read_message(ev->data);
	auto_buf thought = BUF_INIT;

	if (ev->type == EVENT_TURN_START) {
		char when[20];
		flush_blocks(h);
		clock_spell_date(ev->at_ms, when);
		fprintf(h->out,
		    "%s<section class=\"turn\" id=\"t%zu\"><h2>Turn %d <small>%s</small></h2>\n",
		    h->at ? "</section>\n" : "", h->at + 1, ev->turn, when);
		h->at++;
	}
	if (export_thinking(h->job, ev, &thought)) {
		flush_blocks(h);
		fputs("<details class=\"row thinking\"><summary><b>thinking</b></summary>", h->out);
		write_tagged(h->out, "pre", "detail", buf_str(&thought));
		fputs("</details>\n", h->out);
	}
	ui_model_take(&h->model, ev);
	/* Attached files follow the prompt and the notices that name them. */
	json_each (part, ev->type == EVENT_MESSAGE ? message.parts : NULL) {
		const struct event_file_part file = event_read_file_part(part);

		if (part_type(part) != PART_FILE)
			continue;
		flush_blocks(h);
		write_attachment(h->out, h->job->store, &file);
	}
	if (ev->type == EVENT_TURN_END)
		flush_blocks(h);
}

static void write_head(struct html *h)
{
	const char *title = json_str(h->job->row, "title", "");
	const struct embed *style = embed_find("config/export.css");
	const struct ui_model *m = &h->model;
	auto_free char *folder = file_user_path(json_str(h->job->row, "cwd", ""));
	char when[20];

	clock_spell_date(json_int(h->job->row, "created_at", 0), when);
	fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\""
	      " content=\"default-src 'none'; img-src data:; style-src 'unsafe-inline'\">\n<title>",
	    h->out);
	html_string(h->out, *title ? title : "session");
	fputs("</title>\n<style>\n", h->out);
	if (style)
		fwrite(style->data, 1, style->len, h->out);
	fputs("</style>\n</head>\n<body>\n<header><h1>", h->out);
	html_string(h->out, *title ? title : "session");
	fputs("</h1>\n<p class=\"facts\">", h->out);
	html_string(h->out, folder);
	fprintf(h->out, " · %s · ", when);
	html_string(h->out, json_str(h->job->row, "model", "no model"));
	fprintf(h->out, " · %zu turn%s", h->count, text_plural(h->count, "", "s"));
	if (m->usages)
		fprintf(h->out, " · %lld token%s in, %lld out", (long long)m->input,
		    text_plural(m->input, "", "s"), (long long)m->output);
	if (m->usages && m->priced)
		fprintf(h->out, " · $%.4f", m->cost_usd);
	fputs(" · <code>", h->out);
	html_string(h->out, json_str(h->job->row, "id", ""));
	fputs("</code></p>\n</header>\n", h->out);
}

static bool write_session(const struct export_job *job, struct error *e)
{
	struct html h = {.job = job, .out = job->out};
	auto_error why = ERROR_INIT;

	ui_model_init(&h.model);
	export_events(job, take_state, &h, &why);
	if (why.code == ERR_NONE) {
		write_head(&h);
		write_plan(&h);
		fputs("<nav class=\"timeline\"><h2>Timeline</h2>\n", h.out);
		ui_model_free(&h.model);
		export_events(job, take_mark, &h, &why);
		write_marks(&h);
		fputs(h.at ? "</span></div>\n</nav>\n" : "</nav>\n", h.out);
		h.at = 0;
	}
	ui_model_free(&h.model);
	if (why.code == ERR_NONE) {
		static const char *const names[] = {"plan", "act", "obs", "reflect", "note"};
		for (size_t i = 0; i < ARRAY_SIZE(names); i++)
			fprintf(h.out,
			    "<input type=\"checkbox\" id=\"show-%s\" checked>"
			    "<label for=\"show-%s\">%s</label>\n",
			    names[i], names[i], names[i]);
		fputs("<main>\n", h.out);
		export_events(h.job, take_row, &h, &why);
		flush_blocks(&h);
		fputs(h.at ? "</section>\n</main>\n" : "</main>\n", h.out);
	}
	fputs("</body>\n</html>\n", h.out);
	ui_model_free(&h.model);
	free(h.turns);
	return why.code == ERR_NONE ? export_flushed(job, e)
				    : error_set(e, why.code, "%s", why.message);
}

const struct exporter export_html = {"html", ".html", write_session};
