/* SPDX-License-Identifier: MIT
 * Who gets the mouse; and bursts of arrow keys, faster than fingers, which are a wheel. */
#include "ui/tui/input/mouse.h"

#include "base/base.h"
#include "ui/tui/feed/feed_state.h"
#include "ui/tui/input/input_mode.h"

#define BURST_MS 15 /* between two keys: no hand is as fast */
#define BURST_KEYS 3

bool mouse_on(const struct tui *t)
{
	const json_t *set = setting_json(t->options.settings, "ui.mouse");

	return !t->feed->plain && !t->options.recorded &&
	       (json_is_null(set) ? t->mouse->safe : json_is_true(set));
}

void mouse_toggle(struct tui *t)
{
	bool on = !mouse_on(t);

	setting_change(
	    t->options.settings, "ui.mouse", json_boolean(on), NULL); /* before_sleep applies it */
	json_auto_t *value = json_boolean(on);
	slash_keep(&t->commander, "ui.mouse", value,
	    on ? "the wheel scrolls, Shift selects text" : "the mouse selects text");
}

void mouse_burst(struct tui *t, unsigned key, bool empty)
{
	struct mouse *m = t->mouse;
	int64_t now = clock_mono_ms();
	bool arrow = key == INPUT_UP || key == INPUT_DOWN;

	if (!arrow || key != m->burst.key || now - m->burst.last_ms > BURST_MS)
		m->burst.count = 0;
	if (m->burst.count == 0)
		m->burst.empty = arrow && empty;
	m->burst.key = key;
	m->burst.last_ms = now;
	if (!arrow || !m->burst.empty || !input_mode_is_prompt(t) || ++m->burst.count < BURST_KEYS)
		return;
	composer_clear(&t->input->composer);
	auto_free char *name = tui_key(t, mouse_on(t) ? "scroll-up" : "mouse");
	if (!m->burst.offered || now - m->burst.offered_ms < 10 * BURST_MS) {
		m->burst.offered_ms = m->burst.offered ? m->burst.offered_ms : now;
		m->burst.offered = true;
		tui_hint(t,
		    mouse_on(t) ? "a wheel that comes as arrow keys? %s scrolls"
				: "a wheel? %s makes it scroll, ui.mouse: true for ever",
		    name);
	}
}
