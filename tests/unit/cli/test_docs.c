/* SPDX-License-Identifier: MIT
 * What the documents name exists: each FILE:FUNCTION of the ways in HACKING.md and docs/turn.md, of which each
 * step names the next one; each file and function of docs/promises.md; the heading that a link leads to; and the
 * list of docs/turn.md names every file of the agent. For docs/cli.md see test_docs_cli.c.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/core/alloc.h"
#include "tests/support/document.h"

static void assert_defines(const char *file, const char *function)
{
	char *source = document_read(file), *call = xasprintf("%s(", function);

	if (!strstr(source, call))
		fail_msg("there is no %s in %s", function, file);
	free(call);
	free(source);
}

/* Returns what is between the braces of a function in a file, owned. */
static char *body_of(const char *file, const char *function)
{
	char *source = document_read(file), *call = xasprintf("%s(", function), *body = NULL;

	for (const char *at = strstr(source, call); at && !body; at = strstr(at + 1, call)) {
		const char *open = strstr(at, "\n{"), *close = open ? strstr(open, "\n}") : NULL;

		if (close && open < strchr(at, ';') && (at == source || !document_is_name(at[-1])))
			body = xstrndup(open, (size_t)(close - open));
	}
	if (!body)
		fail_msg("%s defines no %s", file, function);
	free(call);
	free(source);
	return body;
}

static bool names(const char *body, const char *function)
{
	const size_t len = strlen(function);

	for (const char *at = strstr(body, function); at; at = strstr(at + 1, function))
		if (!document_is_name(at[-1]) && !document_is_name(at[len]))
			return true;
	return false;
}

struct step {
	char *file, *function; /* (owned) both in file; NULL: none before it */
};

/* With an arrow between two steps, fails the test unless the body of the first names the second. Other words
 * between them promise nothing. */
static void assert_leads(const struct step *from, const struct step *to, bool arrow)
{
	char *body = body_of(to->file, to->function);

	free(body);
	if (!arrow || !from->file)
		return;
	body = body_of(from->file, from->function);
	if (!names(body, to->function))
		fail_msg("%s of %s does not name %s", from->function, from->file, to->function);
	free(body);
}

/* Checks the ways in a document; returns how many steps they have. */
static int walk_ways(const char *document)
{
	char *text = document_read(document), *word;
	struct step before = {0};
	const char *at = text, *behind = text;
	int named = 0;

	while ((word = document_quoted(at, &at))) {
		char *colon = strstr(word, ".c:");
		struct step step = {word, colon ? colon + 3 : NULL};

		if (!colon) {
			free(word);
			continue;
		}
		colon[2] = '\0';
		char *between = xstrndup(behind, (size_t)(at - behind));
		assert_leads(&before, &step, strstr(between, "→") && !strstr(between, "⇢"));
		free(between);
		free(before.file);
		before = step;
		behind = at;
		named++;
	}
	free(before.file);
	free(text);
	return named;
}

static void each_step_of_a_way_names_the_next(void **state)
{
	assert_true(walk_ways("HACKING.md") >= 30);
	assert_true(walk_ways("docs/turn.md") >= 40);
}

/* Returns the list entry that begins with `first` in bold; owned, NULL: there is none. */
static char *list_entry(const char *text, const char *first)
{
	char *begin = xasprintf("\n- **%s**", first);
	const char *entry = strstr(text, begin), *end = entry;

	free(begin);
	while (end && *end && (end == entry || strncmp(end, "\n  ", 3) == 0))
		end += 1 + strcspn(end + 1, "\n");
	return entry ? xstrndup(entry + 1, (size_t)(end - entry - 1)) : NULL;
}

static void assert_stands_with_its_room(const char *text, const char *path)
{
	const char *slash = strrchr(path, '/');
	char *room = slash ? xasprintf("`%.*s`", (int)(slash + 1 - path), path)
			   : xstrdup("beside the rooms"),
	     *name = xasprintf("`%s`", slash ? slash + 1 : path), *row = list_entry(text, room);

	if (!row || !strstr(row, name))
		fail_msg("docs/turn.md does not name %s in the entry of %s", name, room);
	free(row);
	free(name);
	free(room);
}

static void every_file_of_the_agent_stands_with_its_room(void **state)
{
	char *text = document_read("docs/turn.md");
	glob_t files;

	assert_int_equal(glob("src/agent/*.c", 0, NULL, &files), 0);
	assert_int_equal(glob("src/agent/*/*.c", GLOB_APPEND, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++)
		assert_stands_with_its_room(text, files.gl_pathv[i] + strlen("src/agent/"));
	globfree(&files);
	free(text);
}

/* Calls fn with each part of the text between `separators`, without blanks around it. */
static void each_part(const char *text, const char *separators,
    void (*fn)(const char *part, const char *ctx), const char *ctx)
{
	char *copy = xstrdup(text), *rest = copy, *part;

	while ((part = strsep(&rest, separators))) {
		part += strspn(part, " ");
		for (size_t len = strlen(part); len && part[len - 1] == ' ';)
			part[--len] = '\0';
		if (*part)
			fn(part, ctx);
	}
	free(copy);
}

/* Returns the path of a name in the column "kept in": below src/, or in a top folder of the tree. */
static char *source_path(const char *name)
{
	char *path = xasprintf("src/%s", name);

	if (access(path, F_OK) == 0)
		return path;
	free(path);
	if (access(name, F_OK) != 0)
		fail_msg("docs/promises.md names %s, which is not there", name);
	return xstrdup(name);
}

static void assert_function(const char *function, const char *path)
{
	assert_defines(path, function);
}

/* Fails the test unless a place, `FILE` or `FILE: FUNCTION, FUNCTION`, exists. */
static void assert_place(const char *place)
{
	char *name = xstrndup(place, strcspn(place, ":")), *path = source_path(name);
	const char *functions = strchr(place, ':');

	if (functions && !strstr(path, ".h"))
		each_part(functions + 1, ",", assert_function, path);
	free(path);
	free(name);
}

/* Each promise names its places behind "Kept in"; tools/promises.sh holds that tests hold it. */
static void the_promises_are_kept_where_it_is_said(void **state)
{
	char *text = document_read("docs/promises.md"), *place, *next;
	int promises = 0;

	for (char *at = strstr(text, "\n- **"); at; at = next) {
		const char *kept = strstr(at, "Kept in");
		next = strstr(at + 1, "\n- **");
		if (next)
			*next = '\0';
		if (!kept || (next && kept > next))
			fail_msg("a promise of docs/promises.md names no place: %.60s", at + 1);
		while ((place = document_quoted(kept, &kept))) {
			for (char *line = strstr(place, "\n"); line; line = strstr(line, "\n"))
				*line = ' ';
			assert_place(place);
			free(place);
		}
		if (next)
			*next = '\n';
		promises++;
	}
	assert_true(promises >= 100);
	free(text);
}

/* Whether a line is a heading that a link calls by this: in small letters, `-` for a blank, no punctuation. */
static bool is_heading(const char *line, const char *anchor, size_t len)
{
	size_t i = 0;

	for (const char *c = line + strspn(line, "# "); *line == '#' && *c && *c != '\n'; c++)
		if (*c == ' ' || *c == '-' || document_is_name(*c)) {
			const int as = *c == ' ' ? '-' : tolower((unsigned char)*c);

			if (i == len || anchor[i++] != (char)as)
				return false;
		}
	return *line == '#' && i == len;
}

/* The link leads to a heading of the document, or of the one beside it that stands before the `#`. */
static void assert_link(const char *document, const char *text, const char *link)
{
	const size_t file = strcspn(link, "#)"), len = strcspn(link + file, ")");
	const char *slash = strrchr(document, '/');
	char *path = xasprintf(
		 "%.*s%.*s", slash ? (int)(slash + 1 - document) : 0, document, (int)file, link),
	     *other = file && len ? document_read(path) : NULL;
	const char *line = other ? other : text;

	while (len && line && !is_heading(line, link + file + 1, len - 1))
		line = (line = strchr(line, '\n')) ? line + 1 : NULL;
	if (!line)
		fail_msg(
		    "%s: no heading is meant by the link %.*s", document, (int)(file + len), link);
	free(path);
	free(other);
}

static void each_link_leads_to_a_heading_that_is_there(void **state)
{
	glob_t files;

	assert_int_equal(glob("*.md", 0, NULL, &files), 0);
	assert_int_equal(glob("docs/*.md", GLOB_APPEND, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		char *text = document_read(files.gl_pathv[i]);

		for (const char *at = text; (at = strstr(at, "]("));)
			if (strncmp(at += strlen("]("), "http", strlen("http")) != 0)
				assert_link(files.gl_pathv[i], text, at);
		free(text);
	}
	globfree(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(each_step_of_a_way_names_the_next),
	    cmocka_unit_test(every_file_of_the_agent_stands_with_its_room),
	    cmocka_unit_test(the_promises_are_kept_where_it_is_said),
	    cmocka_unit_test(each_link_leads_to_a_heading_that_is_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
