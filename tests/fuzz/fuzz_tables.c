/* SPDX-License-Identifier: MIT
 * Tables of the user's own (below config/): the first byte chooses the table, the rest is the file.
 * What is no table is told; what is one serves, whatever it says.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "agent/state/route.h"
#include "base/json/json.h"
#include "config/prompt.h"
#include "llm/backend.h"
#include "llm/completion/server_notes.h"
#include "llm/model/price.h"
#include "plan/plan_template.h"
#include "tests/fuzz/folder.h"
#include "ui/keys/keys.h"
#include "ui/model/progress.h"
#include "ui/view/markdown/highlight.h"
#include "ui/view/theme.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void try_keys(void)
{
	struct keymap k = {0};
	struct error e = ERROR_INIT;
	struct buf name = BUF_INIT;

	check(keymap_load(&k, "chat", &e) || e.message);
	for (size_t i = 0; i < k.count; i++) {
		check(keymap_find(&k, k.list[i].key) != NULL);
		buf_clear(&name);
		keymap_key_of(&k, k.list[i].action, &name);
		check(name.len > 0);
	}
	keymap_free(&k);
	buf_free(&name);
	error_free(&e);
}

static void try_theme(void)
{
	struct theme t = {0};
	struct error e = ERROR_INIT;
	struct buf sgr = BUF_INIT;

	check(theme_load(&t, "fuzz", &e) || e.message);
	theme_fit(&t, 16);
	for (enum style s = STYLE_TEXT; s < STYLE_COUNT; s++) {
		buf_clear(&sgr);
		theme_look(&t, (enum style)(s | STYLE_ON_ADDED));
		theme_sgr(&t, s, &sgr);
		check(sgr.len < 100);
	}
	buf_free(&sgr);
	error_free(&e);
}

static void try_languages(void)
{
	static const char code[] = "int main(void) /* a \"b\" */ { return 0x1f; } // 'c' #d `e`";
	struct lines out = {0};
	struct highlight h;

	highlight_forget();
	h = (struct highlight){.language = highlight_language("c", 1)};
	highlight_path("a/b.c");
	for (int i = 0; i < 3; i++) {
		highlight_line(&h, STYLE_TEXT, code, sizeof code - 1, &out);
		lines_end(&out);
	}
	lines_free(&out);
	highlight_forget();
}

static void try_progress(void)
{
	static const char said[] = "[ 42%] Building\n(17/41) one\n 3/40 Test #3\n";
	int told;

	progress_forget();
	told = progress_percent(said, sizeof said - 1, 3);
	check(told >= -1 && told <= 100);
	progress_forget();
}

static void try_templates(void)
{
	static const struct plan_limits limits = {8, 40, 140, 40, 200, 20, 200, 200, NULL};
	struct problems problems = PROBLEMS_INIT;
	json_t *list = plan_templates(&problems), *row, *values, *edit;
	char *name = NULL;
	size_t i;

	check(!list == (problems.count > 0) || !list);
	values = plan_template_words(list, "one two three", &name);
	json_array_foreach (list, i, row) {
		edit = plan_template(list, json_str(row, "name", "x"), values, &limits, NULL);
		json_decref(edit);
	}
	free(name);
	json_decref(values);
	json_decref(list);
	problems_free(&problems);
}

static void try_routes(void)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *rules = config_table("routes.yaml", &problems);
	struct route_past past = {0};
	struct route r = route_choose(rules, "fix the tests in src/a.c\n- one\n- two", &past);

	check(depth_name(r.depth) && r.why);
	free(r.why);
	json_decref(rules);
	problems_free(&problems);
}

static void try_models(void)
{
	struct price price = price_of("gpt-5-mini");

	check(!price.known || (price.input >= 0 && price.output >= 0));
	json_decref(model_known("llama3.2:3b"));
}

/* What was seen of servers, as somebody may have edited it. */
static void try_servers(void)
{
	struct server_notes notes = {0};
	struct backend b = {.base_url = (char *)"http://127.0.0.1:8080/v1", .model = (char *)"m"};

	check(server_reply_ms(&notes, &b) >= 0);
	server_thinks(&notes, &b);
	check(server_form(&notes, &b) <= ANSWER_WORDS);
	server_replied(&notes, &b, 70, true);
	check(server_reply_ms(&notes, &b) > 0 && server_thinks(&notes, &b));
	server_takes(&notes, &b, ANSWER_OBJECT);
	check(server_form(&notes, &b) == ANSWER_OBJECT);
	server_notes_free(&notes);
}

static const struct table {
	const char *file;
	void (*try)(void);
} tables[] = {
    {"agent/config/keys.yaml", try_keys},
    {"agent/config/themes/fuzz.yaml", try_theme},
    {"agent/config/highlight.yaml", try_languages},
    {"agent/config/progress.yaml", try_progress},
    {"agent/config/templates.yaml", try_templates},
    {"agent/config/routes.yaml", try_routes},
    {"agent/config/models.yaml", try_models},
    {"agent/servers.json", try_servers},
};
#define TABLES (sizeof tables / sizeof *tables)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct table *t = &tables[size ? data[0] % TABLES : 0];

	fuzz_file(t->file, data + (size > 0), size - (size > 0));
	t->try();
	return 0;
}
