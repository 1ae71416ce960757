/* SPDX-License-Identifier: MIT
 * The list of a roadmap's violations: adding one, setting its fix, freeing the list.
 */
#include "base/base.h"
#include "roadmap/file/validate.h"

struct roadmap_violation *violation_add(
    struct roadmap_violations *out, enum violation_code code, int node, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	array_push(out->list, out->count, out->cap,
	    (struct roadmap_violation){.code = code, .node = node, .text = xvasprintf(fmt, ap)});
	va_end(ap);
	return &out->list[out->count - 1];
}

void violation_fix(struct roadmap_violation *v, const char *key, json_t *value)
{
	v->fix = (struct roadmap_fix){value ? FIX_SET : FIX_REMOVE, xstrdup(key), value, -1};
}

void roadmap_violations_free(struct roadmap_violations *v)
{
	for (size_t i = 0; i < v->count; i++) {
		free_all(v->list[i].text, v->list[i].fix.key);
		json_decref(v->list[i].fix.value);
	}
	free(v->list);
	*v = (struct roadmap_violations){0};
}
