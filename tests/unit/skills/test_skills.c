/* SPDX-License-Identifier: MIT
 * Skills and commands of other agents: what their files say, where they are found, when they are trusted, and
 * how arguments are filled into their texts.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/alloc.h"
#include "base/file.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "base/yaml/yaml.h"
#include "config/trust.h"
#include "skills/skill_file.h"
#include "skills/skills.h"
#include "tests/support/scratch.h"

static void frontmatter_is_yaml_between_two_lines(void **state)
{
	static const struct {
		const char *text, *description, *body; /* description NULL: it is none */
	} rows[] = {
	    {"---\ndescription: Reads\n---\nBody\n", "Reads", "Body\n"},
	    {"---\r\ndescription: Reads\r\n---\r\n\r\nBody", "Reads", "Body"},
	    {"---\ndescription: \"a: b\"\n---", "a: b", ""},
	    {"---\ndescription: Use when: a PDF comes\n---\nBody", "Use when: a PDF comes", "Body"},
	    {"---\ndescription: @mention it\n---\nBody", "@mention it", "Body"},
	    {"---\ndescription: >\n  two\n  lines\n---\nBody", "two lines\n", "Body"},
	    {"No head\n", "", "No head\n"},
	    {" ---\nx: y\n---\n", "", " ---\nx: y\n---\n"},
	    {"---\n---\nBody", "", "Body"},
	    {"---\ndescription: never ends\n", NULL, NULL},
	    {"---\n- a list\n---\nBody", NULL, NULL},
	    {"---\ndescription: [\n---\nBody", NULL, NULL},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct skill_file f = {0};
		struct error e = ERROR_INIT;

		if (skill_file_markdown(rows[i].text, strlen(rows[i].text), &f, &e) !=
		    (rows[i].description != NULL))
			fail_msg("row %zu: %s", i, e.message ? e.message : "it was read");
		if (rows[i].description) {
			assert_string_equal(
			    json_str(f.head, "description", ""), rows[i].description);
			assert_string_equal(f.body, rows[i].body);
		}
		error_free(&e);
		skill_file_free(&f);
	}
}

/* The rules of the specification: what breaks one is said; only what has no description is left out. */
static void a_skill_is_held_to_the_rules(void **state)
{
	static const struct {
		const char *folder, *head, *why;
		bool usable;
	} rows[] = {
	    {"pdf", "{\"name\":\"pdf\",\"description\":\"x\"}", "", true},
	    {"pdf-2", "{\"name\":\"pdf-2\",\"description\":\"x\"}", "", true},
	    {"größe", "{\"name\":\"größe\",\"description\":\"x\"}", "", true},
	    {"pdf", "{\"name\":\"other\",\"description\":\"x\"}",
		"its name is not that of its folder", true},
	    {"PDF", "{\"name\":\"PDF\",\"description\":\"x\"}", "its name is not 1 to 64", true},
	    {"-p", "{\"name\":\"-p\",\"description\":\"x\"}", "its name is not 1 to 64", true},
	    {"p-", "{\"name\":\"p-\",\"description\":\"x\"}", "its name is not 1 to 64", true},
	    {"a--b", "{\"name\":\"a--b\",\"description\":\"x\"}", "its name is not 1 to 64", true},
	    {"a_b", "{\"name\":\"a_b\",\"description\":\"x\"}", "its name is not 1 to 64", true},
	    {"pdf", "{\"description\":\"x\"}", "it has no name", true},
	    {"pdf", "{\"name\":\"pdf\"}", "it has no description", false},
	    {"pdf", "{\"name\":\"pdf\",\"description\":\" \"}", "it has no description", false},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *head = json_parse(rows[i].head, strlen(rows[i].head), NULL);
		struct buf why = BUF_INIT;

		assert_int_equal(skill_file_check(head, rows[i].folder, &why), rows[i].usable);
		if (strncmp(buf_str(&why), rows[i].why, strlen(rows[i].why)) != 0 ||
		    (!*rows[i].why && why.len))
			fail_msg("row %zu: %s", i, buf_str(&why));
		buf_free(&why);
		json_decref(head);
	}
}

static bool is_valid(const char *folder, const char *text)
{
	struct skill_file f = {0};
	auto_buf why = BUF_INIT;
	const bool reads = skill_file_markdown(text, strlen(text), &f, NULL);
	const bool valid = reads && skill_file_check(f.head, folder, &why) && why.len == 0;

	skill_file_free(&f);
	return valid;
}

static void the_validator_of_the_specification_agrees(void **state)
{
	auto_buf text = BUF_INIT;
	json_t *rows;

	assert_true(
	    file_read("tests/unit/skills/data/skill_folders.yaml", YAML_BYTES, &text, NULL));
	rows = yaml_parse("skill_folders.yaml", buf_str(&text), text.len, NULL, NULL);
	assert_true(json_array_size(rows) >= 30);
	json_each (row, rows)
		if (is_valid(json_str(row, "folder", ""), json_str(row, "text", "")) !=
		    json_flag(row, "good", false))
			fail_msg("%s: not as skills-ref has it", json_str(row, "folder", ""));
	json_decref(rows);
}

/* Each folder keeps the rules of its agent; what was put in is never looked at again. */
static void arguments_go_in_by_the_rules_of_the_folder(void **state)
{
	static const struct {
		enum skill_words words;
		const char *body, *arguments, *want, *calls;
	} rows[] = {
	    {WORDS_FROM_ZERO, "Fix $ARGUMENTS now", "a  b", "Fix a  b now", ""},
	    {WORDS_FROM_ZERO, "$0-$1-$2", "a 'b c'", "a-b c-$2", ""},
	    {WORDS_FROM_ZERO, "$ARGUMENTS[1]", "a b", "b", ""},
	    {WORDS_FROM_ZERO, "Words", "a b", "Words\n\nARGUMENTS: a b", ""},
	    {WORDS_FROM_ZERO, "Words", " ", "Words", ""},
	    {WORDS_FROM_ZERO, "$0", "'$1' x", "$1", ""},
	    {WORDS_FROM_ZERO, "$ARGUMENTS", "!`rm x` @a.c", "!`rm x` @a.c", ""},
	    {WORDS_FROM_ZERO, "costs $5 $HOME", "", "costs $5 $HOME", ""},
	    {WORDS_FROM_ZERO, "${CLAUDE_SKILL_DIR}/x", "", "/skills/x/x", ""},
	    {WORDS_FROM_ZERO, "State: !`git status`.", "",
		"State: [result of `git status`: see its call above].", "run_command:git status"},
	    {WORDS_FROM_ZERO, "!`grep $ARGUMENTS x`", "a; rm 'b'",
		"[result of `grep 'a; rm '\\''b'\\''' x`: see its call above]",
		"run_command:grep 'a; rm '\\''b'\\''' x"},
	    {WORDS_FROM_ZERO, "Look at @src/a.c, please; mail me@x.org @you", "",
		"Look at [result of `src/a.c`: see its call above], please; mail me@x.org @you",
		"read_file:src/a.c"},
	    {WORDS_FROM_ONE, "$1 $2 $0 $$", "a b", "a b $0 $", ""},
	    {WORDS_FROM_ONE, "${1:-x} ${3:-y} ${@:2} ${@:2:1} ${9}", "a b c", "a c b c b ${9}", ""},
	    {WORDS_FROM_ONE, "$FILE $NONE", "FILE=a.c", "a.c $NONE", ""},
	    {WORDS_FROM_ONE, "$@", "a 'b'", "a 'b'", ""},
	    {WORDS_IN_BRACES, "Do {{args}} $1", "a b", "Do a b $1", ""},
	    {WORDS_IN_BRACES, "!{ls {{args}} ${X}} @{b.md}", "a'b",
		"[result of `ls 'a'\\''b' ${X}`: see its call above] [result of `b.md`: see its "
		"call above]",
		"run_command:ls 'a'\\''b' ${X}|read_file:b.md"},
	    {WORDS_IN_BRACES, "{{args}}", "{{args}} !{x}", "{{args}} !{x}", ""},
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		json_t *calls = json_array(), *call, *value;
		struct buf said = BUF_INIT;
		const char *key;
		size_t n;
		char *text =
		    skill_fill(rows[i].words, rows[i].body, "/skills/x", rows[i].arguments, calls);

		json_array_foreach (calls, n, call)
			json_object_foreach (json_map(call, "arguments"), key, value)
				buf_addf(&said, "%s%s:%s", n ? "|" : "", json_str(call, "tool", ""),
				    json_string_value(value));
		if (strcmp(text, rows[i].want) != 0 || strcmp(buf_str(&said), rows[i].calls) != 0)
			fail_msg("row %zu: %s | %s", i, text, buf_str(&said));
		buf_free(&said);
		json_decref(calls);
		free(text);
	}
}

static char *ground_open(void)
{
	char *dir = scratch_new(), *home = scratch_path(dir, "home"),
	     *config = scratch_path(dir, "config");

	setenv("HOME", home, 1);
	setenv("XDG_CONFIG_HOME", config, 1);
	scratch_folder(dir, "home");
	scratch_folder(dir, "repo/.git");
	scratch_folder(dir, "repo/sub");
	free(home);
	free(config);
	return dir;
}

static struct skills *load(const char *dir)
{
	char *path = scratch_path(dir, "repo/sub");
	struct skills *s = skills_load(path);

	free(path);
	return s;
}

static void trust_file(const char *dir, const char *name)
{
	char *path = scratch_path(dir, name), *real = realpath(path, NULL);
	struct buf text = BUF_INIT;

	assert_true(file_read(real, 1 << 20, &text, NULL));
	assert_true(trust_keep(real, buf_str(&text), text.len, NULL));
	buf_free(&text);
	free(real);
	free(path);
}

#define SKILL(name, what) "---\nname: " name "\ndescription: " what "\n---\nDo it.\n"

static void they_are_found_where_other_agents_have_them(void **state)
{
	static const struct {
		const char *file, *text, *name;
		enum skill_words words;
		bool skill;
	} rows[] = {
	    {"repo/sub/.agent/skills/near/SKILL.md", SKILL("near", "n"), "near", WORDS_FROM_ZERO,
		true},
	    {"repo/.claude/skills/up/SKILL.md", SKILL("up", "u"), "up", WORDS_FROM_ZERO, true},
	    {"home/.claude/skills/deep/er/SKILL.md", SKILL("er", "e"), "er", WORDS_FROM_ZERO, true},
	    {"config/agent/skills/own/SKILL.md", SKILL("own", "o"), "own", WORDS_FROM_ZERO, true},
	    {"home/.claude/commands/git/review.md", "Review", "review", WORDS_FROM_ZERO, false},
	    {"home/.codex/prompts/draft.md", "Draft $1", "draft", WORDS_FROM_ONE, false},
	    {"home/.gemini/commands/git/fix.toml", "prompt = \"Fix {{args}}\"", "git:fix",
		WORDS_IN_BRACES, false},
	};
	char *dir = ground_open();
	struct skills *s;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		scratch_text(dir, rows[i].file, rows[i].text);
		trust_file(dir, rows[i].file);
	}
	scratch_text(dir, "home/.claude/skills/none/SKILL.md", "no head");
	scratch_text(dir, "home/.claude/skills/node_modules/x/SKILL.md", SKILL("x", "x"));
	scratch_text(dir, "home/.claude/skills/near/SKILL.md", SKILL("near", "the user's"));
	s = load(dir);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct skill *found = skills_find(s, rows[i].name, strlen(rows[i].name));

		if (!found)
			fail_msg("row %zu: not found; %s", i, buf_str(&s->notices));
		assert_int_equal(found->words, rows[i].words);
		assert_int_equal(found->is_skill, rows[i].skill);
	}
	assert_int_equal(s->count, sizeof rows / sizeof *rows);
	assert_non_null(
	    strstr(buf_str(&s->notices), "none/SKILL.md: it has no name, it has no description"));
	assert_non_null(strstr(buf_str(&s->notices), "near/SKILL.md: another skill of its name"));
	skills_free(s);
	scratch_free(dir);
}

static void a_workspaces_count_when_this_very_text_was_trusted(void **state)
{
	static const char file[] = "repo/.claude/skills/near/SKILL.md";
	char *dir = ground_open(), *list, *body;
	struct error e = ERROR_INIT;
	struct skills *s;

	scratch_text(dir, file, SKILL("near", "n"));
	s = load(dir);
	assert_null(skills_find(s, "near", 4));
	assert_int_equal(skills_waiting(s), 1);
	list = skills_catalogue(s, 1000);
	assert_string_equal(list, "");
	free(list);
	skills_free(s);
	trust_file(dir, file);
	s = load(dir);
	assert_non_null(skills_find(s, "near", 4));
	body = skill_body(skills_find(s, "near", 4), &e);
	assert_string_equal(body, "Do it.\n");
	free(body);
	scratch_text(dir, file, SKILL("near", "changed"));
	assert_null(skill_body(skills_find(s, "near", 4), &e));
	assert_int_equal(e.code, ERR_DENIED);
	error_free(&e);
	skills_free(s);
	s = load(dir);
	assert_null(skills_find(s, "near", 4));
	skills_free(s);
	scratch_free(dir);
}

/* A link out of the repository shows nothing, and one that goes round ends. */
static void links_lead_nowhere_else(void **state)
{
	char *dir = ground_open(), *secret = scratch_path(dir, "secret"), *link, *round;
	struct skills *s;

	scratch_text(dir, "secret/SKILL.md", SKILL("out", "o"));
	scratch_folder(dir, "repo/.claude/skills/a");
	link = scratch_path(dir, "repo/.claude/skills/out");
	round = scratch_path(dir, "repo/.claude/skills/a/round");
	assert_int_equal(symlink(secret, link), 0);
	assert_int_equal(symlink("..", round), 0);
	s = load(dir);
	assert_int_equal(s->count, 0);
	assert_non_null(strstr(buf_str(&s->notices), "it leads out of the repository"));
	skills_free(s);
	free(round);
	free(link);
	free(secret);
	scratch_free(dir);
}

static void the_list_has_its_room_and_leaves_out_what_the_model_may_not_call(void **state)
{
	char *dir = ground_open(), *list;
	struct skills *s;

	scratch_text(dir, "home/.agents/skills/a/SKILL.md",
	    SKILL("a", "a description of so and so many words, and then some"));
	scratch_text(dir, "home/.agents/skills/b/SKILL.md",
	    "---\nname: b\ndescription: hidden\ndisable-model-invocation: true\n---\nx");
	s = load(dir);
	list = skills_catalogue(s, 40);
	assert_string_equal(list, "- a: a description of so and so many w…");
	free(list);
	list = skills_catalogue(s, 1000);
	assert_string_equal(list, "- a: a description of so and so many words, and then some");
	free(list);
	assert_non_null(skills_find(s, "b", 1));
	skills_free(s);
	scratch_free(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(frontmatter_is_yaml_between_two_lines),
	    cmocka_unit_test(a_skill_is_held_to_the_rules),
	    cmocka_unit_test(the_validator_of_the_specification_agrees),
	    cmocka_unit_test(arguments_go_in_by_the_rules_of_the_folder),
	    cmocka_unit_test(they_are_found_where_other_agents_have_them),
	    cmocka_unit_test(a_workspaces_count_when_this_very_text_was_trusted),
	    cmocka_unit_test(links_lead_nowhere_else),
	    cmocka_unit_test(the_list_has_its_room_and_leaves_out_what_the_model_may_not_call),
	};

	text_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
