/* SPDX-License-Identifier: MIT
 * What the store holds of plans, found by a word.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/alloc.h"
#include "base/json/json.h"
#include "roadmap/run/kept_plan.h"
#include "roadmap/run/roadmap_store.h"
#include "session/store/store_roadmap.h"
#include "tests/support/store_ground.h"

static void save_run(struct store *s, const char *id, bool dated)
{
	json_t *run = json_pack("{s:s, s:s, s:{}}", "id", id, "goal", "swim", "artifacts");

	if (dated)
		json_object_set_new(
		    json_map(run, "artifacts"), "schedule", json_pack("{s:s}", "id", id));
	assert_true(store_checkpoint_save(s, id, "SEEK_APPROVAL", 1, run, NULL));
	json_decref(run);
}

static void no_schedule(struct store *s, const char *word, const char *why)
{
	struct error e = ERROR_INIT;

	assert_null(roadmap_store_schedule(s, word, &e));
	if (!e.message || !strstr(e.message, why))
		fail_msg("%s: %s", word, e.message ? e.message : "nothing is said");
	error_free(&e);
}

static void a_schedule_is_found_by_a_word_that_means_one_plan(void **state)
{
	struct store_ground *g = *state;
	struct error e = ERROR_INIT;
	json_t *found;

	save_run(g->store, "learn-a", true);
	save_run(g->store, "learn-b", true);
	save_run(g->store, "paint", false);
	found = roadmap_store_schedule(g->store, "learn-a", &e);
	assert_string_equal(json_str(found, "id", ""), "learn-a");
	json_decref(found);
	no_schedule(g->store, "learn", "is the beginning of several roadmaps");
	no_schedule(g->store, "pa", "roadmap 'paint' has no dates yet");
	no_schedule(g->store, "nothing", "no roadmap 'nothing'");
	assert_null(e.message);
}

static void a_list_that_lacks_its_runs_is_a_failure(void **state)
{
	struct store_ground *g = *state;
	struct error e = ERROR_INIT;
	sqlite3 *db;

	assert_int_equal(sqlite3_open(g->path, &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, "DROP TABLE roadmap_runs", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
	assert_null(roadmap_store_list(g->store, NULL, &e));
	assert_non_null(e.message);
	error_free(&e);
}

static void a_document_that_is_too_large_is_told(void **state)
{
	struct store_ground *g = *state;
	struct error e = ERROR_INIT;
	const size_t len = (size_t)64 << 20;
	char *text = xmalloc(len);

	memset(text, 'x', len);
	json_t *document = json_pack("{s:o}", "goal", json_stringn(text, len));
	const struct store_roadmap r = {
	    .id = "swim", .goal = "swim", .reason = "new", .document = document};
	assert_int_equal(store_roadmap_save(g->store, &r, NULL, 0, &e), 0);
	assert_int_equal(e.code, ERR_LIMIT);
	assert_string_equal(e.message, "roadmap 'swim' has more than 64 MiB");
	error_free(&e);
	json_decref(document);
	free(text);
}

static void a_change_without_operations_is_none_and_no_undo(void **state)
{
	struct store_ground *g = *state;
	struct error e = ERROR_INIT;
	struct kept_change change;
	struct roadmap r;
	char *id;
	json_t *document = json_pack("{s:s, s:s, s:[{s:s, s:s, s:s}]}", "id", "swim", "goal",
	    "swim", "nodes", "id", "crawl", "title", "Crawl", "effort", "2h");
	json_t *edits =
	    json_pack("[{s:s, s:s, s:s}]", "op", "rename", "id", "crawl", "title", "Crawl 100 m");

	assert_true(roadmap_read(&r, document, "plan", NULL, NULL));
	assert_int_equal(roadmap_store_save(g->store, &r, NULL, "new", &id, &e), 1);
	assert_true(kept_edit(g->store, "swim", edits, "renamed", &change, &e));
	assert_int_equal(change.revision, 2);
	buf_free(&change.diff);
	assert_false(kept_edit(g->store, "swim", NULL, "nothing", &change, &e));
	assert_string_equal(e.message, "no operation is given");
	buf_free(&change.diff);
	assert_true(kept_undo(g->store, "swim", &change, &e));
	assert_int_equal(change.revision, 3);
	buf_free(&change.diff);
	free(id);
	roadmap_free(&r);
	json_decref(document);
	json_decref(edits);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(a_schedule_is_found_by_a_word_that_means_one_plan,
		store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		a_list_that_lacks_its_runs_is_a_failure, store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(
		a_document_that_is_too_large_is_told, store_ground_setup, store_ground_teardown),
	    cmocka_unit_test_setup_teardown(a_change_without_operations_is_none_and_no_undo,
		store_ground_setup, store_ground_teardown),
	};

	json_setup();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
