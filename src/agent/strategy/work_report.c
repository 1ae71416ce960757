/*
 * Changes are the diffs of the snapshots that undo keeps.
 */
#include "agent/strategy/work_report.h"

#include "agent/agent_internal.h"
#include "agent/state/past_changes.h"
#include "base/core/alloc.h"
#include "base/text/diff.h"
#include "base/text/text.h"
#include "config/prompt.h"
#include "session/event/event_data.h"
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

	for (size_t i = 0; i < plan.count; i++) {
		const struct undo_step *step = &plan.steps[i];
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

/* A part of the request that is there only where it has something to say. */
static char *part_of(const char *role, const char *part, const char *text, size_t bytes)
{
	auto_free char *prompt = xasprintf("%s/%s", role, part), *some = text_excerpt(text, bytes);

	return *some ? prompt_text(prompt, (struct prompt_var[]){{"text", some}}, 1) : xstrdup("");
}

char *work_report(
    struct agent *a, const char *role, const char *failed, int64_t since, size_t bytes)
{
	auto_free char *diff = changes_since(a, since);
	auto_free char *first = part_of(role, "failed", failed ? failed : "", bytes);
	auto_free char *second = part_of(role, "changes", diff, bytes);
	return xasprintf("%s%s", first, second);
}
