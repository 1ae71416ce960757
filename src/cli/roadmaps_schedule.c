/*
 * agent roadmaps schedule, check, why and import.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "base/print.h"
#include "base/text.h"
#include "cli/roadmaps.h"
#include "cli/sessions.h"
#include "config/prompt.h"
#include "loop/loop.h"
#include "roadmap/roadmap_file.h"
#include "roadmap/roadmap_store.h"
#include "roadmap/schedule_export.h"

int64_t roadmaps_now(void)
{
	return clock_now_ms() / 60000;
}

int roadmaps_read(struct roadmaps_request *q, const char *word, struct roadmap *out)
{
	struct problems problems = PROBLEMS_INIT;
	struct error e = ERROR_INIT;
	json_t *document;
	int code;
	bool ok;

	if (strcmp(word, "-") == 0 || access(word, F_OK) == 0 || strchr(word, '/') ||
	    strchr(word, '.')) {
		ok = roadmap_load(out, word, &problems);
		code = roadmaps_problems(&problems);
		return ok ? 0 : code;
	}
	document = roadmaps_store(q, &e) ? roadmap_store_document(q->store, word, 0, &e) : NULL;
	if (!document)
		return sessions_fail(&e);
	ok = roadmap_read(out, document, word, NULL, &problems);
	json_decref(document);
	if (ok)
		roadmap_store_revised(q->store, out, 0);
	return ok ? 0 : roadmaps_problems(&problems);
}

static void print_violation(const struct roadmap *r, const struct roadmap_violation *v)
{
	const struct roadmap_node *n = v->node >= 0 ? &r->outline.nodes[v->node] : NULL;
	char *fix = roadmap_fix_text(r, v);

	if (n && n->place.line)
		print_text(stdout, "%s:%d:%d: ", r->file, n->place.line, n->place.column);
	else
		print_text(stdout, "%s: ", r->file);
	if (n && n->id)
		print_text(stdout, "'%s': ", n->id);
	print_text(stdout, "%s [%s]%s%s\n", v->text, violation_code_name(v->code),
	    fix ? "; fix: " : "", fix ? fix : "");
	free(fix);
}

static bool validate(const struct roadmap *r, struct roadmap_violations *v)
{
	struct problems problems = PROBLEMS_INIT;
	json_t *patterns = patterns_load(&problems);
	bool ok;

	if (!patterns) {
		roadmaps_problems(&problems);
		return false;
	}
	ok = roadmap_validate(r, patterns, v);
	json_decref(patterns);
	return ok;
}

/* Prints what violates the rules; 0: nothing does. */
static int roadmaps_valid(const struct roadmap *r)
{
	struct roadmap_violations v = {0};
	const bool ok = validate(r, &v);

	for (size_t i = 0; i < v.count; i++)
		print_violation(r, &v.list[i]);
	roadmap_violations_free(&v);
	return ok ? 0 : 1;
}

/* Applies the first fix there is, reads again, and so on: a fix may mend or uncover another. */
static int print_fixed(struct roadmap *r)
{
	struct problems problems = PROBLEMS_INIT;
	bool more = true;

	for (int i = 0; more && i < 1000; i++) {
		struct roadmap_violations v = {0};
		struct roadmap again;

		validate(r, &v);
		more = false;
		for (size_t k = 0; k < v.count && !more; k++)
			more = roadmap_fix_apply(r, &v.list[k]);
		roadmap_violations_free(&v);
		if (!more || !roadmap_read(&again, r->document, r->file, NULL, &problems))
			break;
		roadmap_free(r);
		*r = again;
	}
	sessions_json(json_incref(r->document));
	return problems.count ? roadmaps_problems(&problems) : 0;
}

static int print_check(const struct roadmaps_request *q, const struct roadmap *r)
{
	struct roadmap_violations v = {0};
	const bool ok = validate(r, &v);
	json_t *o, *list;

	if (roadmaps_json(q)) {
		o = json_object();
		list = json_array();
		for (size_t i = 0; i < v.count; i++)
			json_array_append_new(list, roadmap_violation_json(r, &v.list[i]));
		json_put(o, "valid", json_boolean(ok));
		json_put(o, "confidence", json_real(roadmap_violations_score(r, &v)));
		json_put(o, "pattern_rfc_required", json_boolean(v.rfc_pending));
		json_put(o, "violations", list);
		sessions_json(o);
	} else {
		for (size_t i = 0; i < v.count; i++)
			print_violation(r, &v.list[i]);
		if (ok && v.rfc_pending)
			print_text(stdout, "%s: the proposed subtype '%s' waits for approval: %s\n",
			    r->file, r->outline.pattern.subtype, r->outline.pattern.rfc);
		if (ok)
			print_text(stdout, "%s: %d node%s, nothing is wrong\n", r->file,
			    r->outline.count, text_plural(r->outline.count, "", "s"));
	}
	roadmap_violations_free(&v);
	return ok ? 0 : 1;
}

int roadmaps_check(struct roadmaps_request *q)
{
	struct roadmap r;
	int code = roadmaps_read(q, q->words[0], &r);

	if (code != 0)
		return code;
	code = q->fix ? print_fixed(&r) : print_check(q, &r);
	roadmap_free(&r);
	return code;
}

/* --- schedules --- */

static bool read_calendars(
    const struct roadmaps_request *q, const struct roadmap *r, struct busy_times *busy)
{
	const int64_t start = r->start != TIME_NEVER ? r->start : roadmaps_now();
	struct problems problems = PROBLEMS_INIT;
	bool ok = true;

	for (int i = 0; i < q->calendars.count && ok; i++)
		ok = ical_busy_file(q->calendars.list[i], busy, r->zone, start, r->deadline,
		    r->defaults, &problems);
	if (!ok)
		roadmaps_problems(&problems);
	busy_times_sort(busy);
	return ok;
}

/* What is planned in kept plans counts as busy where it is asked for. */
static void read_kept(
    const struct roadmaps_request *q, const struct roadmap *r, struct busy_times *busy)
{
	if (q->kept_plans && r->resource_count)
		roadmap_store_busy(q->store, r->id ? r->id : "", r->resources[0].id, busy);
}

static bool read_from(const struct roadmaps_request *q, const struct roadmap *r, int64_t *from)
{
	bool day;

	*from = TIME_NEVER;
	if (!q->from)
		return true;
	if (strcmp(q->from, "now") == 0) {
		*from = roadmaps_now();
		return true;
	}
	if (moment_parse(q->from, r->zone, false, from, &day))
		return true;
	roadmaps_usage(
	    "--from wants a date like 2026-03-02 or 2026-03-02T09:00, or 'now'", q->from);
	return false;
}

/* Finished tasks are asked for where some were kept; a plan in a file makes no store. */
static void open_store_there_is(struct roadmaps_request *q)
{
	char *path = file_home(FILE_DATA, "agent.db");
	struct error e = ERROR_INIT;

	if (access(path, F_OK) == 0)
		roadmaps_store(q, &e);
	error_free(&e);
	free(path);
}

struct schedule *roadmaps_make(
    struct roadmaps_request *q, const struct roadmap *r, struct busy_times *busy, int *code)
{
	struct duration_ratios ratios = {0};
	struct schedule_options o = {.now = roadmaps_now(),
	    .busy = busy,
	    .ratios = &ratios,
	    .seed = q->seed ? q->seed : -1,
	    .schedules = (int)q->schedules};
	struct error e = ERROR_INIT;
	struct schedule_job *job = NULL;
	struct schedule *s = NULL;
	struct loop *loop;

	*code = roadmaps_valid(r);
	if (*code != 0)
		return NULL;
	*code = 2;
	if (!read_from(q, r, &o.from) || !read_calendars(q, r, busy))
		return NULL;
	open_store_there_is(q);
	read_kept(q, r, busy);
	if (busy->count == 0) /* what it was planned around, as it is kept with it */
		busy_times_load(busy, json_list(r->document, "busy"));
	roadmap_store_ratios(q->store, r, &ratios);
	job = schedule_job_new(r, &o, &e);
	if (!job) {
		*code = sessions_fail(&e);
	} else {
		loop = loop_new();
		s = schedule_job_await(job, loop);
		loop_free(loop);
		*code = s->feasible ? 0 : EXIT_UNDECIDED;
	}
	free(ratios.list);
	return s;
}

int roadmaps_print(struct roadmaps_request *q, const struct schedule *s)
{
	struct error e = ERROR_INIT;
	const struct schedule_exporter *x =
	    schedule_exporter(q->output				  ? q->output
			      : q->options->output == OUTPUT_JSON ? "json"
								  : "text",
		&e);
	struct buf out = BUF_INIT;

	if (!x)
		return sessions_fail(&e);
	x->write(s, sessions_width(), &out);
	/* Every text in it went through the door on its way in. */
	fwrite(buf_str(&out), 1, out.len, stdout);
	buf_free(&out);
	return 0;
}

int roadmaps_schedule(struct roadmaps_request *q)
{
	struct busy_times busy = {0};
	struct error e = ERROR_INIT;
	struct schedule *s;
	struct roadmap r;
	int code, printed;

	if (q->output && !schedule_exporter(q->output, &e))
		return sessions_fail(&e);
	code = roadmaps_read(q, q->words[0], &r);
	if (code != 0)
		return code;
	s = roadmaps_make(q, &r, &busy, &code);
	if (s && (printed = roadmaps_print(q, s)) != 0)
		code = printed;
	schedule_free(s);
	busy_times_free(&busy);
	roadmap_free(&r);
	return code;
}

static int print_why(struct roadmaps_request *q, const struct schedule *s, const char *id)
{
	const int node = roadmap_find(s->plan.roadmap, id);
	struct buf out = BUF_INIT;

	if (node < 0)
		return print_failure(2, "roadmaps: no task '%s' in '%s'", id, q->words[0]);
	schedule_why(s, node, &out);
	print_text(stdout, "%s", buf_str(&out));
	buf_free(&out);
	return 0;
}

int roadmaps_why(struct roadmaps_request *q)
{
	struct busy_times busy = {0};
	struct schedule *s;
	struct roadmap r;
	int code = roadmaps_read(q, q->words[0], &r);

	if (code != 0)
		return code;
	s = roadmaps_make(q, &r, &busy, &code);
	if (s)
		code = print_why(q, s, q->words[1]);
	schedule_free(s);
	busy_times_free(&busy);
	roadmap_free(&r);
	return code;
}

int roadmaps_import(struct roadmaps_request *q)
{
	struct problems problems = PROBLEMS_INIT;
	struct roadmap r;
	const bool ok = roadmap_load(&r, q->words[0], &problems);
	const int code = roadmaps_problems(&problems);

	if (!ok)
		return code;
	sessions_json(json_incref(r.document));
	roadmap_free(&r);
	return 0;
}
