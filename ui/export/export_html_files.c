/*
 * The files of a prompt in the page itself: an image as it is, a document as a link that saves it. What
 * is no longer in the store, or holds a secret, is left out; the notice above says what it was.
 */
#include "ui/export/export_html.h"

#include <string.h>
#include "base/core/base64.h"
#include "base/secret.h"
#include "llm/model/media.h"
#include "session/event/event_data.h"

static bool file_content(struct store *store, const char *ref, struct buf *base64)
{
	struct buf bytes = BUF_INIT;
	const bool ok = store_blob_get(store, ref, &bytes, NULL) &&
			!secret_found(buf_str(&bytes), bytes.len) &&
			base64_encode(base64, bytes.data, bytes.len);

	buf_free(&bytes);
	return ok;
}

/* The media type is a stranger's in an imported session. */
static void write_attachment(FILE *out, struct store *store, const struct event_message_part *part)
{
	const bool image = part->media && media_is_image(part->media);
	struct buf base64 = BUF_LIMIT(BUF_UNBOUNDED);

	if (part->media && part->ref && media_is_known(part->media) &&
	    file_content(store, part->ref, &base64)) {
		fprintf(out,
		    image ? "<p class=\"file\"><img alt=\"" : "<p class=\"file\"><a download=\"");
		html_string(out, part->name ? part->name : "");
		fprintf(out, "\" %s=\"data:%s;base64,%s\">", image ? "src" : "href", part->media,
		    buf_str(&base64));
		if (!image) {
			html_string(out, part->name ? part->name : part->media);
			fputs("</a>", out);
		}
		fputs("</p>\n", out);
	}
	buf_free(&base64);
}

static bool is_file(const struct event_message_part *part)
{
	return strcmp(part->type, "file") == 0;
}

bool html_has_files(const struct event *message)
{
	json_t *value;
	size_t i;

	json_array_foreach (event_read_message(message->data).parts, i, value) {
		const struct event_message_part part = event_read_message_part(value);

		if (is_file(&part))
			return true;
	}
	return false;
}

void html_files(FILE *out, struct store *store, const struct event *message)
{
	json_t *value;
	size_t i;

	json_array_foreach (event_read_message(message->data).parts, i, value) {
		const struct event_message_part part = event_read_message_part(value);

		if (is_file(&part))
			write_attachment(out, store, &part);
	}
}
