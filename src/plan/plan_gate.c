/*
 * The rule for destructive acts (planner.gates): an item by the model whose words match becomes a
 * gate, which only the user opens. Items are looked at when they come or are reworded.
 */
#include <string.h>

#include "base/regex.h"
#include "plan/plan_item_edit.h"

/* Whether the pattern matches, or gave up before it could say no: only the user opens what may
 * be destructive. */
static bool may_match(const char *pattern, size_t len, const char *content)
{
	struct regex *r = regex_new(pattern, len, REGEX_UTF | REGEX_CASELESS, NULL);
	bool found = r && regex_find(r, content, strlen(content), 0, NULL, NULL) != REGEX_NO;

	regex_free(r);
	return found;
}

bool edit_matches(const json_t *patterns, const char *text)
{
	json_t *pattern;
	size_t i;

	json_array_foreach (patterns, i, pattern)
		if (may_match(json_string_value(pattern), json_string_length(pattern), text))
			return true;
	return false;
}

void edit_gate(struct edit *e, struct todo *t)
{
	if (e->by != AUTHOR_USER && !t->gate)
		t->gate = edit_matches(e->limits->gates, t->whole ? t->whole : t->content);
}
