/* SPDX-License-Identifier: MIT
 * Reads the files of skills and commands, and checks skills against the specification of agent skills. What breaks a
 * rule is reported and used all the same, unless the description is missing: nobody would know what the skill is for.
 */
#include "skills/skill_file.h"

#include <wctype.h>
#include "base/base.h"
#include "base/json/toml.h"
#include "base/yaml/yaml.h"

#define NAME_MOST 64
#define DESCRIPTION_MOST 1024
#define COMPATIBILITY_MOST 500

void skill_file_free(struct skill_file *f)
{
	json_decref(f->head);
	free(f->body);
	*f = (struct skill_file){0};
}

/* ---- Markdown ------------------------------------------------------------------------------- */

/* Whether this line is --- alone. */
static bool is_fence(const char *line)
{
	return strncmp(line, "---", 3) == 0 && line[3 + strspn(line + 3, " \t")] == '\n';
}

/* Appends a line of frontmatter, its value quoted if it has ": " or begins with one of @`%!, which YAML refuses. */
static void add_quoted(struct buf *out, const char *line, size_t len)
{
	const char *colon = memchr(line, ':', len), *value = colon ? colon + 1 : NULL;

	if (!value || *line == ' ' || *line == '#' || *line == '-') {
		buf_add(out, line, len);
		return;
	}
	value += strspn(value, " \t");
	auto_free char *text =
	    value < line + len ? xstrndup(value, (size_t)(line + len - value)) : xstrdup("");
	if (!*text || strchr("\"'|>[{&*", *text) ||
	    (!strstr(text, ": ") && !strchr("@`%!", *text))) {
		buf_add(out, line, len);
	} else {
		buf_add(out, line, (size_t)(value - line));
		json_write_string(out, text, strlen(text));
	}
}

static json_t *read_frontmatter(const char *text, size_t len, struct error *e)
{
	freed_by(problems_free) struct problems problems = PROBLEMS_INIT;
	json_t *head = yaml_parse("frontmatter", text, len, NULL, &problems);
	auto_buf mended = BUF_INIT;

	if (!head) {
		problems_free(&problems);
		for (const char *line = text, *end; line < text + len; line = end + 1) {
			end = memchr(line, '\n', (size_t)(text + len - line));
			end = end ? end : text + len;
			add_quoted(&mended, line, (size_t)(end - line));
			buf_addc(&mended, '\n');
		}
		head = yaml_parse("frontmatter", buf_str(&mended), mended.len, NULL, &problems);
	}
	if (head && json_is_null(head)) {
		json_decref(head);
		head = json_object();
	}
	if (!json_is_object(head)) {
		error_set(e, ERR_PARSE, "its frontmatter is no YAML mapping");
		json_decref(head);
		head = NULL;
	}
	return head;
}

bool skill_file_markdown(const char *bytes, size_t len, struct skill_file *out, struct error *e)
{
	auto_free char *text = text_clean(bytes + text_bom(bytes, len), len - text_bom(bytes, len));
	const char *from = strchr(text, '\n'), *end = from;

	if (!is_fence(text)) {
		*out = (struct skill_file){json_object(), xstrdup(text)};
		return true;
	}
	while (end && !is_fence(end + 1) && strcmp(end + 1, "---") != 0)
		end = strchr(end + 1, '\n');
	json_t *head = end ? read_frontmatter(from + 1, (size_t)(end - from), e) : NULL;
	if (head) {
		const char *body = strchr(end + 1, '\n');

		*out = (struct skill_file){head, xstrdup(body ? body + strspn(body, "\n") : "")};
	} else if (!end) {
		error_set(e, ERR_PARSE, "its frontmatter has no end");
	}
	return head != NULL;
}

/* ---- TOML ----------------------------------------------------------------------------------- */

bool skill_file_toml(const char *bytes, size_t len, struct skill_file *out, struct error *e)
{
	json_auto_t *head = toml_parse(bytes, len, e);
	const char *prompt = json_str(head, "prompt", NULL);

	if (head && !prompt)
		error_set(e, ERR_PARSE, "it has no prompt");
	if (prompt)
		*out = (struct skill_file){json_incref(head), xstrdup(prompt)};
	return prompt != NULL;
}

/* ---- Rules ---------------------------------------------------------------------------------- */

static void add_clause(struct buf *why, const char *clause)
{
	buf_addf(why, "%s%s", why->len ? ", " : "", clause);
}

/* Whether the name is lower-case letters of any script, digits and single hyphens inside. */
static bool is_name(const char *name)
{
	size_t len = strlen(name);

	if (!len || *name == '-' || name[len - 1] == '-' || strstr(name, "--"))
		return false;
	for (size_t i = 0; i < len;) {
		uint32_t cp;
		const int n = utf8_decode(name + i, len - i, &cp, NULL);

		if (cp != '-' && (!iswalnum((wint_t)cp) || towlower((wint_t)cp) != (wint_t)cp))
			return false;
		i += n > 0 ? (size_t)n : 1;
	}
	return true;
}

bool skill_file_check(const json_t *head, const char *folder, struct buf *why)
{
	const char *name = json_str(head, "name", ""),
		   *description = json_str(head, "description", "");
	const char *needs = json_str(head, "compatibility", "");

	if (!*name)
		add_clause(why, "it has no name");
	else if (!is_name(name) || utf8_count(name, strlen(name)) > NAME_MOST)
		add_clause(
		    why, "its name is not 1 to 64 lower-case letters, digits and single hyphens");
	else if (strcmp(name, folder) != 0)
		add_clause(why, "its name is not that of its folder");
	if (utf8_count(description, strlen(description)) > DESCRIPTION_MOST)
		add_clause(why, "its description has more than 1024 characters");
	if (utf8_count(needs, strlen(needs)) > COMPATIBILITY_MOST)
		add_clause(why, "its compatibility has more than 500 characters");
	if (text_is_blank(description))
		add_clause(why, "it has no description");
	return !text_is_blank(description);
}
