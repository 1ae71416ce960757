/* SPDX-License-Identifier: MIT
 * Reads a few members from the text of a stored event, without making JSON values. Texts are not
 * decoded: in what the program itself wrote, equal texts are equal bytes. Words that may be shown
 * are made safe by the code that shows them.
 */
#include "plan/plan_event_fields.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "plan/plan_item_edit.h"

static uint64_t hash_span(struct json_span span)
{
	return hash_bytes(HASH_START, span.at, span.len);
}

/* Starts to scan the data of an event; sets s->bad if it is no object. */
static void row_begin(struct json_scan *s, const struct store_row *row)
{
	json_scan_begin(s, row->data, row->len);
	s->bad = row->len == 0 || *row->data != '{';
}

static void word_copy(char to[TALLY_WORD], const char *at, size_t len)
{
	if (len >= TALLY_WORD)
		len = utf8_start(at, TALLY_WORD - 1);
	memcpy(to, at, len);
	to[len] = '\0';
}

void plan_row_kind(const char *text, size_t len, char kind[TALLY_WORD])
{
	size_t from = 0, to;

	while (from < len && (ispunct((unsigned char)text[from]) || text[from] == ' '))
		from++;
	for (to = from; to < len && text[to] != ' ' && text[to] != '\\';)
		to++;
	while (to > from && ispunct((unsigned char)text[to - 1]))
		to--;
	word_copy(kind, text + from, to - from);
	for (char *c = kind; *c; c++)
		*c = (char)((unsigned char)*c < 0x80 ? tolower((unsigned char)*c) : *c);
}

static bool status_of(struct json_span span, enum todo_status *out)
{
	for (enum todo_status i = TODO_PENDING; i <= TODO_SKIPPED; i++)
		if (span_is(span, todo_status_name(i))) {
			*out = i;
			return true;
		}
	return false;
}

static void evidence_read(struct json_scan *s, struct plan_row *out)
{
	json_scan_each (key, s) {
		if (span_is(key, "calls"))
			out->calls += plan_bounded(json_scan_int(s, 0), INT32_MAX);
		else if (span_is(key, "tokens"))
			out->tokens += plan_bounded(json_scan_int(s, 0), PLAN_NUMBER_MAX);
	}
}

static bool item_read(struct json_scan *s, struct plan_row *out, struct tally_item *item)
{
	struct json_span value;
	bool id = false, status = false, content = false;

	json_scan_each (key, s) {
		if (span_is(key, "id")) {
			value = json_scan_string(s);
			id = value.at != NULL;
			item->id = hash_span(value);
		} else if (span_is(key, "content")) {
			value = json_scan_string(s);
			content = value.at != NULL;
			item->words = hash_span(value);
			plan_row_kind(value.at ? value.at : "", value.len, item->kind);
		} else if (span_is(key, "status")) {
			status = status_of(json_scan_string(s), &item->status);
		} else if (span_is(key, "attempts")) {
			item->attempts = (int)plan_bounded(json_scan_int(s, 0), 1000000);
		} else if (span_is(key, "active_ms")) {
			item->active_ms = plan_bounded(json_scan_int(s, 0), PLAN_NUMBER_MAX);
		} else if (span_is(key, "error")) {
			item->explained = json_scan_string(s).len > 0;
		} else if (span_is(key, "evidence")) {
			evidence_read(s, out);
		}
	}
	return id && status && content;
}

static bool ids_differ(const struct plan_row *r)
{
	for (size_t i = 0; i < r->count; i++)
		for (size_t k = 0; k < i; k++)
			if (r->items[i].id == r->items[k].id)
				return false;
	return true;
}

static bool items_read(struct json_scan *s, struct plan_row *out)
{
	if (!json_scan_array(s))
		return false;
	while (json_scan_item(s)) {
		if (out->count == PLAN_ITEMS_MAX)
			return false;
		array_reserve(&out->items, &out->cap, out->count + 1, sizeof *out->items);
		out->items[out->count] = (struct tally_item){0};
		if (!item_read(s, out, &out->items[out->count++]))
			return false;
	}
	return !s->bad && ids_differ(out);
}

static bool plan_status_of(struct json_span span, enum plan_status *out)
{
	for (enum plan_status i = PLAN_NONE; i <= PLAN_ABANDONED; i++)
		if (span_is(span, plan_status_name(i))) {
			*out = i;
			return true;
		}
	return false;
}

static bool plan_read(struct json_scan *s, struct plan_row *out)
{
	bool id = false, status = false, items = false;

	json_scan_each (key, s) {
		if (span_is(key, "id")) {
			struct json_span value = json_scan_string(s);
			id = value.at != NULL;
			out->id = hash_span(value);
		} else if (span_is(key, "status")) {
			status = plan_status_of(json_scan_string(s), &out->status);
		} else if (span_is(key, "items")) {
			if (items || !items_read(s, out))
				return false;
			items = true;
		}
	}
	return id && status && items;
}

bool plan_row_plan(const struct store_row *row, struct plan_row *out)
{
	struct json_scan s;
	bool plan = false;

	row_begin(&s, row);
	json_scan_each (key, &s) {
		if (span_is(key, "plan")) {
			if (plan || !plan_read(&s, out))
				return false;
			plan = true;
		} else if (span_is(key, "by")) {
			out->by_user = span_is(json_scan_string(&s), "user");
		}
	}
	return plan && !s.bad;
}

bool plan_row_head(const struct store_row *row, struct json_span *id, enum plan_status *status)
{
	struct json_scan s;
	bool known = false;

	*id = (struct json_span){NULL, 0};
	row_begin(&s, row);
	json_scan_each (key, &s) {
		if (!span_is(key, "plan"))
			continue;
		json_scan_each (member, &s) {
			if (span_is(member, "id"))
				*id = json_scan_string(&s);
			else if (span_is(member, "status"))
				known = plan_status_of(json_scan_string(&s), status);
			if (id->at && known)
				return true; /* the items are not read */
		}
		return false;
	}
	return false;
}

void plan_row_free(struct plan_row *r)
{
	free(r->items);
	*r = (struct plan_row){0};
}

static void totals_read(struct json_scan *s, struct plan_row_end *out)
{
	json_scan_each (key, s) {
		if (span_is(key, "cost_usd")) {
			double usd = json_scan_num(s, -1);
			out->priced = usd >= 0;
			out->usd = usd > 0 ? usd : 0;
		} else if (span_is(key, "duration_ms")) {
			out->ms = plan_bounded(json_scan_int(s, 0), PLAN_NUMBER_MAX);
		}
	}
}

bool plan_row_end(const struct store_row *row, struct plan_row_end *out)
{
	struct json_scan s;

	*out = (struct plan_row_end){0};
	row_begin(&s, row);
	json_scan_each (key, &s) {
		if (span_is(key, "outcome"))
			out->answered = span_is(json_scan_string(&s), "answered");
		else if (span_is(key, "totals"))
			totals_read(&s, out);
	}
	return !s.bad;
}

bool plan_row_result(const struct store_row *row, bool *ok, char tool[TALLY_WORD])
{
	struct json_scan s;

	*ok = true;
	tool[0] = '\0';
	row_begin(&s, row);
	json_scan_each (key, &s) {
		if (span_is(key, "ok")) {
			if ((*ok = json_scan_flag(&s, true)))
				return true; /* nothing more is read of a result that went well */
		} else if (span_is(key, "tool")) {
			struct json_span value = json_scan_string(&s);
			word_copy(tool, value.at ? value.at : "", value.len);
		}
	}
	return !s.bad;
}

bool plan_row_member_is(const struct store_row *row, const char *name, const char *wanted)
{
	struct json_scan s;

	row_begin(&s, row);
	json_scan_each (key, &s) {
		if (span_is(key, name))
			return span_is(json_scan_string(&s), wanted);
	}
	return false;
}
