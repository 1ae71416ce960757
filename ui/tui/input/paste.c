/* SPDX-License-Identifier: MIT
 * Puts texts into the input, folded into a mark from ui.paste_bytes or ui.paste_lines on. */
#include "ui/tui/input/paste.h"

#include "base/base.h"

#define UNFOLD_MAX ((size_t)256 << 10) /* more would make every key slow */

void paste_text(struct tui *t, const char *text, size_t len)
{
	const struct settings *s = t->options.settings;
	struct paste_limits limits = {0, 0};
	size_t at;

	if (input_mode_is_prompt(t))
		limits = (struct paste_limits){(size_t)setting_int(s, "ui.paste_lines"),
		    (size_t)setting_int(s, "ui.paste_bytes")};
	if (!composer_paste(&t->input->composer, text, len, &limits))
		tui_hint(t, "the input would be over 4 MiB: nothing was pasted");
	else if (composer_mark_here(&t->input->composer, &at)) {
		auto_free char *undo = tui_key(t, "undo"), *unfold = tui_key(t, "unfold-paste");
		tui_hint(t, "it is sent whole; %s shows it, %s takes it back", unfold, undo);
	}
}

void paste_whole(struct tui *t, const char *text)
{
	size_t len = strlen(text);

	if (len <= UNFOLD_MAX) {
		composer_replace_all(&t->input->composer, text, len);
		return;
	}
	composer_replace_all(&t->input->composer, "", 0);
	composer_paste(&t->input->composer, text, len, &(struct paste_limits){.bytes = 1});
}

void paste_unfold(struct tui *t)
{
	size_t at;
	const struct composer_paste *p = composer_mark_here(&t->input->composer, &at);

	if (!p)
		tui_hint(t, "the cursor is at no folded paste");
	else if (p->len > UNFOLD_MAX)
		tui_hint(t, "it is too long to be shown here; Ctrl-G opens it in your editor");
	else
		composer_unfold(&t->input->composer);
}
