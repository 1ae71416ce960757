/* SPDX-License-Identifier: MIT
 * The list of exporters, how one is chosen, and what they share: reading events, flushing, thoughts.
 */
#include "ui/export/exporter.h"

#include "base/base.h"
#include "session/event/event_data.h"
#include "session/session_file.h"

static bool write_session(const struct export_job *job, struct error *e)
{
	return session_export(job->store, json_str(job->row, "id", ""), job->thinking, job->out, e);
}

const struct exporter export_jsonl = {"jsonl", ".jsonl", write_session};

static const struct exporter *const exporters[] = {
    &export_jsonl,
    &export_markdown,
    &export_cast,
    &export_html,
    &export_atif,
};
#define COUNT ARRAY_SIZE(exporters)

const struct exporter *export_find(const char *format, const char *path, struct error *e)
{
	auto_buf names = BUF_INIT;

	for (size_t i = 0; i < COUNT; i++) {
		const char *suffix = exporters[i]->suffix;
		const size_t len = path ? strlen(path) : 0, n = strlen(suffix);

		if (format ? strcmp(exporters[i]->name, format) == 0
			   : len > n && strcmp(path + len - n, suffix) == 0)
			return exporters[i];
		buf_addf(&names, "%s%s", i ? ", " : "", exporters[i]->name);
	}
	if (!format)
		return exporters[0];
	error_set(e, ERR_USAGE, "no format '%s': there are %s", format, buf_str(&names));
	return NULL;
}

bool export_flushed(const struct export_job *job, struct error *e)
{
	if (fflush(job->out) == 0 && !ferror(job->out))
		return true;
	return error_set(e, ERR_IO, "cannot write the session: %s", error_system(errno));
}

bool export_events(const struct export_job *job, void (*take)(void *ctx, const struct event *ev),
    void *ctx, struct error *e)
{
	auto_error why = ERROR_INIT;

	event_each (ev, store_source(job->store, json_str(job->row, "id", ""), 1), &why) {
		if (ferror(job->out))
			break;
		event_redact(&ev);
		take(ctx, &ev);
	}
	return why.code == ERR_NONE ? export_flushed(job, e)
				    : error_set(e, why.code, "%s", why.message);
}

bool export_thinking(const struct export_job *job, const struct event *ev, struct buf *out)
{
	const bool wanted = job->thinking && ev->type == EVENT_MESSAGE;

	json_each (part, wanted ? event_read_message(ev->data).parts : NULL)
		if (part_type(part) == PART_THINKING)
			buf_adds(out, json_str(event_read_thinking_part(part).data, "text", ""));
	return out->len > 0;
}
