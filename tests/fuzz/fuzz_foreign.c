/* SPDX-License-Identifier: MIT
 * Files of other agents: whatever they hold, the records make the events of a session that a store takes, twice the
 * same, and that folds into a conversation.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "config/settings.h"
#include "folder.h"
#include "foreign/foreign_write.h"
#include "session/conversation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
	if (!holds)
		abort();
}

struct seen {
	struct conversation conversation;
	int64_t seq;
};

static void take(void *self, const struct event *ev)
{
	struct seen *s = self;

	check(ev->seq == s->seq + 1);
	s->seq = ev->seq;
	conversation_take(&s->conversation, ev);
}

static int64_t write_all(
    struct store *store, struct foreign_file *f, const struct settings *settings, const char *id)
{
	struct foreign_writer w;
	struct seen seen = {.seq = 0};
	struct error e = ERROR_INIT;

	conversation_init(&seen.conversation);
	foreign_writer_begin(&w, store, f, settings, id, &e);
	w.dry = !store;
	w.sink = (struct event_sink){take, &seen};
	foreign_write_start(&w, NULL);
	for (size_t i = 0; i < f->count; i++)
		foreign_write_record(&w, &f->list[i]);
	foreign_write_end(&w, true);
	check(!w.failed);
	check(w.dry || seen.seq == w.seq);
	const int64_t last = w.seq;
	foreign_writer_free(&w);
	conversation_free(&seen.conversation);
	error_free(&e);
	return last;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct settings *settings;
	static struct store *store;
	static char path[256];
	static unsigned long count;
	struct foreign_file f;
	struct error e = ERROR_INIT;

	if (!settings) {
		struct problems problems = PROBLEMS_INIT;

		settings = settings_load(&(struct settings_request){.bare = true}, &problems);
		problems_free(&problems);
		snprintf(path, sizeof path, "%s/foreign.db", fuzz_folder());
		store = store_open(path, NULL, &e);
		check(store != NULL);
	}
	if (foreign_open_text(&f, (const char *)data, size, NULL, &e)) {
		char id[27];

		snprintf(id, sizeof id, "%026lu", ++count);
		check(store_batch_begin(store, &e));
		const int64_t last = write_all(store, &f, settings, id);
		store_batch_end(store, false, NULL);
		check(write_all(NULL, &f, settings, id) == last);
	}
	foreign_close(&f);
	error_free(&e);
	return 0;
}
