/*
 * Answering a card: its keys, and the input while it edits a call or gives a reason. The prompt
 * that was being typed waits meanwhile.
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

void purpose_enter(struct tui *t, enum purpose purpose, const char *text)
{
	suggest_close(&t->suggest);
	if (t->purpose == INPUT_PROMPT) {
		t->shelf = t->composer;
		composer_init(&t->composer, NULL);
		t->composer.version = t->shelf.version + 1;
	}
	composer_set(&t->composer, text);
	t->purpose = purpose;
	t->card_focused = false;
}

void purpose_leave(struct tui *t)
{
	unsigned version = t->composer.version + 1;

	if (t->purpose == INPUT_PROMPT)
		return;
	suggest_close(&t->suggest);
	composer_free(&t->composer);
	t->composer = t->shelf;
	t->composer.version = version;
	t->shelf = (struct composer){0};
	t->purpose = INPUT_PROMPT;
	tui_dirty(t, PANEL_ALL);
}

void card_take(struct tui *t, enum card_result result, const char *choice, unsigned key)
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
		call = card_call_text(card);
		purpose_enter(t, INPUT_CALL, call);
		free(call);
		break;
	case CARD_WHY:
		t->why = choice;
		purpose_enter(t, INPUT_WHY, "");
		break;
	case CARD_TYPE:
		utf8_encode(key, bytes);
		purpose_enter(t, INPUT_WORDS, bytes);
		break;
	}
}

enum handled card_handle(struct tui *t, unsigned key)
{
	const struct settings *s = t->options.settings;
	const struct block *card = t->purpose == INPUT_PROMPT ? tui_card(t) : NULL;
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

static void send_call(struct tui *t, const struct block *card)
{
	struct error e = ERROR_INIT;
	json_t *arguments = card_arguments(card, composer_text(&t->composer), &e);

	if (!arguments) {
		tui_hint(t, "%s", e.message);
		error_free(&e);
		return;
	}
	push_answer(t, "edit", NULL, arguments);
	purpose_leave(t);
}

/* To look at something before one answers; the question stays open. */
static void send_command(struct tui *t, const char *text)
{
	purpose_leave(t);
	history_add(t->history, text);
	slash_run(&t->commander, text);
}

void card_send(struct tui *t)
{
	const struct block *card = tui_card(t);
	char *text = xstrdup(composer_text(&t->composer));

	switch (t->purpose) {
	case INPUT_PROMPT:
	case INPUT_ADD:
	case INPUT_EDIT:
	case INPUT_FIND:
	case INPUT_GO:
	case INPUT_FOLDER:
	case INPUT_SEARCH:
		break;
	case INPUT_CALL:
		if (card && *text)
			send_call(t, card);
		break;
	case INPUT_WHY:
		push_answer(t, t->why ? t->why : "no", text, NULL);
		purpose_leave(t);
		break;
	case INPUT_WORDS:
		if (text[strspn(text, " \t\n")] == '\0')
			break;
		if (slash_find(text)) {
			send_command(t, text);
			break;
		}
		push_answer(t, text, text, NULL);
		purpose_leave(t);
		break;
	}
	free(text);
}
