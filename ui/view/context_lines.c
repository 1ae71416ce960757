/* SPDX-License-Identifier: MIT
 * Draws one row for each part of the context window, in the order of the event, one for what is free, and the files.
 */
#include "ui/view/context_lines.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "ui/model/model.h"

#define NAME_CELLS 15	/* margin and name */
#define FIGURE_CELLS 20 /* tokens, share */
#define BAR_MOST 30
#define MEANING_CELLS 40

/* Says what a part of the window is, for names that do not say it themselves. */
static const struct {
	const char *name, *what;
} meanings[] = {
    {"head", "system prompt, memory, instructions"},
    {"plan", "plan, strategy, limits"},
    {"files", "read or attached"},
    {"results", "of other tools"},
};

static void add_context_row(
    struct lines *out, const char *name, int64_t tokens, int64_t whole, int cells, bool ascii)
{
	const int bar = cells - NAME_CELLS - FIGURE_CELLS - 1;
	char spelled[24];

	ui_spell_tokens(tokens, spelled);
	lines_addf(out, STYLE_TEXT, " %s", name);
	lines_to(out, STYLE_TEXT, NAME_CELLS);
	lines_addf(out, STYLE_TEXT, "%10s %4d %%  ", spelled,
	    (int)((double)tokens * 100 / (double)whole + 0.5));
	if (bar > 4) {
		const int most = bar < BAR_MOST ? bar : BAR_MOST;
		const int full = (int)((double)tokens / (double)whole * most + 0.5);

		lines_fill(out, STYLE_BAR, ascii ? "#" : "█", full);
		lines_fill(out, STYLE_DIM, ascii ? "." : "░", most - full);
	}
	for (size_t i = 0; i < ARRAY_SIZE(meanings); i++)
		if (bar > BAR_MOST + MEANING_CELLS && strcmp(meanings[i].name, name) == 0)
			lines_addf(out, STYLE_DIM, "  %s", meanings[i].what);
	lines_end(out);
}

void context_lines(const json_t *context, int cells, bool ascii, struct lines *out)
{
	const struct event_context c = event_read_context(context);
	const int64_t whole = c.window > c.used ? c.window : c.used;

	if (c.used <= 0) {
		lines_end_with(out, STYLE_DIM, " nothing was asked yet");
		return;
	}
	char used[24], window[24];
	ui_spell_tokens(c.used, used);
	ui_spell_tokens(c.window, window);
	if (c.window > 0)
		lines_addf(out, STYLE_STRONG, " %s of %s, %d %%", used, window,
		    (int)(c.used * 100 / c.window));
	else
		lines_addf(out, STYLE_STRONG, " %s; how large the window is, is not known", used);
	lines_end(out);
	lines_end(out);
	json_each (value, c.parts) {
		const struct event_context_part part = event_read_context_part(value);

		add_context_row(out, part.name, part.tokens, whole, cells, ascii);
	}
	if (c.window > 0)
		add_context_row(
		    out, "free", c.window > c.used ? c.window - c.used : 0, whole, cells, ascii);
	if (json_array_size(c.files))
		lines_end(out);
	json_each (value, c.files) {
		const struct event_context_file file = event_read_context_file(value);

		lines_addf(out, STYLE_TEXT, " %s", file.path);
		lines_addf(out, STYLE_DIM, "  %lld bytes", (long long)file.bytes);
		if (file.used < file.bytes)
			lines_addf(out, STYLE_WARN, ", cut to %lld", (long long)file.used);
		lines_end(out);
	}
}
