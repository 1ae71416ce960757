/*
 * What the input does besides being edited: it is sent, takes pastes, shows what they hold.
 */
#include <stdlib.h>
#include <string.h>
#include "base/json.h"
#include "ui/tui/tui.h"

#define UNFOLD_MAX ((size_t)256 << 10) /* more would make every key slow */

static void push_text(struct tui *t, enum intent_kind kind, const char *text)
{
	json_t *data = json_object();

	json_put_str(data, "text", text);
	inbox_push(t->session, (struct intent){kind, data});
}

void compose_send(struct tui *t)
{
	char *whole = composer_whole(&t->composer);

	history_add(t->history, whole);
	push_text(t, t->model.running ? INTENT_STEER : INTENT_PROMPT, whole);
	composer_clear(&t->composer);
	t->feed.follow = true;
	free(whole);
}

static void say_folded(struct tui *t)
{
	struct buf undo = BUF_INIT, unfold = BUF_INIT;

	keymap_key_of(&t->keys, "undo", &undo);
	keymap_key_of(&t->keys, "unfold-paste", &unfold);
	tui_hint(
	    t, "it is sent whole; %s shows it, %s takes it back", buf_str(&unfold), buf_str(&undo));
	buf_free(&undo);
	buf_free(&unfold);
}

void compose_paste(struct tui *t, const char *text, size_t len)
{
	const struct settings *s = t->options.settings;
	struct paste_limits limits = {0, 0};
	size_t at;

	if (t->purpose == INPUT_PROMPT)
		limits = (struct paste_limits){(size_t)setting_int(s, "ui.paste_lines"),
		    (size_t)setting_int(s, "ui.paste_bytes")};
	if (!composer_paste(&t->composer, text, len, &limits))
		tui_hint(t, "the input would be over 4 MiB: nothing was pasted");
	else if (composer_mark_here(&t->composer, &at))
		say_folded(t);
}

static void unfold_paste(struct tui *t)
{
	size_t at;
	const struct composer_paste *p = composer_mark_here(&t->composer, &at);

	if (!p)
		tui_hint(t, "the cursor is at no folded paste");
	else if (p->len > UNFOLD_MAX)
		tui_hint(t, "it is too long to be shown here; Ctrl-G opens it in your editor");
	else
		composer_unfold(&t->composer);
}

const struct action compose_actions[] = {
    {"unfold-paste", unfold_paste, "show the text of a folded paste"},
    {NULL},
};
