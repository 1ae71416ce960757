/* SPDX-License-Identifier: MIT
 * Event sources: a file gives the same events from any seq as the store it came from, and the same
 * contents, without being read from its beginning.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "base/json/json.h"
#include "session/event_source.h"
#include "session/session_file.h"
#include "tests/support/scratch.h"
#include "tests/support/store_fill.h"

struct fixture {
	char *dir, *db, *file;
	struct store *store;
	struct event_source *stored, *in_file;
	char id[27], ref[40];
	int64_t last;
};

static void append_change(struct fixture *f)
{
	struct event ev = {.seq = store_last_seq(f->store, f->id) + 1,
	    .at_ms = 99,
	    .type = EVENT_FILE_CHANGE,
	    .phase = PHASE_OBS,
	    .summary = xstrdup("a.bin")};

	ev.data = json_pack("{s:s, s:n, s:s}", "path", "a.bin", "before", "after", f->ref);
	assert_int_equal(store_append(f->store, f->id, &ev, NULL), STORE_OK);
	event_free(&ev);
}

static int setup(void **state)
{
	struct fixture *f = xcalloc(1, sizeof *f);
	char content[200000];
	FILE *out;

	f->dir = scratch_new();
	f->db = scratch_path(f->dir, "agent.db");
	f->file = scratch_path(f->dir, "s.jsonl");
	f->store = store_open(f->db, NULL, NULL);
	fill_session(f->store, "/a", "hello", 300, f->id);
	for (size_t i = 0; i < sizeof content; i++)
		content[i] = (char)(i * 7);
	assert_true(store_blob_put(f->store, f->id, content, sizeof content, f->ref, NULL));
	append_change(f);
	out = fopen(f->file, "w");
	assert_true(session_export(f->store, f->id, false, out, NULL));
	fclose(out);
	f->stored = event_source_stored(f->store, f->id);
	f->in_file = event_source_file(f->file, NULL);
	f->last = event_source_last(f->stored);
	*state = f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	event_source_free(f->stored);
	event_source_free(f->in_file);
	store_close(f->store);
	scratch_free(f->dir);
	free(f->db);
	free(f->file);
	free(f);
	return 0;
}

static int64_t count_from(struct event_source *p, int64_t from, int64_t *first)
{
	struct event_reader *source = event_source_reader(p, from);
	struct event ev;
	int64_t n = 0;

	*first = 0;
	while (source->next(source, &ev, NULL)) {
		*first = *first ? *first : ev.seq;
		n++;
		event_free(&ev);
	}
	event_reader_free(source);
	return n;
}

static void a_file_gives_what_the_store_gives_from_any_event(void **state)
{
	static const int64_t seqs[] = {1500, 1, 2, 2101, 51, 50, 49, 1999, 2000, 3000};
	struct fixture *f = *state;

	for (int pass = 0; pass < 2; pass++) /* before it was read through, and behind */
		for (size_t i = 0; i < sizeof seqs / sizeof *seqs; i++) {
			int64_t here, there;

			assert_int_equal(count_from(f->stored, seqs[i], &here),
			    count_from(f->in_file, seqs[i], &there));
			assert_int_equal(here, there);
			assert_int_equal(here, seqs[i] <= f->last ? seqs[i] : 0);
		}
	assert_int_equal(event_source_last(f->in_file), 0);
}

static void contents_come_from_either(void **state)
{
	struct fixture *f = *state;
	struct buf one = BUF_INIT, two = BUF_INIT;
	struct error e = ERROR_INIT;
	int64_t first;

	assert_false(event_source_content(f->in_file, f->ref, &two, &e)); /* not read that far */
	error_free(&e);
	count_from(f->in_file, 1, &first);
	assert_true(event_source_content(f->stored, f->ref, &one, NULL));
	assert_true(event_source_content(f->in_file, f->ref, &two, NULL));
	assert_int_equal(one.len, 200000);
	assert_int_equal(two.len, 200000);
	assert_memory_equal(one.data, two.data, one.len);
	assert_false(event_source_content(f->in_file, "blob:nosuch", &two, &e));
	error_free(&e);
	buf_free(&one);
	buf_free(&two);
}

static void what_folds_had_come_to_is_kept(void **state)
{
	struct fixture *f = *state;
	struct event_source *pasts[] = {f->stored, f->in_file};

	for (size_t i = 0; i < 2; i++) {
		json_t *data = json_pack("{s:i}", "n", 1), *kept;
		int64_t at = 99;

		event_source_keep(pasts[i], "k", 100, data);
		assert_null(event_source_kept(pasts[i], "k", &at));
		at = 150;
		kept = event_source_kept(pasts[i], "k", &at);
		assert_int_equal(at, 100);
		assert_int_equal(json_int(kept, "n", 0), 1);
		json_decref(kept);
		json_decref(data);
	}
}

static void a_file_names_its_session(void **state)
{
	struct fixture *f = *state;
	json_t *row = event_source_row(f->in_file);

	assert_string_equal(json_str(row, "cwd", ""), "/a");
	assert_null(event_source_session(f->in_file));
	assert_string_equal(event_source_session(f->stored), f->id);
	json_decref(row);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		a_file_gives_what_the_store_gives_from_any_event, setup, teardown),
	    cmocka_unit_test_setup_teardown(contents_come_from_either, setup, teardown),
	    cmocka_unit_test_setup_teardown(what_folds_had_come_to_is_kept, setup, teardown),
	    cmocka_unit_test_setup_teardown(a_file_names_its_session, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
