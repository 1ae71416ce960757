/* SPDX-License-Identifier: MIT
 * Reads a word of /plan as a number, a status or the words of an item.
 */
#include "ui/command/slash_plan_reading.h"

#include "base/base.h"

void plan_reading_wrong(struct plan_reading *r, const char *fmt, ...)
{
	va_list ap;

	r->out.meant = PLAN_MEANT_WRONG;
	va_start(ap, fmt);
	r->out.text = xvasprintf(fmt, ap);
	va_end(ap);
}

void plan_reading_usage(struct plan_reading *r)
{
	plan_reading_wrong(
	    r, "usage: /plan %s%s%s", r->word->name, *r->word->usage ? " " : "", r->word->usage);
}

void plan_reading_blanks(struct plan_reading *r)
{
	r->rest += strspn(r->rest, " \t\n");
}

char *plan_reading_next(struct plan_reading *r)
{
	plan_reading_blanks(r);
	size_t len = strcspn(r->rest, " \t\n");
	char *word = xstrndup(r->rest, len);
	r->rest += len;
	plan_reading_blanks(r);
	return word;
}

void plan_reading_edit(struct plan_reading *r, json_t *edit)
{
	r->out.meant = PLAN_MEANT_EDIT;
	r->out.edit = edit;
}

bool plan_word_begins(const char *name, const char *typed)
{
	return strncmp(name, typed, strlen(typed)) == 0;
}
