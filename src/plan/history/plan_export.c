/* SPDX-License-Identifier: MIT
 * Writes a past plan for people, and in the formats of other programs: a Markdown checklist, JSON, an Org outline,
 * tasks for `task import` (Taskwarrior's JSON, https://taskwarrior.org/docs/design/task/).
 */
#include <time.h>
#include "base/base.h"
#include "base/core/hash.h"
#include "base/text/names.h"
#include "plan/history/plan_history.h"
#include "plan/plan_item_edit.h"

void past_plan_apart(const struct plan *p, const char *before, struct buf *out)
{
	const int skipped = plan_count(p, TODO_SKIPPED), failed = plan_count(p, TODO_FAILED);

	if (skipped)
		buf_addf(out, "%s%d skipped", before, skipped);
	if (failed)
		buf_addf(out, "%s%d failed", skipped ? ", " : before, failed);
}

static void add_history_list(struct buf *out, const char *what, const json_t *list)
{
	if (json_array_size(list) > 0)
		buf_addf(out, " · %s", what);
	json_each_at (i, one, list) {
		buf_adds(out, i ? ", " : *what ? " " : "");
		if (json_is_string(one))
			buf_adds(out, json_string_value(one));
		else
			buf_addf(out, "%" JSON_INTEGER_FORMAT, json_integer_value(one));
	}
}

static void write_evidence(const struct past_plan *past, const struct todo *t, struct buf *out)
{
	char took[24];

	if (t->attempts == 0 && !t->claimed)
		return;
	clock_spell(todo_active_ms(t, past->plan.seen_ms), took);
	buf_addf(out, "      %s", took);
	if (t->attempts > 1)
		buf_addf(out, " · %d attempts", t->attempts);
	if (t->spent.calls)
		buf_addf(out, " · %d call%s", t->spent.calls, text_plural(t->spent.calls, "", "s"));
	add_history_list(out, "", t->spent.files);
	add_history_list(out, "exit", t->spent.exits);
	if (t->spent.tokens)
		buf_addf(out, " · %" PRId64 " tokens", t->spent.tokens);
	if (t->spent.cost_usd > 0 && !t->spent.unpriced)
		buf_addf(out, " · $%.4f", t->spent.cost_usd);
	if (t->claimed)
		buf_adds(out, " · claimed: nothing was done for it");
	buf_addc(out, '\n');
}

static void write_figures(const struct past_plan *past, struct buf *out)
{
	const struct plan *p = &past->plan;
	char began[20], ended[20], took[24];

	clock_spell_date(past->began_ms, began);
	clock_spell_date(past->ended_ms, ended);
	clock_spell(past_plan_active_ms(past), took);
	buf_addf(out, "id        %s\nsession   %s\n", p->id, past->session);
	buf_addf(out, "status    %s%s%s%s, %d of %zu done", plan_status_name(p->status),
	    past->replaced ? " for another plan" : "", p->why ? ": " : "", p->why ? p->why : "",
	    plan_count(p, TODO_COMPLETED), p->count);
	past_plan_apart(p, ", ", out);
	buf_addf(out, "\nwhen      %s to %s\n", began, ended);
	buf_addf(out, "took      %s · %d round%s · %d call%s · %" PRId64 " tokens\n", took,
	    past->rounds, text_plural(past->rounds, "", "s"), past->calls,
	    text_plural(past->calls, "", "s"), past->tokens);
	buf_addf(out, "changes   %d, %d of them by you · %d failed · %d tried again\n",
	    past->changes, past->by_user, past->failures, past->retries);
}

void past_plan_write(const struct past_plan *past, const char *row, struct buf *out)
{
	const struct plan *p = &past->plan;

	buf_addf(out, "%s\n\n", p->goal ? p->goal : "Plan");
	write_figures(past, out);
	if (row)
		buf_addf(out, "%s\n", row);
	buf_addc(out, '\n');
	for (size_t i = 0; i < p->count; i++) {
		const struct todo *t = &p->items[i];

		buf_addf(out, "  %s %s", todo_mark(t->status), t->content);
		todo_add_part(t, out);
		buf_adds(out, t->by == AUTHOR_USER ? " (yours)\n" : "\n");
		if (t->error || t->result)
			buf_addf(out, "      %s%s\n", t->error ? "failed: " : "",
			    t->error ? t->error : t->result);
		write_evidence(past, t, out);
	}
}

/* Appends text to a Markdown line, with `<` and backslashes escaped so that nothing in it opens HTML. */
static void md_text(struct buf *out, const char *s)
{
	for (; *s; s++) {
		if (*s == '<' || *s == '\\')
			buf_addc(out, '\\');
		buf_addc(out, *s);
	}
}

static void export_md(const struct past_plan *p, struct buf *out)
{
	buf_adds(out, "# ");
	md_text(out, p->plan.goal ? p->plan.goal : "Plan");
	buf_adds(out, "\n\n");
	for (size_t i = 0; i < p->plan.count; i++) {
		const struct todo *t = &p->plan.items[i];
		const bool skipped = t->status == TODO_SKIPPED;

		buf_addf(
		    out, "- [%c] %s", t->status == TODO_COMPLETED ? 'x' : ' ', skipped ? "~~" : "");
		md_text(out, t->whole ? t->whole : t->content);
		buf_adds(out, skipped			      ? "~~ (skipped)"
			      : t->status == TODO_IN_PROGRESS ? " (in progress)"
							      : "");
		todo_add_part(t, out);
		if (t->result || t->error) {
			buf_adds(out, t->error ? " - failed: " : " - ");
			md_text(out, t->error ? t->error : t->result);
		}
		buf_addc(out, '\n');
	}
}

static void export_json(const struct past_plan *p, struct buf *out)
{
	json_auto_t *o = past_plan_json(p);

	json_write(out, o);
	buf_addc(out, '\n');
}

static const char *const org_words[] = {
    [TODO_PENDING] = "TODO",
    [TODO_IN_PROGRESS] = "DOING",
    [TODO_COMPLETED] = "DONE",
    [TODO_FAILED] = "FAILED",
    [TODO_SKIPPED] = "SKIPPED",
};

#define UNSEEN "\xe2\x80\x8b" /* U+200B, which Org's manual uses to escape */

static bool begins_with_word(const char *s, const char *word)
{
	const size_t len = strlen(word);

	return strncmp(s, word, len) == 0 && (!s[len] || s[len] == ' ');
}

/* Appends text to an Org line so that nothing in it is taken for a keyword, a priority, a tag or a link. */
static void org_text(struct buf *out, const char *s)
{
	bool marked = begins_with_word(s, "COMMENT") || strncmp(s, "[#", 2) == 0;

	for (size_t i = 0; i < ARRAY_SIZE(org_words); i++)
		marked |= begins_with_word(s, org_words[i]);
	if (marked)
		buf_adds(out, UNSEEN);
	for (const char *c = s; *c; c++) {
		buf_addc(out, *c);
		if ((c[0] == '[' && c[1] == '[') || (c[0] == ':' && !c[1]))
			buf_adds(out, UNSEEN);
	}
}

static void export_org(const struct past_plan *p, struct buf *out)
{
	int done = plan_count(&p->plan, TODO_COMPLETED),
	    skipped = plan_count(&p->plan, TODO_SKIPPED);

	buf_adds(out, "#+TODO: TODO DOING FAILED | DONE SKIPPED\n* ");
	org_text(out, p->plan.goal ? p->plan.goal : "Plan");
	buf_addf(out, " [%d/%zu]\n", done, p->plan.count);
	if (skipped)
		buf_addf(out, "  :PROPERTIES:\n  :SKIPPED: %d\n  :END:\n", skipped);
	for (size_t i = 0; i < p->plan.count; i++) {
		const struct todo *t = &p->plan.items[i];

		buf_addf(out, "** %s ", org_words[t->status]);
		org_text(out, t->whole ? t->whole : t->content);
		buf_addf(out, "\n   :PROPERTIES:\n   :CUSTOM_ID: %s\n   :ATTEMPTS: %d\n   :END:\n",
		    t->id, t->attempts);
		if (!t->error && !t->result)
			continue;
		buf_adds(out, t->error ? "   Failed: " : "   Result: ");
		org_text(out, t->error ? t->error : t->result);
		buf_addc(out, '\n');
	}
}

/* Writes the UUID of an item (RFC 9562, version 8), a hash of the plan's and the item's id, so that the
 * item is the same task however often it is exported. */
static void task_uuid(const struct past_plan *p, const struct todo *t, char out[37])
{
	uint64_t a = hash_bytes(HASH_START, p->plan.id, strlen(p->plan.id) + 1);

	a = hash_bytes(a, t->id, strlen(t->id) + 1);
	uint64_t b = hash_bytes(a, "task", 4);
	snprintf(out, 37, "%08x-%04x-8%03x-%04x-%012llx", (unsigned)(a >> 32),
	    (unsigned)(a >> 16) & 0xffff, (unsigned)a & 0xfff,
	    ((unsigned)(b >> 48) & 0x3fff) | 0x8000, (unsigned long long)(b & 0xffffffffffffULL));
}

static void put_time(json_t *o, const char *key, int64_t ms)
{
	const time_t at = (time_t)(ms / 1000);
	struct tm tm;
	char text[20];

	if (ms > 0 && gmtime_r(&at, &tm) && strftime(text, sizeof text, "%Y%m%dT%H%M%SZ", &tm) > 0)
		json_put_str(o, key, text);
}

static const char *const task_statuses[] = {
    [TODO_PENDING] = "pending",
    [TODO_IN_PROGRESS] = "pending",
    [TODO_COMPLETED] = "completed",
    [TODO_FAILED] = "pending",
    [TODO_SKIPPED] = "deleted",
};

static void export_taskwarrior(const struct past_plan *p, struct buf *out)
{
	buf_adds(out, "[\n");
	for (size_t i = 0; i < p->plan.count; i++) {
		const struct todo *t = &p->plan.items[i];
		const char *outcome = t->error ? t->error : t->result;
		char uuid[37];

		task_uuid(p, t, uuid);
		json_auto_t *o = json_pack("{s:s, s:s, s:s, s:s*}", "uuid", uuid, "description",
		    t->whole ? t->whole : t->content, "status", task_statuses[t->status], "project",
		    p->plan.goal);
		put_time(o, "entry", t->created_ms ? t->created_ms : p->began_ms);
		put_time(o, "modified", t->updated_ms);
		if (t->status == TODO_COMPLETED || t->status == TODO_SKIPPED)
			put_time(o, "end", t->updated_ms ? t->updated_ms : p->ended_ms);
		if (t->status == TODO_IN_PROGRESS)
			put_time(o, "start", t->started_ms);
		if (t->status == TODO_FAILED)
			json_put(o, "tags", json_pack("[s]", "failed"));
		if (outcome) {
			json_t *note = json_object();

			put_time(note, "entry", t->updated_ms ? t->updated_ms : p->began_ms);
			json_put_str(note, "description", outcome);
			json_put(o, "annotations", json_pack("[o]", note));
		}
		json_write(out, o);
		buf_adds(out, i + 1 < p->plan.count ? ",\n" : "\n");
	}
	buf_adds(out, "]\n");
}

static const struct {
	const char *name;
	void (*write)(const struct past_plan *p, struct buf *out);
} formats[] = {
    {"md", export_md},
    {"json", export_json},
    {"org", export_org},
    {"taskwarrior", export_taskwarrior},
};

bool plan_export(const struct past_plan *p, const char *format, struct buf *out, struct error *e)
{
	const size_t i = row_named(formats, format);

	if (i == ARRAY_SIZE(formats))
		return error_set(e, ERR_USAGE,
		    "'%s': is no format; there are md, json, org and taskwarrior", format);
	formats[i].write(p, out);
	return true;
}
