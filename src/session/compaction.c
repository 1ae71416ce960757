/* SPDX-License-Identifier: MIT
 * Applies a compaction event {through_seq, summary, kept, trimmed} to the conversation. If it has a
 * summary, one message with it replaces all items up to through_seq, except those listed in kept; the
 * text of each result listed in trimmed is replaced by a line that says so. The event may come from an
 * imported file: whatever it lists, the remaining conversation is one that servers accept.
 */
#include "base/base.h"
#include "config/prompt.h"
#include "session/conversation.h"
#include "session/event/event_data.h"
#include "session/event/message.h"
#include "session/store/store.h"

#define UNREAD_BYTES 2048      /* bytes kept of a trimmed result that the model has not read yet */
#define FILE_BYTES_PER_TOKEN 4 /* bytes of text that take as much room as a token of an image */
#define AROUND 32	       /* bytes of JSON that a request has around a text or a call */

static bool item_is(const json_t *item, const char *type)
{
	return strcmp(json_str(item, "type", ""), type) == 0;
}

size_t item_bytes(const json_t *item)
{
	size_t bytes = AROUND;

	if (item_is(item, "tool_result"))
		return bytes + strlen(json_str(item, "text", ""));
	json_each (part, event_read_message(item).parts) {
		const enum part_type type = part_type(part);
		const int64_t tokens = event_read_file_part(part).tokens;

		if (type == PART_CALL)
			bytes += strlen(event_read_call_part(part).arguments) + AROUND;
		else if (type == PART_FILE)
			bytes += (size_t)(tokens > 0 ? tokens : 0) * FILE_BYTES_PER_TOKEN;
		else if (type == PART_TEXT)
			bytes += strlen(event_read_text_part(part).text);
	}
	return bytes;
}

json_t *item_trimmed(const json_t *result, bool unread)
{
	const struct event_tool_result r = event_read_tool_result(result);
	const char *words = r.text ? r.text : "", *whole = json_str(r.truncated, "ref", NULL);
	char bytes[24], ref[40];
	auto_free char *text = NULL, *some = text_excerpt(words, UNREAD_BYTES);
	json_t *item = json_copy((json_t *)result);

	snprintf(bytes, sizeof bytes, "%zu", strlen(words));
	if (!whole)
		blob_ref(words, strlen(words), ref);
	text = prompt_text(unread ? "history/shortened" : "history/trimmed",
	    (struct prompt_var[]){{"bytes", bytes}, {"ref", whole ? whole : ref}, {"text", some}},
	    unread ? 3 : 2);
	json_put_str(item, "text", text);
	json_put(item, "trimmed", json_true());
	return item;
}

size_t items_unread(const json_t *items)
{
	size_t at = json_array_size(items);

	while (
	    at > 0 && strcmp(json_str(json_array_get(items, at - 1), "role", ""), "assistant") != 0)
		at--;
	return at;
}

/* Returns an object with the seqs of an array as keys, for fast lookup. New reference. */
static json_t *seqs_of(const json_t *seqs)
{
	json_t *set = json_object();
	char key[24];

	json_each (seq, seqs) {
		snprintf(key, sizeof key, "%lld", (long long)json_integer_value(seq));
		json_put(set, key, json_true());
	}
	return set;
}

static bool has_seq(const json_t *set, int64_t seq)
{
	char key[24];

	snprintf(key, sizeof key, "%lld", (long long)seq);
	return seq > 0 && json_object_get(set, key);
}

static json_t *summary_item(const char *summary, int64_t seq)
{
	auto_free char *text =
	    prompt_text("history/summary", (struct prompt_var[]){{"text", summary}}, 1);
	json_t *item = json_pack("{s:s, s:I}", "type", "message", "seq", (json_int_t)seq);
	json_auto_t *message = message_of_text("user", "summary", text);

	json_object_update(item, message);
	return item;
}

static void replace_items(struct conversation *c, json_t *items /* steals */)
{
	json_auto_t *called = json_object();
	json_t *item, *tool;
	const char *call;
	void *next;
	size_t i = 0;

	c->bytes = 0;
	while ((item = json_array_get(items, i))) {
		/* Servers refuse a result whose call is gone. */
		if (item_is(item, "tool_result") &&
		    json_object_del(called, event_read_tool_result(item).call) != 0) {
			json_array_remove(items, i);
			continue;
		}
		message_open_calls(item, called);
		c->bytes += item_bytes(item);
		i++;
	}
	/* A call whose message was removed is no longer open. */
	json_object_foreach_safe (c->open, next, call, tool)
		if (!json_object_get(called, call))
			json_object_del(c->open, call);
	json_decref(c->items);
	c->items = items;
}

bool thinking_is_sealed(const json_t *data)
{
	return json_object_get(data, "signature") || json_object_get(data, "item") ||
	       json_object_get(data, "redacted");
}

/* Appends an item. A part that the model signed (thinking, or the reasoning_details of some hosts) is valid only behind
 * the conversation it was made in: if that was cut before it, the item is marked by prefix_cut. */
static void append_item(json_t *items, json_t *item, bool cut)
{
	bool is_signed = false;

	json_each (part, event_read_message(item).parts)
		is_signed |= thinking_is_sealed(event_read_thinking_part(part).data);
	json_members (wire, extras, json_map(item, "extras"))
		is_signed |= json_object_get(extras, "reasoning_details") != NULL;
	if (!cut || !is_signed || json_flag(item, "prefix_cut", false)) {
		json_array_append(items, item);
		return;
	}
	item = json_copy(item);
	json_put(item, "prefix_cut", json_true());
	json_array_append_new(items, item);
}

void conversation_compact(struct conversation *c, const struct event *ev)
{
	const struct event_compaction compaction = event_read_compaction(ev->data);
	json_auto_t *kept = seqs_of(compaction.kept), *trimmed = seqs_of(compaction.trimmed);
	json_t *items = json_array();
	size_t unread = items_unread(c->items);
	int64_t at = 0; /* the seq of the item, or, if it has none, of the last item that has one */
	bool cut = compaction.summary != NULL;

	if (compaction.summary)
		json_array_append_new(items, summary_item(compaction.summary, ev->seq));
	json_each_at (i, item, c->items) {
		const int64_t seq = json_int(item, "seq", 0);

		at = seq > 0 ? seq : at;
		if (compaction.summary && at <= compaction.through_seq && !has_seq(kept, seq))
			continue;
		if (item_is(item, "tool_result") && has_seq(trimmed, seq) &&
		    !json_flag(item, "trimmed", false)) {
			json_array_append_new(items, item_trimmed(item, i >= unread));
			cut = true;
		} else {
			append_item(items, item, cut);
		}
	}
	replace_items(c, items);
}
