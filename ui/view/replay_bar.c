/*
 *  ◀◀  ◀  ▶  ▶▶   14 ──────●──────── 61   turn 2, round 3   0:41 / 2:07   ×4
 */
#include "ui/view/replay_bar.h"

#include <stdio.h>
#include <string.h>
#include "base/text/text.h"

static const double speeds[] = {0.25, 0.5, 1, 2, 4, 8, 16, 32, 0};
#define SPEEDS (sizeof speeds / sizeof *speeds)

static size_t speed_index(double speed)
{
	size_t i = 0;

	while (i + 1 < SPEEDS && speeds[i] != 0 && (speed == 0 || speeds[i] < speed))
		i++;
	return i;
}

double transport_faster(double speed)
{
	size_t i = speed_index(speed);

	return speeds[i + 1 < SPEEDS ? i + 1 : i];
}

double transport_slower(double speed)
{
	size_t i = speed_index(speed);

	return speeds[i > 0 ? i - 1 : 0];
}

static void spell_clock(int64_t ms, char out[24])
{
	int64_t s = ms > 0 ? ms / 1000 : 0;

	if (s < 3600)
		snprintf(out, 24, "%d:%02d", (int)(s / 60), (int)(s % 60));
	else
		snprintf(
		    out, 24, "%d:%02d:%02d", (int)(s / 3600), (int)(s / 60 % 60), (int)(s % 60));
}

static void tail_of(const struct transport *b, char *out, size_t size)
{
	char at[24], length[24], speed[24] = "max";

	spell_clock(b->at_ms, at);
	spell_clock(b->length_ms, length);
	if (b->speed > 0)
		snprintf(speed, sizeof speed, "%s%g", b->ascii ? "x" : "×", b->speed);
	snprintf(out, size, "   turn %d, round %d   %s / %s   %s", b->turn, b->iteration, at,
	    length, speed);
	if (b->cells < 70)
		snprintf(out, size, "   %s / %s   %s", at, length, speed);
}

void transport_line(const struct transport *b, struct lines *out)
{
	const char *line = b->ascii ? "-" : "─";
	char tail[120], last[24];

	tail_of(b, tail, sizeof tail);
	snprintf(last, sizeof last, b->last_seq ? " %lld" : " ...", (long long)b->last_seq);
	lines_adds(out, STYLE_DIM, b->ascii ? " <<  <  " : " ◀◀  ◀  ");
	if (b->playing)
		lines_adds(out, STYLE_KEY, b->ascii ? "> " : "▶ ");
	else
		lines_adds(out, STYLE_KEY, b->ascii ? "||" : "❚❚");
	lines_adds(out, STYLE_DIM, b->ascii ? " >>   " : " ▶▶   ");
	lines_addf(out, STYLE_TEXT, "%lld ", (long long)b->seq);
	int room =
	    b->cells - lines_cells(out) - (int)strlen(last) - text_width(tail, strlen(tail)) - 2;
	int at = room > 1 && b->last_seq > 1 && b->seq > 0
		     ? (int)((room - 1) * (b->seq - 1) / (b->last_seq - 1))
		     : 0;
	if (room > 1) {
		at = at > room - 1 ? room - 1 : at;
		lines_fill(out, STYLE_BAR, line, at);
		lines_adds(out, STYLE_KEY, b->ascii ? "O" : "●");
		lines_fill(out, STYLE_RULE, line, room - 1 - at);
	}
	lines_adds(out, STYLE_TEXT, last);
	lines_adds(out, STYLE_DIM, tail);
	lines_end(out);
}
