/*
 * Answering a card: its keys, and the modes of the input in which a call is edited, a reason given,
 * an answer typed.
 */
#include <stdlib.h>
#include <string.h>
#include "base/alloc.h"
#include "base/clock.h"
#include "base/json.h"
#include "base/utf8.h"
#include "ui/tui/tui.h"

static void push_answer(
    struct tui *t, const char *choice, const char *text, json_t *arguments /* steals */)
{
	json_t *data = json_object();

	json_put_str(data, "id", t->model.question);
	json_put_str(data, "choice", choice);
	json_put_str(data, "text", text);
	json_put(data, "arguments", arguments);
	inbox_push(t->session, (struct intent){INTENT_ANSWER, data});
	t->card_focused = false;
}

static void send_call(struct tui *t)
{
	const struct block *card = tui_card(t);
	struct error e = ERROR_INIT;
	json_t *arguments;

	if (!card || composer_empty(&t->composer))
		return;
	arguments = card_arguments(card->data, composer_text(&t->composer), &e);
	if (!arguments) {
		tui_hint(t, "%s", e.message);
		error_free(&e);
		return;
	}
	push_answer(t, "edit", NULL, arguments);
	input_mode_leave(t);
}

static void send_reason(struct tui *t)
{
	push_answer(t, t->why ? t->why : "no", composer_text(&t->composer), NULL);
	input_mode_leave(t);
}

/* A command looks at something before one answers; the question stays open. */
static void send_words(struct tui *t)
{
	char *text = xstrdup(composer_text(&t->composer));
	const bool command = slash_find(text);

	if (text[strspn(text, " \t\n")] != '\0') {
		if (!command)
			push_answer(t, text, text, NULL);
		input_mode_leave(t);
	}
	if (command) {
		history_add(t->history, text);
		slash_run(&t->commander, text);
	}
	free(text);
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
static const struct input_mode mode_words = {.name = "words",
    .mark = " ? ",
    .ghost = "your answer; Esc goes back",
    .keys = "Enter answer  Esc back",
    .send = send_words,
    .answers = true};

static void card_take(struct tui *t, enum card_result result, const char *choice, unsigned key)
{
	const struct block *card = tui_card(t);
	char bytes[5] = "", *call;

	switch (result) {
	case CARD_NOT_TAKEN:
		break;
	case CARD_ANSWER:
		push_answer(t, choice, NULL, NULL);
		break;
	case CARD_EDIT:
		call = card_call_text(card->data);
		input_mode_enter(t, &mode_call, call);
		free(call);
		break;
	case CARD_WHY:
		t->why = choice;
		input_mode_enter(t, &mode_reason, "");
		break;
	case CARD_TYPE:
		utf8_encode(key, bytes);
		input_mode_enter(t, &mode_words, bytes);
		break;
	}
}

enum handled card_handle(struct tui *t, unsigned key)
{
	const struct settings *s = t->options.settings;
	const struct block *card = t->session && input_mode_is_prompt(t) ? tui_card(t) : NULL;
	const char *choice = NULL;

	if (!card)
		return KEY_PASSED;
	struct card_moment at = {.now = clock_mono_ms(),
	    .last_key = t->last_key_ms,
	    .drawn = t->card_drawn_ms,
	    .quiet_ms = (int)setting_int(s, "ui.card_quiet_ms"),
	    .destructive_quiet_ms = (int)setting_int(s, "ui.destructive_quiet_ms"),
	    .input_empty = composer_empty(&t->composer),
	    .focused = t->card_focused};
	enum card_result result = card_key(card, &at, key, &choice);
	if (result == CARD_NOT_TAKEN)
		return t->card_focused && input_is_text(key) ? KEY_TAKEN : KEY_PASSED;
	card_take(t, result, choice, key);
	return KEY_TAKEN;
}
