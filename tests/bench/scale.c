/* SPDX-License-Identifier: MIT
 * What a store costs by how much is in it: scale DB EVENTS IN_ONE. Makes the store where there is none, of sessions of
 * so many events each, and prints, in milliseconds of the processor: how long it takes to have the newest session on the screen, to be
 * at an event (the median and the longest of some hundred places), to append one, and to search for words that are
 * found in ten events, in one of a hundred thousand, and in all.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/core/alloc.h"
#include "base/core/clock.h"
#include "base/text/text.h"
#include "session/session_search.h"
#include "ui/model/model_snapshot.h"

#define PLACES 201
#define APPENDS 2000
#define SEARCHES 21
#define SOUGHT 8 /* sessions that are sought in */
#define ROUND 5	 /* events */
#define TURN 50
#define SUMMARY 2000 /* turns are summed up after so many */

static struct store *store;
static int64_t events, in_one;

static int by_size(const void *a, const void *b)
{
	const double one = *(const double *)a, two = *(const double *)b;

	return (one > two) - (one < two);
}

static double median(double *took, int count)
{
	qsort(took, (size_t)count, sizeof *took, by_size);
	return took[count / 2];
}

static double since(int64_t began_us)
{
	return (double)(clock_cpu_us() - began_us) / 1000;
}

static void id_of(int64_t number, char id[27])
{
	snprintf(id, 27, "01M7XV%020lld", (long long)number);
}

/* ---- Events --------------------------------------------------------------------------------------- */

static json_t *text_parts(const char *text)
{
	return json_pack("[{s:s, s:s}]", "type", "text", "text", text);
}

/* What stands at a place of a session: turns of rounds of a message, a call, its result and what it cost. */
static struct event event_at(int64_t session, int64_t seq)
{
	const int64_t n = session * in_one + seq, at = seq % TURN;
	struct event ev = {.seq = seq,
	    .at_ms = 1795249564000 + n,
	    .turn = (int)(seq / TURN + 1),
	    .iteration = (int)(at / ROUND + 1)};
	char text[256], call[32];

	snprintf(call, sizeof call, "c%lld", (long long)(seq / ROUND));
	snprintf(text, sizeof text, "some words of file%lld that everybody%s reads%s in part%lld",
	    (long long)(n % 50021), n % (events / 10) == 24 ? " needle" : "",
	    n % 100003 == 11 ? " seldom" : "", (long long)(n % 997));
	if (seq == 1) {
		ev.type = EVENT_SESSION_START;
		ev.data =
		    json_pack("{s:s, s:s, s:s}", "cwd", "/tmp", "title", "long", "model", "m");
	} else if (at == 0 || seq == 2) {
		ev.type = EVENT_TURN_START;
		ev.data = json_pack("{s:s, s:s}", "prompt", text, "depth", "react");
	} else if (at == 1) {
		ev.type = EVENT_MESSAGE;
		ev.data = json_pack("{s:s, s:o}", "role", "user", "parts", text_parts(text));
	} else if (at == TURN - 1) {
		ev.type = EVENT_TURN_END;
		ev.data = json_pack("{s:s, s:s}", "outcome", "answered", "answer", text);
	} else if (at == TURN - 2 && seq % SUMMARY < TURN) {
		ev.type = EVENT_COMPACTION;
		ev.data = json_pack("{s:I, s:s, s:[], s:[]}", "through_seq", seq - TURN, "summary",
		    text, "kept", "trimmed");
	} else if (at == TURN - 2) {
		ev.type = EVENT_MESSAGE;
		ev.data = json_pack("{s:s, s:o}", "role", "assistant", "parts", text_parts(text));
	} else if (at % ROUND == 2) {
		ev.type = EVENT_MESSAGE;
		ev.data = json_pack("{s:s, s:[{s:s, s:s, s:s, s:s}]}", "role", "assistant", "parts",
		    "type", "call", "call", call, "tool", "read_file", "arguments", "{}");
	} else if (at % ROUND == 3) {
		ev.type = EVENT_TOOL_CALL;
		ev.summary = xasprintf("read_file %s", call);
		ev.data =
		    json_pack("{s:s, s:s, s:{}}", "call", call, "tool", "read_file", "arguments");
	} else if (at % ROUND == 4) {
		ev.type = EVENT_TOOL_RESULT;
		ev.summary = xstrdup("12 lines");
		ev.data = json_pack("{s:s, s:b, s:s}", "call", call, "ok", 1, "text", text);
	} else {
		ev.type = EVENT_USAGE;
		ev.data = json_pack("{s:s, s:i, s:i, s:f}", "role", "turn", "input", 1000, "output",
		    50, "cost_usd", 0.001);
	}
	ev.phase = event_phase(ev.type);
	return ev;
}

static void must(bool ok, const char *what, const struct error *e)
{
	if (ok)
		return;
	fprintf(stderr, "scale: %s: %s\n", what, e && e->message ? e->message : "");
	exit(1);
}

static void append(int64_t session, int64_t seq)
{
	struct event ev = event_at(session, seq);
	struct error e = ERROR_INIT;
	char id[27];

	id_of(session, id);
	must(store_append(store, id, &ev, &e) == STORE_OK, "append", &e);
	event_free(&ev);
}

static void make(void)
{
	const int64_t began = clock_cpu_us();
	struct error e = ERROR_INIT;

	for (int64_t n = 0; n < events; n++) {
		if (n > 0 && n % 10000 == 0)
			must(store_batch_end(store, true, &e), "batch", &e);
		if (n % 10000 == 0) {
			store_idle(store);
			must(store_batch_begin(store, &e), "batch", &e);
		}
		append(n / in_one, n % in_one + 1);
	}
	must(store_batch_end(store, true, &e), "batch", &e);
	store_idle(store);
	fprintf(
	    stderr, "scale: %lld events stored in %.0f s", (long long)events, since(began) / 1000);
	while (store_index(store, 200000))
		store_idle(store);
	fprintf(stderr, ", words indexed after %.0f s\n", since(began) / 1000);
}

/* ---- Figures --------------------------------------------------------------------------------------- */

static struct event_source *past_of(int64_t session)
{
	char id[27];

	id_of(session, id);
	return event_source_stored(store, id);
}

/* A replay keeps its snapshots while nothing else is to be done. */
static void lay(struct event_source *past)
{
	struct event_reader *reader = event_source_reader(past, 1);
	const bool whole = ui_snapshots_whole(past);
	struct ui_pace pace = {0};
	struct ui_model m;
	struct event ev;

	ui_model_init(&m);
	while (!whole && reader->next(reader, &ev, NULL)) {
		ui_snapshot_pass(&m, &pace, past, &ev);
		event_free(&ev);
	}
	event_reader_free(reader);
	ui_model_free(&m);
}

static double seek(struct event_source *past, int64_t seq)
{
	const int64_t began = clock_cpu_us();
	struct ui_model m;
	int64_t from;

	ui_model_init(&m);
	must(ui_state_at(&m, past, seq, &from, NULL) && (m.seq == seq || seq > in_one), "seek",
	    NULL);
	ui_model_free(&m);
	return since(began);
}

static double open_newest(const char *path)
{
	const int64_t began = clock_cpu_us();
	struct error e = ERROR_INIT;

	store = store_open(path, NULL, &e);
	must(store != NULL, path, &e);
	json_t *row = store_find(store, "last", "/tmp", &e);
	must(row != NULL, "last", &e);
	struct event_source *past =
	    event_source_stored(store, json_string_value(json_object_get(row, "id")));
	seek(past, json_integer_value(json_object_get(row, "events")));
	event_source_free(past);
	json_decref(row);
	return since(began);
}

static void figures_seek(int64_t sessions)
{
	double took[PLACES];

	for (int i = 0; i < PLACES; i++) {
		struct event_source *past =
		    past_of((int64_t)i * 7919 % sessions / SOUGHT * SOUGHT % sessions);
		took[i] = seek(past, 1 + (int64_t)i * 7919 * 331 % in_one);
		event_source_free(past);
	}
	const double middle = median(took, PLACES);
	printf("seek_ms %.2f\tseek_longest_ms %.2f\t", middle, took[PLACES - 1]);
}

static void figures_append(const char *path, int64_t sessions)
{
	double took[APPENDS], sum = 0;
	char id[27];

	id_of(sessions - 1, id);
	const int64_t last = store_last_seq(store, id);
	for (int i = 0; i < APPENDS; i++) {
		const int64_t began = clock_cpu_us();
		append(sessions - 1, last + 1 + i);
		took[i] = since(began);
		sum += took[i];
	}
	printf("append_ms %.4f\tappend_mean_ms %.4f\t", median(took, APPENDS), sum / APPENDS);
}

static void figure_search(const char *name, const char *words)
{
	double took[SEARCHES];
	size_t found = 0;

	for (int i = 0; i < SEARCHES; i++) {
		const int64_t began = clock_cpu_us();
		json_t *rows = store_search(store, words, NULL, 20, NULL);
		took[i] = since(began);
		found = json_array_size(rows);
		json_decref(rows);
	}
	printf("%s_ms %.2f\t%s_sessions %zu\t", name, median(took, SEARCHES), name, found);
}

int main(int argc, char **argv)
{
	double took[SEARCHES];
	struct error e = ERROR_INIT;
	struct stat st;

	text_setup();
	events = argc > 3 ? strtoll(argv[2], NULL, 10) : 0;
	in_one = argc > 3 ? strtoll(argv[3], NULL, 10) : 0;
	if (in_one < 2 * TURN || events < in_one) {
		fprintf(stderr, "usage: scale DB EVENTS IN_ONE\n");
		return 2;
	}
	const int64_t sessions = events / in_one;
	store = store_open(argv[1], NULL, &e);
	must(store != NULL, argv[1], &e);
	const bool there = store_last_seq(store, "01M7XV00000000000000000000") > 0;
	if (!there)
		make();
	for (int64_t i = 0; i < sessions && !there; i += SOUGHT) {
		struct event_source *past = past_of(i);
		lay(past);
		event_source_free(past);
	}
	store_idle(store);
	for (int i = 0; i < SEARCHES; i++) {
		store_close(store);
		took[i] = open_newest(argv[1]);
	}
	printf("open_ms %.2f\t", median(took, SEARCHES));
	figures_seek(sessions);
	figures_append(argv[1], sessions);
	while (store_index(store, 200000))
		;
	figure_search("rare", "needle");
	figure_search("seldom", "seldom");
	figure_search("everywhere", "everybody");
	figure_search("two", "needle everybody");
	store_idle(store);
	store_close(store);
	printf("mb %lld\n", stat(argv[1], &st) == 0 ? (long long)st.st_size >> 20 : 0);
	return 0;
}
