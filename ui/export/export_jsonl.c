/*
 * JSON lines: the events themselves, with the content they refer to; what import reads.
 */
#include "base/json/json.h"
#include "session/session_file.h"
#include "ui/export/exporter.h"

static bool write_session(const struct export_job *job, struct error *e)
{
	return session_export(job->store, json_str(job->row, "id", ""), job->thinking, job->out, e);
}

const struct exporter export_jsonl = {"jsonl", ".jsonl", write_session};
