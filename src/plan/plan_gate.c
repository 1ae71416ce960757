/*
 * The rule for destructive acts (planner.gates): an item by the model whose words match becomes a
 * gate, which only the user opens. Items are looked at when they come or are reworded.
 */
#include <string.h>

#include "base/regex.h"
#include "plan/plan_item_edit.h"

/* A pattern that gave up has not said no: only the user opens what may be destructive. */
static bool matches(const char *pattern, size_t len, const char *content)
{
	struct regex *r = regex_new(pattern, len, REGEX_UTF | REGEX_CASELESS, NULL);
	bool found = r && regex_find(r, content, strlen(content), 0, NULL, NULL) != REGEX_NO;

	regex_free(r);
	return found;
}

void edit_gate(struct edit *e, struct todo *t)
{
	json_t *pattern;
	size_t i;

	if (e->by == AUTHOR_USER || t->gate)
		return;
	json_array_foreach (e->limits->gates, i, pattern)
		if (matches(json_string_value(pattern), json_string_length(pattern), t->content)) {
			t->gate = true;
			return;
		}
}
