/* SPDX-License-Identifier: MIT
 * edit_roadmap (RoadmapEditor): changes the existing roadmap by operations (roadmap_edit.h). Whatever they do not
 * name stays as it is.
 */

#include "base/base.h"
#include "roadmap/file/roadmap_edit.h"
#include "roadmap/file/roadmap_editing.h"
#include "roadmap/run/planning_tool.h"
#include "roadmap/run/roadmap_store.h"

#define BLANKS_MEANT 2 /* of an operation with more empty fields than this they are ignored */

static void edit_describe(const json_t *args, struct buf *line)
{
	const json_t *edits = json_list(args, "edits");
	const size_t count = json_array_size(edits);

	buf_addf(line, "edit_roadmap ");
	line_add(line, json_str(json_array_get(edits, 0), "op", ""), 20);
	buf_adds(line, " ");
	line_add(line, json_str(json_array_get(edits, 0), "id", ""), 40);
	if (count > 1)
		buf_addf(line, " and %zu more", count - 1);
}

static void edit_run(struct planning_call *p)
{
	const json_t *roadmap = planning_artifact(p->run, "roadmap");
	auto_error e = ERROR_INIT;
	json_auto_t *edits = json_deep_copy(json_list(p->args, "edits"));
	const size_t count = json_array_size(edits);
	auto_buf diff = BUF_INIT;
	json_t *edited, *value;
	const char *key;
	void *next;

	/* Many empty fields come from a format that wants every field; a few mean that those fields are
	 * removed. */
	json_each (op, edits) {
		size_t blank = 0;

		json_members (name, one, op)
			blank += edit_is_blank(one);
		json_object_foreach_safe (op, next, key, value)
			if (blank > BLANKS_MEANT && edit_is_blank(value))
				json_object_del(op, key);
	}
	edited = roadmap_edited(roadmap, edits, &e);

	if (!edited) {
		planning_fail(p, "%s", e.message);
		return;
	}
	roadmap_diff(roadmap, edited, &diff);
	json_put_str(p->data, "diff", buf_str(&diff));
	planning_explain(p, "%zu %s", count, text_plural((int64_t)count, "change", "changes"));
	planning_edited_put(p->run, json_incref(edited));
	planning_make(p, "roadmap", edited);
	planning_done(p);
}

const struct planning_tool planning_edit_roadmap = {
    .tool = {.name = "edit_roadmap",
	.prerequisites = ARTIFACTS("roadmap"),
	.produces = ARTIFACTS("roadmap"),
	.describe = edit_describe,
	PLANNING_CALLS},
    .stages = IN_STAGE(STATE_DRAFT_ROADMAP) | IN_STAGE(STATE_DRAFT_SCHEDULE),
    .fresh = true,
    .run = edit_run,
};
