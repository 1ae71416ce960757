/* SPDX-License-Identifier: MIT
 * Stores the events of an imported session and the contents beside them, and answers what the file says of itself.
 */
#include "base/base.h"
#include "base/secret.h"
#include "foreign/foreign_turn.h"

#define STORE_TRIES 100 /* of 50 ms each, while another process holds the store */

void foreign_write_event(
    struct foreign_writer *w, enum event_type type, char *summary, json_t *data)
{
	freed_by(event_free) struct event ev = {.seq = ++w->seq,
	    .at_ms = w->at,
	    .turn = w->turn,
	    .iteration = w->iteration,
	    .phase = event_phase(type),
	    .type = type,
	    .data = data};
	enum store_result result = STORE_BUSY;

	if (!w->dry && !w->failed) {
		if (summary)
			ev.summary = event_summary(summary);
		ev.data = event_clean(ev.data);
		event_redact(&ev);
		for (int i = 0; result == STORE_BUSY && i < STORE_TRIES; i++) {
			error_free(w->e);
			result = store_append(w->store, w->id, &ev, w->e);
		}
		w->failed = result != STORE_OK;
		if (!w->failed && w->sink.take)
			w->sink.take(w->sink.self, &ev);
	}
	free(summary);
}

char *foreign_kept(struct foreign_writer *w, const char *data, size_t len)
{
	char ref[40];

	if (!data || secret_found(data, len))
		return NULL;
	if (w->dry)
		blob_ref(data, len, ref);
	else if (!store_blob_put(w->store, w->id, data, len, ref, NULL))
		return NULL;
	return xstrdup(ref);
}

const char *foreign_fact(const struct foreign_writer *w, const char *name)
{
	const char *text = json_str(w->file->facts, name, NULL);

	return text && *text ? text : NULL;
}

const char *foreign_path(const struct foreign_writer *w, const char *path)
{
	const char *cwd = foreign_fact(w, "cwd");
	const size_t len = cwd ? strlen(cwd) : 0;

	if (len <= 1 || strncmp(path, cwd, len) != 0 || (path[len] && path[len] != '/'))
		return path;
	return path[len] && path[len + 1] ? path + len + 1 : ".";
}
