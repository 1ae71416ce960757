/* SPDX-License-Identifier: MIT
 * Sends the text of the input, and has the actions of keys that ask the agent for something. */
#include "ui/tui/composer_actions.h"

#include "base/base.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
#include "ui/tui/external_editor.h"
#include "ui/tui/feed/feed_state.h"
#include "ui/tui/input/paste.h"
#include "ui/tui/input/prompt_queue.h"
#include "ui/tui/panel/autocomplete.h"
#include "workspace/permission/permission.h"

static void push_text(struct tui *t, enum intent_kind kind, const char *member, const char *text)
{
	inbox_push(t->session,
	    (struct intent){kind, json_pack("{s:o}", member, json_text(text, strlen(text)))});
}

void compose_prompt(struct tui *t, const char *text, json_t *pasted)
{
	json_auto_t *data = json_pack("{s:o}", "text", json_text(text, strlen(text)));

	if (json_array_size(pasted))
		json_object_set(data, "pasted", pasted);
	if (t->options.choose_model && !t->model.model && slash_choose_model(&t->commander, data))
		return;
	inbox_push(t->session,
	    (struct intent){t->model.running ? INTENT_STEER : INTENT_PROMPT, json_incref(data)});
}

static void send_text(struct tui *t)
{
	json_auto_t *pasted = json_array();
	auto_free char *whole = composer_whole(&t->input->composer, pasted);

	if (t->commander.choosing) {
		tui_hint(t, "the prompt before this one waits for its model");
		return;
	}
	if (*whole == '!' && text_is_blank(whole + 1)) {
		tui_hint(t, "behind ! stands a command; it runs as you, and the model is told");
		return;
	}
	history_add(t->input->history, whole);
	if (*whole == '!')
		push_text(t, INTENT_RUN, "command", whole + 1 + strspn(whole + 1, " \t\n"));
	else
		compose_prompt(t, whole, pasted);
	composer_clear(&t->input->composer);
	t->feed->follow = true;
}

static void send_prompt(struct tui *t)
{
	const char *text = composer_text(&t->input->composer);

	if (text_is_blank(text))
		return;
	/* An unknown command stays in the input, to be corrected; slash_run says so. */
	if (slash_like(text) && slash_find(text)) {
		auto_free char *words = xstrdup(text);
		history_add(t->input->history, words);
		composer_clear(&t->input->composer);
		slash_run(&t->commander, words);
	} else if (!slash_like(text) || slash_is_own(&t->commander, text) ||
		   !slash_run(&t->commander, text)) {
		send_text(t);
	}
}

const struct input_mode compose_mode = {
    .name = "prompt", .mark = " › ", .ghost = "", .key = autocomplete_key, .send = send_prompt};

void compose_stop(struct tui *t)
{
	prompt_queue_recall(t);
	inbox_push(t->session, (struct intent){INTENT_STOP, NULL});
}

static const enum approve_mode approvals[] = {
    APPROVE_PLAN, APPROVE_ASK, APPROVE_EDITS, APPROVE_ALL};
#define APPROVALS ARRAY_SIZE(approvals)

const char *compose_approve(const struct tui *t)
{
	const char *mode = setting_string(t->options.settings, "approve");
	const struct intent *in;

	for (size_t i = 0; t->session && (in = inbox_at(t->session, i)); i++)
		if (in->kind == INTENT_SET && strcmp(json_str(in->data, "key", ""), "approve") == 0)
			mode = json_str(in->data, "value", mode);
	return mode ? mode : "ask"; /* the default with a terminal */
}

/* Sets the next approval mode of the table; after one that is not in it the first, the narrowest. */
static void next_approvals(struct tui *t)
{
	size_t next = 0;

	for (size_t i = 0; i < APPROVALS; i++)
		if (strcmp(approve_mode_name(approvals[i]), compose_approve(t)) == 0)
			next = (i + 1) % APPROVALS;
	slash_set(&t->commander, "approve", json_string(approve_mode_name(approvals[next])));
	tui_hint(t, "%s: %s%s", approve_mode_name(approvals[next]),
	    approve_mode_words(approvals[next]), t->model.running ? ", from the next step on" : "");
}

/* Returns the prompt of the last turn if that failed, borrowed; else NULL. */
static const char *failed_prompt(const struct tui *t)
{
	const struct ui_model *m = &t->model;
	const bool failed = !m->running && !m->commanding && text_is(m->outcome, "failed");
	const struct block *prompt = failed ? ui_newest(m, BLOCK_USER) : NULL;

	return prompt ? buf_str(&prompt->text) : NULL;
}

/* Whether a row of this turn counts down to another attempt. */
static bool retry_waits(const struct tui *t)
{
	const struct ui_model *m = &t->model;

	blocks_back (b, m, m->running ? m->turn_block : m->count)
		if (b->kind == BLOCK_NOTICE && b->open && b->until_ms > tui_now(t))
			return true;
	return false;
}

void compose_take(struct tui *t, const struct event *ev)
{
	const char *aside = ev->type == EVENT_NOTICE ? event_read_notice(ev->data).aside : NULL;

	if (ev->type == EVENT_TOOL_RESULT && ui_lacked_network(ev->data)) {
		auto_free char *key = tui_key(t, "network");
		tui_hint(t, "no network in the sandbox; %s has it run again with it", key);
	}
	if (!t->session)
		return;
	if (aside) {
		auto_free char *key = tui_key(t, "keep");
		tui_hint(t, "%s keeps '%s', which was set aside", key, aside);
	}
	if (ev->type == EVENT_RETRY && retry_waits(t))
		tui_hint(t, "r tries at once");
	if (ev->type == EVENT_TURN_END && failed_prompt(t))
		tui_hint(t, "r tries again");
}

/* Has the model run a command again, with the network. The permission is sent first, so that nobody is asked then. */
static void allow_network(struct tui *t)
{
	const char *command = ui_without_network(&t->model);

	if (!command) {
		tui_hint(t, "no command of this turn was without the network");
		return;
	}
	push_text(t, INTENT_ALLOW, "command", command);
	auto_free char *text =
	    prompt_text("turn/retry_network", (struct prompt_var[]){{"command", command}}, 1);
	push_text(t, t->model.running ? INTENT_STEER : INTENT_PROMPT, "text", text);
	t->feed->follow = true;
}

static void keep_aside(struct tui *t)
{
	push_text(t, INTENT_ALLOW, "keep", "");
}

/* In a text the key (Ctrl-B) moves the cursor left, as in a shell. */
static void send_to_background(struct tui *t)
{
	if (composer_empty(&t->input->composer))
		inbox_push(t->session,
		    (struct intent){INTENT_JOB, json_pack("{s:s}", "action", "background")});
	else
		composer_do(&t->input->composer, composer_find("left"));
}

const struct key_action compose_actions[] = {
    {"background", send_to_background, "the running command to the background"},
    {"approvals", next_approvals, "approvals: plan, ask, edits, all"},
    {"network", allow_network, "run it again with the network"},
    {"keep", keep_aside, "put back what was set aside of a command's work"},
    {"editor", external_editor_open, "write in $VISUAL or $EDITOR"},
    {"unfold-paste", paste_unfold, "show the text of a folded paste"},
    {NULL},
};

enum handled compose_retry_key(struct tui *t, unsigned key)
{
	const char *prompt = failed_prompt(t);
	const bool waits = retry_waits(t);

	if (!t->session || !text_is(keymap_find(&t->keys, key), "retry") || !(prompt || waits) ||
	    !composer_empty(&t->input->composer) || !input_mode_is_prompt(t))
		return KEY_PASSED;
	if (waits) {
		inbox_push(
		    t->session, (struct intent){INTENT_JOB, json_pack("{s:s}", "action", "retry")});
		return KEY_TAKEN;
	}
	push_text(t, INTENT_PROMPT, "text", prompt);
	t->feed->follow = true;
	return KEY_TAKEN;
}
