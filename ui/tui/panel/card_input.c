/* SPDX-License-Identifier: MIT
 * Answers the open question: the keys of its card, and the input's modes in which a call is edited,
 * a reason given or an answer typed.
 */
#include "ui/tui/panel/card_input.h"

#include "base/base.h"
#include "ui/tui/feed/feed_scroll.h"
#include "ui/tui/panel/plan_focus.h"
#include "ui/view/card/card.h"

void card_input_event(struct tui *t, const struct event *ev)
{
	if (ev->type == EVENT_QUESTION) {
		t->card->drawn_ms = 0;
		t->card->place = (struct card_place){0};
		t->card->refused_ms = 0;
		t->card->diff = false;
		t->feed->follow = true; /* a question is to be seen */
	}
	if (ev->type == EVENT_QUESTION || !t->model.question)
		t->input->on_card = t->input->off_card = false;
	if (!t->model.question && t->input->mode->answers)
		input_mode_leave(t);
}

void card_input_focus(struct tui *t)
{
	if (!ui_open_question(&t->model))
		return;
	plan_focus(t, false);
	t->input->on_card = true;
	t->input->off_card = false;
	t->card->refused_ms = 0;
	t->feed->follow = true;
}

static void push_answer(
    struct tui *t, const char *choice, const char *text, json_t *arguments /* steals */)
{
	const char *id = t->model.question;
	const struct event_answer answer = {.id = id ? id : "",
	    .choice = choice,
	    .text = text,
	    .by = "user",
	    .arguments = arguments};

	inbox_push(t->session, (struct intent){INTENT_ANSWER, event_build_answer(&answer)});
	t->input->on_card = false;
}

static void send_call(struct tui *t)
{
	const struct block *card = ui_open_question(&t->model);
	auto_error e = ERROR_INIT;

	if (!card || composer_empty(&t->input->composer))
		return;
	struct event_question q = event_read_question(card->data);
	json_t *arguments = card_arguments(&q, composer_text(&t->input->composer), &e);
	if (!arguments) {
		tui_hint(t, "%s", e.message);
		return;
	}
	push_answer(t, "edit", NULL, arguments);
	input_mode_leave(t);
}

static void send_reason(struct tui *t)
{
	push_answer(
	    t, t->card->choice ? t->card->choice : "no", composer_text(&t->input->composer), NULL);
	input_mode_leave(t);
}

/* Sends the words as the answer. A slash command is run instead, and the question stays open, since
 * commands help to answer. */
static void send_words(struct tui *t)
{
	auto_free char *text = xstrdup(composer_text(&t->input->composer));
	const bool command = slash_find(text);

	if (!text_is_blank(text)) {
		if (!command)
			push_answer(t, text, text, NULL);
		input_mode_leave(t);
	}
	if (command) {
		history_add(t->input->history, text);
		slash_run(&t->commander, text);
	}
}

static const struct input_mode mode_call = {.name = "call",
    .mark = " e ",
    .ghost = "the call to run instead; Esc goes back",
    .keys = "Enter run it  Esc back",
    .send = send_call,
    .answers = true};
static const struct input_mode mode_reason = {.name = "reason",
    .mark = " N ",
    .ghost = "why not? Enter says no; Esc goes back",
    .keys = "Enter say no  Esc back",
    .send = send_reason,
    .answers = true};
static const struct input_mode mode_change = {.name = "change",
    .mark = " e ",
    .ghost = "what is to be changed? Enter says it; Esc goes back",
    .keys = "Enter say it  Esc back",
    .send = send_reason,
    .answers = true};
static const struct input_mode mode_words = {.name = "words",
    .mark = " ? ",
    .ghost = "your answer; Esc goes back",
    .keys = "Enter answer  Esc back",
    .send = send_words,
    .answers = true};

static void card_take(struct tui *t, enum card_result result, const char *choice, unsigned key)
{
	const struct event_question q = event_read_question(ui_open_question(&t->model)->data);
	auto_free char *call = result == CARD_EDIT ? card_call_text(&q) : NULL;
	char bytes[5] = "";

	switch (result) {
	case CARD_NOT_TAKEN:
		break;
	case CARD_ANSWER:
		push_answer(t, choice, NULL, NULL);
		break;
	case CARD_EDIT:
		input_mode_enter(t, &mode_call, call);
		break;
	case CARD_WHY:
		t->card->choice = choice;
		input_mode_enter(
		    t, strcmp(choice, "change") == 0 ? &mode_change : &mode_reason, "");
		break;
	case CARD_LOOK:
		if (!q.tried)
			push_answer(t, choice, NULL, NULL);
		t->card->diff = q.tried && !t->card->diff;
		t->card->place = (struct card_place){.ended = t->card->place.ended};
		break;
	case CARD_TYPE:
		utf8_encode(key, bytes);
		input_mode_enter(t, &mode_words, bytes);
		break;
	case CARD_UNREAD:
		tui_hint(t, "Space reads on; a yes counts at the end");
		break;
	case CARD_NOT_OFFERED:
		utf8_encode(key, bytes);
		tui_hint(t, "%s is not offered here; Tab writes a message instead", bytes);
		t->card->refused_ms = clock_mono_ms();
		break;
	}
}

/* Keys that scroll inside the card. Past its end the wheel scrolls the feed, the others do nothing. */
#define ALL_PAGES 1000000
static const struct {
	unsigned key;
	int rows, pages;
	bool empty; /* only while the input is empty: else the key moves in that */
} scrolls[] = {{INPUT_PAGE_UP, 0, -1}, {INPUT_PAGE_DOWN, 0, 1}, {' ', 0, 1},
    {INPUT_UP, -1, 0, true}, {INPUT_DOWN, 1, 0, true}, {INPUT_HOME, 0, -ALL_PAGES, true},
    {INPUT_END, 0, ALL_PAGES, true}, {INPUT_WHEEL_UP, -FEED_WHEEL_ROWS, 0},
    {INPUT_WHEEL_DOWN, FEED_WHEEL_ROWS, 0}};

static bool scroll_card(struct tui *t, unsigned key)
{
	struct card_place *place = &t->card->place;
	const long page = place->shown > 1 ? (long)place->shown - 1 : 1;
	const bool wheel = key == INPUT_WHEEL_UP || key == INPUT_WHEEL_DOWN;

	if (t->card->drawn_ms == 0 || place->shown >= place->total)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(scrolls); i++)
		if (scrolls[i].key == key &&
		    (!scrolls[i].empty || composer_empty(&t->input->composer)))
			return card_place_move(place, scrolls[i].rows + scrolls[i].pages * page) ||
			       !wheel;
	return false;
}

enum handled card_input_key(struct tui *t, unsigned key)
{
	if (!input_is_text(key) && scroll_card(t, key))
		return KEY_SCROLLED;
	const struct block *card =
	    t->session && input_mode_is_prompt(t) ? ui_open_question(&t->model) : NULL;
	const char *choice = NULL;

	if (!card)
		return KEY_PASSED;
	const struct settings *s = t->options.settings;
	const char *id = t->model.question;
	const struct card_moment at = {.now = clock_mono_ms(),
	    .last_key = t->input->last_key_ms,
	    .drawn = t->card->drawn_ms,
	    .quiet_ms = (int)setting_int(s, "ui.card_quiet_ms"),
	    .destructive_quiet_ms = (int)setting_int(s, "ui.destructive_quiet_ms"),
	    .input_empty = composer_empty(&t->input->composer) && !t->input->off_card,
	    .focused = t->input->on_card,
	    .seen = t->card->place.ended,
	    .beside = session_offers(t->session, id ? id : "")};
	const bool listens = card_listens(card, &at);
	if (key == ' ' && listens && scroll_card(t, key))
		return KEY_SCROLLED;
	if (key == INPUT_TAB && at.drawn && at.input_empty && !at.beside) {
		t->input->on_card = false;
		t->input->off_card = true;
		return KEY_TAKEN;
	}
	/* A letter so soon after one that the card does not offer is of the same sentence, and no answer. */
	const int64_t word_ms = setting_int(t->options.settings, "ui.card_word_ms");
	const int64_t quiet_ms = at.quiet_ms > word_ms ? at.quiet_ms : word_ms;
	enum card_result result = (t->card->refused_ms && at.now - t->card->refused_ms < quiet_ms &&
				      input_is_text(key) && at.input_empty)
				      ? CARD_NOT_OFFERED
				      : card_key(card, &at, key, &choice);
	if (result == CARD_NOT_TAKEN)
		return t->input->on_card && input_is_text(key) ? KEY_TAKEN : KEY_PASSED;
	card_take(t, result, choice, key);
	return KEY_TAKEN;
}

void card_input_click(struct tui *t, int row, int column)
{
	const struct settings *s = t->options.settings;
	const int64_t drawn = t->card->drawn_ms;
	auto_lines out = {0};
	unsigned key;
	size_t len;

	/* A click on a folded card only unfolds it, so that it is read before it is answered. */
	if (drawn == 0) {
		card_input_focus(t);
		return;
	}
	if (clock_mono_ms() - drawn < setting_int(s, "ui.destructive_quiet_ms"))
		return;
	card_frame(&t->card->parts, t->layout.card.rows, &t->card->place, &out);
	const char *name =
	    (size_t)row < out.count ? lines_key_at(&out, (size_t)row, column, &len) : NULL;
	if (!name)
		return;
	/* Of "Alt-A x" the x is the key, since the click stands for Alt-A. */
	auto_free char *keys = xstrndup(name, len);
	const char *last = strrchr(keys, ' ');
	if (input_parse(last ? last + 1 : keys, &key)) {
		const bool focused = t->input->on_card;

		t->input->on_card = true;
		card_input_key(t, key);
		t->input->on_card = t->input->on_card && focused;
	}
}
