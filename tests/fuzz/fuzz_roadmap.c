/* SPDX-License-Identifier: MIT
 * Plans of strangers: whatever the bytes, a roadmap or problems. One without violations gets a
 * schedule that keeps its own contract and can be written in every form; one with violations and fixes
 * can be mended without harm.
 */
#include <stdint.h>
#include <stdlib.h>

#include "base/json/json.h"
#include "config/prompt.h"
#include "roadmap/export/schedule_export.h"
#include "roadmap/file/roadmap_file.h"
#include "roadmap/file/validate.h"

#define NODES_MOST 60

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void write_forms(const struct schedule *s)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *value = schedule_json(s);

	check(contract_check(CONTRACT_SCHEDULE, value, "schedule", NULL, &problems));
	json_decref(value);
	for (size_t i = 0; schedule_exporters[i]; i++) {
		struct buf out = BUF_INIT;

		schedule_exporters[i]->write(s, 80, &out);
		for (size_t k = 0; k < out.len; k++)
			check((unsigned char)out.data[k] >= ' ' || out.data[k] == '\n' ||
			      out.data[k] == '\r');
		buf_free(&out);
	}
}

static void make(const struct roadmap *r)
{
	const struct schedule_options o = {
	    .now = 29540000, .from = TIME_NEVER, .seed = 1, .schedules = 3};
	struct error e = ERROR_INIT;
	struct schedule_job *j = schedule_job_new(r, &o, &e);
	struct schedule *s;
	struct buf why = BUF_INIT;

	check(j || e.message);
	error_free(&e);
	if (!j)
		return;
	schedule_job_step(j, 0);
	s = schedule_job_finish(j);
	write_forms(s);
	for (int i = 0; i < r->outline.count; i++)
		schedule_why(s, i, &why);
	buf_free(&why);
	schedule_free(s);
}

static void mend(struct roadmap *r, const struct roadmap_violations *v)
{
	struct problems problems = PROBLEMS_INIT;
	struct roadmap again;

	json_decref(roadmap_violations_json(r, v));
	for (size_t i = 0; i < v->count; i++)
		free(roadmap_fix_text(r, &v->list[i]));
	for (size_t i = 0; i < v->count; i++)
		if (roadmap_fix_apply(r, &v->list[i]))
			break;
	if (roadmap_read(&again, r->document, "fuzz", NULL, &problems))
		roadmap_free(&again);
	problems_free(&problems);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct problems problems = PROBLEMS_INIT;
	struct yaml_marks *marks = NULL;
	json_t *document = roadmap_document("fuzz", (const char *)data, size, &marks, &problems);
	struct roadmap_violations v = {0};
	struct roadmap r;

	check(document || problems.count);
	if (document && roadmap_read(&r, document, "fuzz", marks, &problems)) {
		json_t *patterns = config_table("patterns.yaml", &problems);

		if (!roadmap_validate(&r, patterns, &v))
			mend(&r, &v);
		else if (r.outline.count <= NODES_MOST)
			make(&r);
		roadmap_violations_free(&v);
		roadmap_free(&r);
		json_decref(patterns);
	} else if (document) {
		check(problems.count > 0);
	}
	marks_free(marks);
	json_decref(document);
	problems_free(&problems);
	return 0;
}
