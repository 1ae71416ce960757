/*
 * What both doors check of what comes in: lengths in characters, ids that exist. A refusal names
 * the argument and the rule, so that a model can act on it.
 */
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "base/text/text.h"
#include "base/text/utf8.h"
#include "plan/plan_item_edit.h"

char *check_text(const json_t *o, const char *path, const char *key, int max, bool needed)
{
	const json_t *value = json_object_get(o, key);
	const char *s = json_string_value(value);

	if (!value && !needed)
		return NULL;
	if (value && !s)
		return xasprintf("%s%s%s: must be a string", path, *path ? "." : "", key);
	if (s && *s && utf8_count(s, strlen(s)) <= (size_t)max)
		return NULL;
	return xasprintf("%s%s%s: must have %s%d characters", path, *path ? "." : "", key,
	    needed ? "1 to " : "at most ", max);
}

char *check_id(const struct plan *p, const char *path, const char *id, const struct todo **found)
{
	struct buf known = BUF_INIT;
	char *why;

	*found = plan_find(p, id);
	if (*found)
		return NULL;
	for (size_t i = 0; i < p->count && i < 20; i++)
		buf_addf(&known, "%s'%s'", i ? ", " : "", p->items[i].id);
	why = xasprintf("%s: no item has the id '%s'; there %s %s", path, id ? id : "",
	    text_plural(p->count, "is", "are"), p->count ? buf_str(&known) : "none");
	buf_free(&known);
	return why;
}
