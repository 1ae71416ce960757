/* SPDX-License-Identifier: MIT
 * Draws what an empty chat says: examples and keys. The first examples of config/examples.yaml that
 * fit the folder are shown; where rows are few, they come before keys.
 */
#include "ui/view/welcome.h"

#include "base/base.h"
#include "base/file.h"
#include "config/prompt.h"

#define EXAMPLE_CHARS 200
#define TEXT_COLUMN 11	  /* cells before what a key or a command does */
#define COMMAND_COLUMN 15 /* the same where commands stand among them */

static bool has_example(const struct welcome *w, const char *text)
{
	for (size_t i = 0; i < w->count; i++)
		if (strcmp(w->examples[i], text) == 0)
			return true;
	return false;
}

struct welcome *welcome_load(const char *folder, bool offline)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	json_auto_t *table = config_table("examples.yaml", &problems);
	struct welcome *w = xcalloc(1, sizeof *w);

	w->offline = offline;
	json_each (example, json_list(table, "examples")) {
		const char *text = json_str(example, "text", "");
		char *line = text_clean_line(text, strlen(text), EXAMPLE_CHARS);

		const json_t *when = json_list(example, "when");
		bool fits = !when;

		json_each (name, when) {
			auto_free char *path = folder && json_is_string(name)
						   ? file_join(folder, json_string_value(name))
						   : NULL;

			fits = fits || (path && access(path, F_OK) == 0);
		}
		if (w->count < WELCOME_EXAMPLES && *line && fits &&
		    (!offline || json_flag(example, "offline", false)) && !has_example(w, line))
			w->examples[w->count++] = line;
		else
			free(line);
	}
	return w;
}

void welcome_free(struct welcome *w)
{
	for (size_t i = 0; w && i < w->count; i++)
		free(w->examples[i]);
	free(w);
}

/* Adds a row; name: a key, or a command that is typed. */
static void add_row(
    const char *name, const char *words, enum style style, int column, int cells, struct lines *out)
{
	lines_addf(out, STYLE_KEY, " %s", name);
	lines_to(out, STYLE_TEXT, column);
	lines_cut(out, style, words, strlen(words), cells - lines_cells(out), false);
	lines_end(out);
}

void welcome_lines(
    const struct welcome *w, const struct keymap *keys, int cells, int rows, struct lines *out)
{
	static const char head[] = " Say what should be done, and press Enter. For example:",
			  fixed[] = " No model yet: /connect sets one up. Without, for example:";
	static const struct {
		const char *command; /* only where no model answers; NULL: a key */
		const char *action, *words;
	} known[] = {{"/connect", NULL, "use a model: a provider's, or one on this machine"},
	    {"/replay demo", NULL, "watch a short session with one"},
	    {NULL, "help", "all keys and commands; / lists the commands, @ files"},
	    {NULL, "approvals", "what may happen without asking"},
	    {NULL, "mouse", "give the mouse to the terminal; Shift selects anyway"},
	    {NULL, "leave", "leave; `agent --continue` goes on"}};
	const int column = w->offline ? COMMAND_COLUMN : TEXT_COLUMN;
	size_t count, examples = w->count;
	size_t room = rows > 2 ? (size_t)rows - 2 : 0;

	const char *heading = !w->offline		  ? head
			      : cells < (int)sizeof fixed ? " No model yet: /connect sets one up"
							  : fixed;

	if (rows < 2)
		return;
	examples = examples < room ? examples : room;
	count = room > examples + 1 ? room - examples - 1 : 0;
	lines_end(out);
	lines_cut_clause(out, STYLE_HEADING, heading, strlen(heading), cells - 1, false);
	lines_end(out);
	for (size_t i = 0; i < examples; i++)
		add_row("Tab", w->examples[i], STYLE_TEXT, column, cells - 1, out);
	if (count)
		lines_end(out);
	for (size_t i = 0; i < ARRAY_SIZE(known) && count; i++) {
		auto_buf name = BUF_INIT;

		if (!known[i].command)
			keymap_key_of(keys, known[i].action, &name);
		else if (w->offline)
			buf_adds(&name, known[i].command);
		if (name.len) {
			add_row(buf_str(&name), known[i].words, STYLE_DIM, column, cells, out);
			count--;
		}
	}
}

const char *welcome_next(struct welcome *w, const char *input)
{
	if (w->count == 0 || (*input && !has_example(w, input)))
		return NULL;
	return w->examples[w->next++ % w->count];
}
