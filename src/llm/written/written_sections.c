/*
 * See written_sections.h.
 */
#include "llm/written/written_sections.h"

#include <ctype.h>
#include <string.h>

#include "base/json/json.h"

/* The first of the marks that stands behind blanks is skipped, or none; NULL ends them. */
static void skip_any(struct written *w, const char *const *marks)
{
	written_skip_blanks(w);
	while (*marks && !written_skip(w, *marks))
		marks++;
}

static bool add_object(struct written *w, const char *name)
{
	json_t *arguments;

	written_skip_blanks(w);
	arguments = written_value(w);
	return json_is_object(arguments) ? written_add(w, name, arguments)
					 : (json_decref(arguments), false);
}

/* functions.NAME:0, which serves as the id of the call too. */
static bool read_kimi_call(struct written *w)
{
	char name[WRITTEN_NAME_MOST + 1];

	written_skip_blanks(w);
	written_skip(w, "functions.");
	if (!written_name(w, name))
		return false;
	if (written_skip(w, ":"))
		while (w->at < w->end && isdigit((unsigned char)*w->at))
			w->at++;
	written_skip_blanks(w);
	return written_skip(w, "<|tool_call_argument_begin|>") && add_object(w, name);
}

bool written_kimi(struct written *w)
{
	static const char *const call_end[] = {"<|tool_call_end|>", NULL};
	static const char *const end[] = {
	    "<|tool_calls_section_end|>", "<|tool_call_section_end|>", NULL};

	written_skip_blanks(w);
	while (written_skip(w, "<|tool_call_begin|>")) {
		if (!read_kimi_call(w))
			return false;
		skip_any(w, call_end);
		written_skip_blanks(w);
	}
	skip_any(w, end);
	return true;
}

/* TYPE<sep>NAME and an object in a fence of code, or NAME<sep>{…}. */
static bool read_deepseek_call(struct written *w)
{
	static const char *const fence[] = {"```json", "```", NULL}, *const fence_end[] = {
									 "```", NULL};
	char name[WRITTEN_NAME_MOST + 1];

	written_skip_blanks(w);
	if (!written_name(w, name) || !written_skip(w, "<｜tool▁sep｜>"))
		return false;
	written_skip_blanks(w);
	if (!written_at(w, "{") && !written_name(w, name))
		return false;
	skip_any(w, fence);
	if (!add_object(w, name))
		return false;
	skip_any(w, fence_end);
	return true;
}

bool written_deepseek(struct written *w)
{
	static const char *const call_end[] = {"<｜tool▁call▁end｜>", NULL};
	static const char *const end[] = {"<｜tool▁calls▁end｜>", NULL};
	static const char *const all_end[] = {"<｜end▁of▁sentence｜>", NULL};

	written_skip_blanks(w);
	while (written_skip(w, "<｜tool▁call▁begin｜>")) {
		if (!read_deepseek_call(w))
			return false;
		skip_any(w, call_end);
		written_skip_blanks(w);
	}
	skip_any(w, end);
	skip_any(w, all_end);
	return true;
}

struct invoke_marks {
	const char *invoke, *parameter, *parameter_end, *invoke_end;
	const char *end[4]; /* of the section; NULL ends them */
};

/* NAME"> */
static bool read_quoted_name(struct written *w, char name[WRITTEN_NAME_MOST + 1])
{
	return written_name(w, name) && written_skip(w, "\"");
}

/* Some say of each value whether it is a string; of others the tool's schema tells. */
static const char *told_type(struct written *w, const char *tool, const char *key)
{
	written_skip_blanks(w);
	if (written_skip(w, "string=\"true\""))
		return "string";
	return written_skip(w, "string=\"false\"") ? "any" : written_type(w, tool, key);
}

static bool read_invoke_parameters(
    struct written *w, const struct invoke_marks *m, const char *name, json_t *arguments)
{
	const char *const next[2] = {m->parameter, m->invoke_end};
	char key[WRITTEN_NAME_MOST + 1];
	const char *text, *type;
	size_t len;

	for (written_skip_blanks(w); written_skip(w, m->parameter); written_skip_blanks(w)) {
		if (!read_quoted_name(w, key))
			return false;
		type = told_type(w, name, key);
		if (!written_skip(w, ">") || !written_text(w, m->parameter_end, next, &text, &len))
			return false;
		written_put(arguments, key, type, text, len);
	}
	return true;
}

static bool read_invoke(struct written *w, const struct invoke_marks *m)
{
	char name[WRITTEN_NAME_MOST + 1];
	json_t *arguments;

	if (!read_quoted_name(w, name) || !written_skip(w, ">"))
		return false;
	written_skip_blanks(w);
	arguments = written_at(w, "{") ? written_value(w) : json_object();
	if (!arguments || !read_invoke_parameters(w, m, name, arguments)) {
		json_decref(arguments);
		return false;
	}
	written_skip(w, m->invoke_end);
	return written_add(w, name, arguments);
}

static bool read_invokes(struct written *w, const struct invoke_marks *m)
{
	for (written_skip_blanks(w); written_skip(w, m->invoke); written_skip_blanks(w))
		if (!read_invoke(w, m))
			return false;
	skip_any(w, m->end);
	return true;
}

bool written_dsml(struct written *w)
{
	static const struct invoke_marks marks = {"<｜DSML｜invoke name=\"",
	    "<｜DSML｜parameter name=\"", "</｜DSML｜parameter>", "</｜DSML｜invoke>",
	    {"</｜DSML｜function_calls>", "</｜DSML｜tool_calls>", NULL}};
	static const char *const all_end[] = {"<｜end▁of▁sentence｜>", NULL};
	const bool ok = read_invokes(w, &marks);

	skip_any(w, all_end);
	return ok;
}

bool written_minimax(struct written *w)
{
	static const struct invoke_marks marks = {"<invoke name=\"", "<parameter name=\"",
	    "</parameter>", "</invoke>", {"</minimax:tool_call>", NULL}};

	return read_invokes(w, &marks);
}
