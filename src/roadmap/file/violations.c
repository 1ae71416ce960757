/* SPDX-License-Identifier: MIT
 * The list of what is wrong with a roadmap.
 */
#include "base/base.h"
#include "roadmap/file/validate.h"

struct roadmap_violation *violation_add(
    struct roadmap_violations *out, enum violation_code code, int node, const char *fmt, ...)
{
	va_list ap;

	array_reserve(&out->list, &out->cap, out->count + 1, sizeof *out->list);
	struct roadmap_violation *v = &out->list[out->count++];
	*v = (struct roadmap_violation){.code = code, .node = node};
	va_start(ap, fmt);
	v->text = xvasprintf(fmt, ap);
	va_end(ap);
	return v;
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
