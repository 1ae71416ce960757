/* SPDX-License-Identifier: MIT
 * The feed as plain text: a row for each event, with its tag or a word in the first ten columns,
 * written when the event comes. For --ask (on stderr), the plain chat, replay without a terminal,
 * and the transcript that a closed screen leaves behind.
 */
#include "ui/output/plain.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "session/event/message.h"

#include "ui/view/card/card.h"
#include "ui/view/context_lines.h"
#include "ui/view/feed/feed.h"
#include "ui/view/theme.h"

#define TAG_CELLS 10
#define PAGE_CELLS 80
#define WIDE 100000 /* cells of a card: its lines are not wrapped */

struct plain {
	struct plain_options options;
	struct theme theme;
	struct changes *changes; /* (owned) of files; NULL until plain_changes is called */
	json_t *said;		 /* (owned) the answers printed in this turn */
	char *begun; /* (owned) text so far of an answer that the next message continues; or NULL */
	struct plain_seen seen;
	json_t *delegates; /* (owned) object: id of a running delegate's call → its goal, cut */
	bool several;	   /* two ran at once: until none runs, rows name the delegate's goal */
};

/* Adds foreign text made safe; in ASCII, a character without a spelling becomes a question mark. */
static void add_bytes(const struct plain *p, struct buf *out, const char *s, size_t len)
{
	auto_buf safe = BUF_INIT;

	text_sanitise(p->options.ascii ? &safe : out, s, len);
	ascii_text(out, buf_str(&safe), safe.len);
}

static void add_plain_text(const struct plain *p, struct buf *out, const char *s)
{
	add_bytes(p, out, s, strlen(s));
}

static void put(const struct plain *p, const struct buf *line)
{
	fwrite(buf_str(line), 1, line->len, p->options.out);
	fflush(p->options.out);
}

/* Prints a row, "[Act]     text"; further lines of the text stand below its first. */
static void put_row(const struct plain *p, enum style style, const char *tag, const char *text)
{
	auto_buf line = BUF_INIT, body = BUF_INIT;
	int pad = TAG_CELLS - text_width(tag, strlen(tag));

	if (p->options.color)
		theme_sgr(&p->theme, style, &line);
	buf_adds(&line, tag);
	buf_adds(&line, p->options.color ? "\033[0m" : "");
	buf_addf(&line, "%*s", pad > 0 ? pad : 1, "");
	add_plain_text(p, &body, text);
	for (size_t i = 0; i < body.len; i++) {
		buf_addc(&line, body.data[i]);
		if (body.data[i] == '\n')
			buf_addf(&line, "%*s", TAG_CELLS, "");
	}
	buf_addc(&line, '\n');
	put(p, &line);
}

static void put_phase(const struct plain *p, const struct event *ev, const char *text)
{
	put_row(p, feed_phase_style(ev->phase), ui_row_tag(ev), text);
}

static void put_answer(struct plain *p, const char *answer)
{
	auto_buf out = BUF_INIT;
	const char *rest = answer;

	json_each (said, p->said)
		rest = ui_answer_behind(rest, json_string_value(said));
	if (!p->options.answer || !*rest)
		return;
	add_plain_text(p, &out, rest);
	json_array_append_new(p->said, json_string(answer));
	if (out.len && out.data[out.len - 1] != '\n')
		buf_addc(&out, '\n');
	put(p, &out);
}

/* ---- Delegates ------------------------------------------------------------------------------ */

#define GOAL_CHARS 40

/* Adds "GOAL · " for the delegate of a call, if several run. */
static void add_whose(const struct plain *p, const char *call, struct buf *out)
{
	const char *goal = json_str(p->delegates, call, NULL);

	if (p->several && goal)
		buf_addf(out, "%s \xc2\xb7 ", goal);
}

/* ---- Rows ----------------------------------------------------------------------------------- */

static void take_plain_row(struct plain *p, const struct event *ev)
{
	auto_buf text = BUF_INIT;

	if (ev->type == EVENT_TOOL_RESULT)
		add_whose(p, event_read_tool_result(ev->data).call, &text);
	ui_row_text(ev, &text);
	if (text.len)
		put_phase(p, ev, buf_str(&text));
}

static void take_act(struct plain *p, const struct event *ev)
{
	const struct event_tool_call call = event_read_tool_call(ev->data);
	auto_buf text = BUF_INIT;

	if (ui_is_quiet(ev))
		return;
	if (text_is(call.tool, "delegate")) {
		auto_free char *goal = text_line(json_str(call.arguments, "goal", ""), GOAL_CHARS);
		json_put_str(p->delegates, call.call, goal);
		p->several |= json_object_size(p->delegates) > 1;
	}
	ui_row_text(ev, &text);
	if (call.destructive)
		buf_adds(&text, "   destructive");
	put_phase(p, ev, buf_str(&text));
}

static void take_call(struct plain *p, const struct event *ev)
{
	const struct event_tool_result result = event_read_tool_result(ev->data);

	if (ev->type == EVENT_TOOL_RESULT && text_is(result.by, "user"))
		put_phase(p, ev, result.text ? result.text : "");
	else if (!ui_is_quiet(ev))
		take_plain_row(p, ev);
	if (ev->type == EVENT_TOOL_RESULT) {
		json_object_del(p->delegates, result.call);
		p->several &= json_object_size(p->delegates) > 0;
	}
}

static void take_prompt(struct plain *p, const struct event *ev)
{
	const char *prompt = event_read_turn_start(ev->data).prompt;

	json_array_clear(p->said);
	if (p->options.answer)
		put_row(p, STYLE_USER, "you", prompt ? prompt : "");
}

static void take_steer(struct plain *p, const struct event *ev)
{
	put_row(p, STYLE_USER, "you", event_read_steer(ev->data).text);
}

/* Prints a message without calls as the answer, or, if it was interrupted, as "cut off": a part must
 * not be taken for the whole. Text beside calls is not printed here: the [Reflect] event has it. */
static void take_message(struct plain *p, const struct event *ev)
{
	const struct event_message message = event_read_message(ev->data);
	const bool calls = message_call_count(ev->data) > 0;

	if (strcmp(message.role, "assistant") != 0)
		return;
	auto_free char *said = message_text(ev->data);
	auto_free char *text = xasprintf("%s%s", p->begun ? p->begun : "", said);
	string_set(&p->begun, message.paused && !calls ? text : NULL);
	if (message.interrupted && *text && !calls && !p->begun)
		put_row(p, STYLE_WARN, "cut off", text);
	else if (!calls && !p->begun)
		put_answer(p, text);
}

static void print_question(struct plain *p, const struct event *ev)
{
	const struct card_view v = {
	    .cells = WIDE, .ascii = true, .margin = "", .answer = CARD_ELSEWHERE};
	const struct event_question q = event_read_question(ev->data);
	auto_buf text = BUF_INIT;
	auto_lines rows = {0};

	if (p->options.asked)
		return;
	card_lines(&q, &v, &rows);
	buf_adds(&text, q.text ? q.text : "");
	for (size_t i = 0; i < rows.count; i++) {
		size_t len;
		const char *s = lines_text(&rows, i, &len);
		buf_addc(&text, '\n');
		buf_add(&text, s, len);
	}
	put_row(p, STYLE_WARN, "question", buf_str(&text));
}

static void take_answer(struct plain *p, const struct event *ev)
{
	auto_buf text = BUF_INIT;
	bool denied = strcmp(event_read_answer(ev->data).choice, "denied") == 0;

	ui_answer_text(ev->data, &text);
	put_row(p, STYLE_WARN, denied ? "denied" : "answer", buf_str(&text));
}

/* Prints an event that is one sentence; its level gives the row's word and style. */
static void take_sentence(struct plain *p, const struct event *ev)
{
	auto_buf text = BUF_INIT;
	const enum level level = ui_sentence(ev, &text);

	if (text.len)
		put_row(p, level_looks[level].style,
		    ev->type == EVENT_RETRY ? "waiting"
		    : ev->type == EVENT_JOB ? "job"
					    : level_looks[level].word,
		    buf_str(&text));
}

static void take_end(struct plain *p, const struct event *ev)
{
	const char *answer = event_read_turn_end(ev->data).answer;
	auto_buf text = BUF_INIT;

	put_answer(p, answer && *answer ? answer : p->begun ? p->begun : "");
	ui_end_text(ev->data, &text);
	if (text.len)
		put_row(p, STYLE_WARN, "end", buf_str(&text));
	json_array_clear(p->said);
	string_set(&p->begun, NULL);
}

static void take_child(struct plain *p, const struct event *ev)
{
	auto_buf text = BUF_INIT, line = BUF_INIT;

	ui_child_text(ev->data, &text);
	if (text.len) {
		add_whose(p, event_read_child(ev->data).call, &line);
		buf_add(&line, buf_str(&text), text.len);
		put_row(p, STYLE_DIM, "", buf_str(&line));
	}
}

static void take_edit_check(struct plain *p, const struct event *ev)
{
	const char *lines = event_read_edit_check(ev->data).text;
	auto_buf text = BUF_INIT;

	ui_row_text(ev, &text);
	buf_addf(&text, "\n%s", lines ? lines : "");
	while (text.len > 0 && text.data[text.len - 1] == '\n')
		buf_cut(&text, text.len - 1);
	put_phase(p, ev, buf_str(&text));
}

static void take_nothing(struct plain *p, const struct event *ev)
{
}

static void take_context(struct plain *p, const struct event *ev)
{
	auto_lines body = {0};

	context_lines(ev->data, PAGE_CELLS, p->options.ascii, &body);
	plain_page(p, "What fills the window", &body);
}

static void take_grants(struct plain *p, const struct event *ev)
{
	json_decref(p->seen.grants);
	p->seen.grants = json_incref(event_read_grants(ev->data).list);
}

static void (*const takes[])(struct plain *, const struct event *) = {
    [EVENT_TURN_START] = take_prompt,
    [EVENT_MESSAGE] = take_message,
    [EVENT_STEER] = take_steer,
    [EVENT_TOOL_CALL] = take_act,
    [EVENT_TOOL_RESULT] = take_call,
    [EVENT_QUESTION] = print_question,
    [EVENT_ANSWER] = take_answer,
    [EVENT_NOTICE] = take_sentence,
    [EVENT_RETRY] = take_sentence,
    [EVENT_SETTING] = take_sentence,
    [EVENT_COMPACTION] = take_sentence,
    [EVENT_TURN_END] = take_end,
    [EVENT_GRANTS] = take_grants,
    [EVENT_FILE_CHANGE] = take_nothing,
    [EVENT_CAPSULE] = take_nothing,
    [EVENT_JOB] = take_sentence,
    [EVENT_CONTEXT] = take_context,
    [EVENT_EDIT_CHECK] = take_edit_check,
    [EVENT_HOOK_RUN] = take_sentence,
    [EVENT_CHILD] = take_child,
    [EVENT_IMPORT] = take_nothing,
};

static void plain_take(void *self, const struct event *ev)
{
	size_t type = (size_t)ev->type;
	struct plain *p = self;

	if (p->changes)
		changes_take(p->changes, ev);
	job_list_take(&p->seen.jobs, ev);
	job_tails_take(&p->seen.tails, &p->seen.jobs, ev);
	if (ev->type == EVENT_TURN_START || ev->type == EVENT_TURN_END)
		p->seen.running = ev->type == EVENT_TURN_START;
	if (type < ARRAY_SIZE(takes) && takes[type])
		takes[type](p, ev);
	else if (ev->phase != PHASE_NONE)
		take_plain_row(p, ev);
}

struct plain *plain_new(const struct plain_options *options)
{
	struct plain *p = xcalloc(1, sizeof *p);

	p->options = *options;
	p->delegates = json_object();
	p->said = json_array();
	if (p->options.color) {
		auto_error e = ERROR_INIT;

		if (!theme_open(&p->theme, p->options.theme, &e)) {
			auto_free char *line = error_line(&e);
			put_row(p, STYLE_WARN, "warning", line);
		}
	}
	return p;
}

/* One write: 30,000 of them, one for each line of a long answer, cost more than making the lines. */
void plain_lines(struct plain *p, const struct lines *l)
{
	auto_buf out = BUF_INIT;

	for (size_t i = 0; i < l->count; i++) {
		const struct line *line = &l->line[i];
		const char *text = buf_str(&l->text) + line->at;
		for (size_t k = line->span; k < line->span + line->spans; k++) {
			bool color =
			    p->options.color && STYLE_UNLINKED(l->span[k].style) != STYLE_TEXT;
			if (color)
				theme_sgr(&p->theme, l->span[k].style, &out);
			add_bytes(p, &out, text, l->span[k].len);
			buf_adds(&out, color ? "\033[0m" : "");
			text += l->span[k].len;
		}
		buf_addc(&out, '\n');
	}
	put(p, &out);
}

void plain_page(struct plain *p, const char *title, const struct lines *body)
{
	auto_lines head = {0};

	lines_end_with(&head, STYLE_HEADING, "%s", title);
	plain_lines(p, &head);
	plain_lines(p, body);
}

void plain_note(struct plain *p, const char *text)
{
	put_row(p, STYLE_DIM, "note", text);
}

const struct changes *plain_changes(struct plain *p)
{
	if (!p->changes)
		p->changes = changes_new();
	return p->changes;
}

const struct plain_seen *plain_seen(const struct plain *p)
{
	return &p->seen;
}

struct event_sink plain_sink(struct plain *p)
{
	return (struct event_sink){.take = plain_take, .self = p};
}

void plain_free(struct plain *p)
{
	if (!p)
		return;
	changes_free(p->changes);
	json_decref(p->delegates);
	json_decref(p->seen.grants);
	job_list_free(&p->seen.jobs);
	job_tails_free(&p->seen.tails);
	json_decref(p->said);
	free_all(p->begun, p);
}
