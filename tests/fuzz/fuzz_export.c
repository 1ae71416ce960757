/* SPDX-License-Identifier: MIT
 * A file of events as somebody wrote it, imported into a store: what is kept goes out in every form,
 * without a control byte that a terminal or a browser would obey; as JSON lines it comes in again.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/core/alloc.h"
#include "base/file.h"
#include "base/text/utf8.h"
#include "session/session_file.h"
#include "tests/fuzz/folder.h"
#include "ui/export/exporter.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct store *store;

static void check(bool holds)
{
	if (!holds)
		abort();
}

static void close_store(void)
{
	store_close(store);
}

static void open_store(void)
{
	char *path = file_join(fuzz_folder(), "agent.db");

	store = store_open(path, NULL, NULL);
	check(store != NULL);
	atexit(close_store);
	free(path);
}

static bool import(const void *data, size_t size, char id[27])
{
	struct error e = ERROR_INIT;
	char *path = file_join(fuzz_folder(), "given.jsonl");
	bool ok;

	fuzz_file("given.jsonl", data, size);
	ok = session_import(store, path, id, &e);
	check(ok || e.message);
	error_free(&e);
	free(path);
	return ok;
}

static void check_text(const struct exporter *form, const char *text, size_t len)
{
	check(utf8_valid(text, len));
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		check(c == '\n' || c == '\t' || (c >= 0x20 && c != 0x7f));
	}
	if (form == &export_html)
		check(!strcasestr(text, "<img") && !strcasestr(text, "javascript:\""));
}

static void write_out(const struct exporter *form, const char *id, char **text, size_t *len)
{
	json_t *row = store_find(store, id, NULL, NULL);
	struct export_job job = {.store = store, .row = row, .thinking = true};

	*text = NULL;
	job.out = open_memstream(text, len);
	check(row && job.out && form->write(&job, NULL));
	fclose(job.out);
	check_text(form, *text, *len);
	json_decref(row);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct exporter *const forms[] = {
	    &export_markdown, &export_html, &export_cast, &export_jsonl};
	char id[27], again[27], *text = NULL;
	size_t len = 0;

	if (!store)
		open_store();
	if (!import(data, size, id))
		return 0;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		free(text);
		write_out(forms[i], id, &text, &len);
	}
	check(import(text, len, again));
	check(store_last_seq(store, again) >= store_last_seq(store, id));
	store_delete(store, id, NULL);
	store_delete(store, again, NULL);
	free(text);
	return 0;
}
