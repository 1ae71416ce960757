/*
 * Writes each file's content once as base64 lines, until the limit of bytes is reached.
 */
#include "cli/child_content.h"

#include "base/core/base64.h"
#include "base/json/json.h"
#include "session/event/event_data.h"

#define MOST_BYTES ((size_t)11 << 20) /* of one content: its line stays below 16 MiB */

static void send_content(struct child_content *c, const char *ref)
{
	struct buf content = BUF_LIMIT(MOST_BYTES), text = BUF_LIMIT(BUF_UNBOUNDED);
	json_t *line;

	if (!ref || json_object_get(c->sent, ref) ||
	    !session_blob_get(c->session, ref, &content, NULL) ||
	    !base64_encode(&text, buf_str(&content), content.len) || text.len > c->left) {
		buf_free(&content);
		buf_free(&text);
		return;
	}
	c->left -= text.len;
	json_object_set_new(c->sent, ref, json_true());
	line = event_line(EVENT_BLOB, 0,
	    event_build_blob(&(struct event_blob){
		.ref = ref, .bytes = (int64_t)content.len, .base64 = buf_str(&text)}));
	buf_clear(&text);
	json_write(&text, line);
	buf_addc(&text, '\n');
	fwrite(text.data, 1, text.len, c->out);
	json_decref(line);
	buf_free(&content);
	buf_free(&text);
}

void child_content_take(void *self, const struct event *ev)
{
	if (ev->type != EVENT_FILE_CHANGE)
		return;
	send_content(self, event_read_file_change(ev->data).before);
	send_content(self, event_read_file_change(ev->data).after);
}
