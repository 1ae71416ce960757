/* SPDX-License-Identifier: MIT
 * How long it takes to be at an event of a stored session or a file: seek DB ID | seek FILE. Prints
 * the median and the longest of some hundred places all over it, in milliseconds, and what is
 * resident in MB. Snapshots are laid first, as a replay does while nothing else is to be done.
 */
#include <stdio.h>
#include <stdlib.h>
#include "base/core/clock.h"
#include "base/text/text.h"
#include "ui/model/model_snapshot.h"

#define PLACES 301

static int by_size(const void *a, const void *b)
{
	const double one = *(const double *)a, two = *(const double *)b;

	return (one > two) - (one < two);
}

static int64_t lay(struct event_source *past)
{
	struct event_reader *source = event_source_reader(past, 1);
	const bool whole = ui_snapshots_whole(past);
	struct ui_pace pace = {0};
	struct ui_model m;
	struct event ev;
	int64_t last = 0;

	ui_model_init(&m);
	while (source && source->next(source, &ev, NULL)) {
		if (!whole)
			ui_snapshot_pass(&m, &pace, past, &ev);
		last = ev.seq;
		event_free(&ev);
	}
	event_reader_free(source);
	ui_model_free(&m);
	return last;
}

static double seek(struct event_source *past, int64_t seq)
{
	const int64_t began = clock_mono_us();
	struct ui_model m;
	int64_t from;

	ui_model_init(&m);
	if (!ui_state_at(&m, past, seq, &from, NULL) || m.seq != seq)
		fprintf(stderr, "event %lld was not reached\n", (long long)seq);
	ui_model_free(&m);
	return (double)(clock_mono_us() - began) / 1000;
}

static double resident_mb(void)
{
	FILE *f = fopen("/proc/self/statm", "r");
	long pages = 0;

	if (f && fscanf(f, "%*d %ld", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return (double)pages * 4096 / (1 << 20);
}

int main(int argc, char **argv)
{
	double took[PLACES];
	struct error e = ERROR_INIT;
	struct store *store = argc > 2 ? store_open(argv[1], NULL, &e) : NULL;
	struct event_source *past =
	    store ? event_source_stored(store, argv[2]) : event_source_file(argv[1], &e);

	text_setup();
	if (!past) {
		fprintf(stderr, "seek: %s\n", e.message);
		return 1;
	}
	const int64_t last = lay(past);
	for (int i = 0; i < PLACES; i++)
		took[i] = seek(past, 1 + (int64_t)i * 7919 * 331 % last);
	qsort(took, PLACES, sizeof *took, by_size);
	printf("%.1f %.1f %.1f\n", took[PLACES / 2], took[PLACES - 1], resident_mb());
	event_source_free(past);
	store_close(store);
	return 0;
}
