/*
 * The list of candidates: see candidates.h.
 */
#include "ui/input/candidates.h"

#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"

void candidates_add(struct candidates *c, const char *text, const char *about)
{
	array_reserve(&c->list, &c->cap, c->count + 1, sizeof *c->list);
	c->list[c->count++] = (struct candidate){xstrdup(text), xstrdup(about)};
}

bool candidates_have(const struct candidates *c, const char *text)
{
	for (size_t i = 0; i < c->count; i++)
		if (strcmp(c->list[i].text, text) == 0)
			return true;
	return false;
}

void candidates_free(struct candidates *c)
{
	for (size_t i = 0; i < c->count; i++) {
		free(c->list[i].text);
		free(c->list[i].about);
	}
	free(c->list);
	*c = (struct candidates){0};
}
