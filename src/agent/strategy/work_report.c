/* SPDX-License-Identifier: MIT
 * Reports to a role what work came to. Changes of files are the diffs of the snapshots that undo keeps.
 */
#include "agent/strategy/work_report.h"

#include "agent/state/agent_state.h"
#include "agent/state/answer_evidence.h"
#include "agent/state/past_changes.h"
#include "base/base.h"
#include "base/text/diff.h"
#include "config/prompt.h"
#include "session/conversation.h"
#include "session/event/event_data.h"
#include "tools/tool_set.h"
#include "workspace/undo.h"

static void content_of(struct agent *a, const char *ref, struct buf *out)
{
	if (ref && !session_blob_get(a->session, ref, out, NULL))
		buf_clear(out);
}

/* Returns what was changed in files since then, as diffs. */
static char *changes_since(struct agent *a, int64_t since)
{
	freed_by(undo_plan_free) struct undo_plan plan =
	    undo_plan_new(past_changes(a), since, a->session, a->workspace);
	struct buf out = BUF_INIT;

	array_each (step, plan.steps, plan.count) {
		auto_buf before = BUF_INIT, after = BUF_INIT;

		content_of(a, step->before, &before);
		content_of(a, step->after, &after);
		buf_addf(&out, "%s\n", step->path);
		if (!text_is_binary(buf_str(&before), before.len) &&
		    !text_is_binary(buf_str(&after), after.len))
			diff_unified(
			    buf_str(&before), before.len, buf_str(&after), after.len, 3, &out);
	}
	tags_neutralise(&out);
	return buf_take(&out);
}

/* Returns a text, cut to `bytes`, under the heading of its part; "" if it is empty. Caller frees. */
static char *part_of(const char *role, const char *part, const char *text, size_t bytes)
{
	auto_free char *prompt = xasprintf("roles/%s/%s", role, part),
		       *some = text_excerpt(text, bytes);

	return *some ? prompt_with(prompt, {"text", some}) : xstrdup("");
}

#define SEEN_MOST 8 /* results whose text is shown */

/* Returns the results of the last calls since then, each cut to its share of `bytes`. Caller frees. */
static char *seen_since(struct agent *a, int64_t since, size_t bytes)
{
	const json_t *items = a->conversation.items;
	struct buf out = BUF_INIT;
	size_t i = json_array_size(items), shown = 0;

	while (
	    i > 0 && shown < SEEN_MOST && json_int(json_array_get(items, i - 1), "seq", 0) > since)
		shown += item_is_numbered(json_array_get(items, --i));
	for (; shown && i < json_array_size(items); i++) {
		const json_t *item = json_array_get(items, i);
		const struct event_tool_result r = event_read_tool_result(item);
		const struct tool *tool = tool_find(a->tools, r.tool ? r.tool : "");
		auto_free char *some = text_excerpt(r.text ? r.text : "", bytes / shown);
		json_auto_t *args = evidence_arguments(items, item);
		size_t len = strlen(some);

		if (!item_is_numbered(item))
			continue;
		buf_addf(&out, "[obs %lld] ", (long long)json_int(item, "seq", 0));
		if (tool)
			tool_line(tool, args, &out);
		while (len && isspace((unsigned char)some[len - 1]))
			len--;
		buf_addf(&out, ":\n%.*s\n\n", (int)len, some);
	}
	tags_neutralise(&out);
	return buf_take(&out);
}

char *work_report(
    struct agent *a, const char *role, const char *failed, int64_t since, size_t bytes, bool seen)
{
	auto_free char *diff = changes_since(a, since);
	auto_free char *read = seen ? seen_since(a, since, bytes) : NULL;
	auto_free char *first = part_of(role, "failed", failed ? failed : "", bytes);
	auto_free char *second = part_of(role, "changes", diff, bytes);
	auto_free char *third = seen ? part_of(role, "seen", read, bytes) : NULL;
	return xasprintf("%s%s%s", first, second, third ? third : "");
}
