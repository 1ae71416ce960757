/* SPDX-License-Identifier: MIT
 * Helpers of the actions of `agent roadmaps`: they open the store, read a plan or a revision, print problems.
 */

#include "base/base.h"
#include "base/print.h"
#include "cli/program/program.h"
#include "cli/roadmaps/roadmaps.h"
#include "cli/run.h"
#include "cli/sessions/sessions.h"
#include "roadmap/file/roadmap_file.h"
#include "roadmap/run/roadmap_store.h"

int roadmaps_problems(struct problems *p)
{
	for (size_t i = 0; i < p->count; i++) {
		auto_free char *line = problem_line(&p->list[i]);

		print_text(stderr, "%s\n", line);
	}
	problems_free(p);
	return 2;
}

bool roadmaps_json(const struct roadmaps_request *q)
{
	return (q->output && strcmp(q->output, "json") == 0) ||
	       (!q->output && q->options->output == OUTPUT_JSON);
}

int64_t roadmaps_now(void)
{
	return clock_now_ms() / 60000;
}

bool roadmaps_store(struct roadmaps_request *q, struct error *e)
{
	if (!q->store)
		q->store = program_store(e);
	return q->store != NULL;
}

int roadmaps_read(struct roadmaps_request *q, const char *word, struct roadmap *out)
{
	struct problems problems = PROBLEMS_INIT;
	struct error e = ERROR_INIT;
	bool ok;

	if (strcmp(word, "-") == 0 || access(word, F_OK) == 0 || strchr(word, '/') ||
	    strchr(word, '.')) {
		ok = roadmap_load(out, word, &problems);
		int code = roadmaps_problems(&problems);
		return ok ? 0 : code;
	}
	json_auto_t *document =
	    roadmaps_store(q, &e) ? roadmap_store_document(q->store, word, 0, &e) : NULL;
	if (!document)
		return sessions_fail(&e);
	ok = roadmap_read(out, document, word, NULL, &problems);
	if (ok)
		roadmap_store_revised(q->store, out, 0);
	return ok ? 0 : roadmaps_problems(&problems);
}

json_t *roadmaps_revision(
    struct roadmaps_request *q, const char *word, const char *number, int *code)
{
	char *end = NULL;
	const long long revision = number ? strtoll(number, &end, 10) : 0;
	struct error e = ERROR_INIT;

	if (number && (*end || revision < 1 || revision > INT32_MAX)) {
		*code = command_words_usage(&command_roadmaps, "is no revision", number);
		return NULL;
	}
	json_t *row =
	    roadmaps_store(q, &e) ? roadmap_store_revision(q->store, word, revision, &e) : NULL;
	if (!row)
		*code = sessions_fail(&e);
	return row;
}

int roadmaps_not_kept(const json_t *row)
{
	return print_failure(2, "roadmaps: '%s' is not kept yet: %s goes on with it",
	    json_str(row, "id", ""), json_str(row, "call_to_action", ""));
}

int roadmaps_read_again(const json_t *document, const char *name, int revision, struct roadmap *out)
{
	struct problems problems = PROBLEMS_INIT;

	if (!roadmap_read(out, document, name, NULL, &problems))
		return roadmaps_problems(&problems);
	out->revision = revision;
	return 0;
}
