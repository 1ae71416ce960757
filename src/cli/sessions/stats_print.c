/* SPDX-License-Identifier: MIT
 * Prints the table of agent stats, for 80 columns. A missed target is said in words; colour only
 * repeats it.
 */

#include "base/base.h"
#include "base/file.h"
#include "base/print.h"
#include "cli/sessions/stats.h"

#define NAME_CELLS 36

static void print_in(const struct stats *s, enum style style, const char *text)
{
	auto_buf sgr = BUF_INIT;

	if (s->theme)
		theme_sgr(s->theme, style, &sgr);
	printf("%s%s%s", buf_str(&sgr), text, s->theme ? "\033[0m" : "");
}

static void heading(const struct stats *s, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
static void heading(const struct stats *s, const char *fmt, ...)
{
	char line[96];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof line, fmt, ap);
	va_end(ap);
	putchar('\n');
	print_in(s, STYLE_HEADING, line);
	putchar('\n');
}

void stats_print_name(const char *name, int cells)
{
	auto_free char *line = text_clean_line(name, strlen(name), 200);
	const size_t len = strlen(line);

	if (text_width(line, len) <= cells) {
		printf("%s%*s", line, cells - text_width(line, len), "");
	} else {
		const size_t fits = text_fit(line, len, cells - 1);

		printf("%.*s…%*s", (int)fits, line, cells - 1 - text_width(line, fits), "");
	}
}

static void print_head(const struct stats *s)
{
	const struct plan_figures *f = &s->figures;
	auto_free char *folder = s->folder ? file_user_path(s->folder) : NULL;
	char since[20] = "the first session", until[20] = "now";

	if (s->since_ms)
		clock_spell_date(s->since_ms, since);
	if (s->until_ms != INT64_MAX)
		clock_spell_date(s->until_ms, until);
	print_text(stdout, "How plans went %s%s, from %s to %s\n",
	    folder ? "in " : "in all folders", folder ? folder : "", since, until);
	printf("%zu session%s, %zu task%s, %zu plan%s, %zu of them open\n", f->sessions,
	    text_plural(f->sessions, "", "s"), f->tasks, text_plural(f->tasks, "", "s"), f->plans,
	    text_plural(f->plans, "", "s"), f->open);
	if (s->unknown + s->unreadable > 0)
		printf("passed over: %" PRId64 " event%s of an unknown type, %" PRId64
		       " that cannot be read\n",
		    s->unknown, text_plural(s->unknown, "", "s"), s->unreadable);
}

static void spell_percent(char out[16], size_t part, size_t whole)
{
	if (whole)
		snprintf(out, 16, "%.1f %%", 100.0 * (double)part / (double)whole);
	else
		snprintf(out, 16, "no data");
}

static void print_figure(const struct stats *s, const struct figure *f)
{
	static const char *const rules[] = {
	    [RULE_AT_LEAST] = "at least",
	    [RULE_BELOW] = "below",
	    [RULE_ABOUT] = "about",
	};
	char value[16] = "no data", part[32] = "", target[32];

	if (f->among && f->unit == UNIT_PERCENT) {
		snprintf(value, sizeof value, "%.1f %%", figure_value(f));
		snprintf(part, sizeof part, "%" PRId64 "/%" PRId64, f->count, f->among);
	} else if (f->among) {
		snprintf(value, sizeof value, "%.2f", figure_value(f));
		snprintf(part, sizeof part, "%" PRId64, f->among);
	}
	printf("  %-34s %8s %11s", f->label, value, part);
	if (f->targeted) {
		snprintf(target, sizeof target, "%s %g%s", rules[f->rule], f->target,
		    f->unit == UNIT_PERCENT ? " %" : "");
		printf("  %-13s", target);
	}
	switch (figure_verdict(f)) {
	case VERDICT_NONE:
		break;
	case VERDICT_MET:
		print_in(s, STYLE_GOOD, " ok");
		break;
	case VERDICT_MISSED:
		print_in(s, STYLE_BAD, " missed");
		break;
	}
	putchar('\n');
}

static void print_times(const struct spread *ms)
{
	char median[24] = "no data", p90[24] = "";

	if (ms->count) {
		clock_spell((int64_t)ms->median, median);
		clock_spell((int64_t)ms->p90, p90);
	}
	printf(" %9s %9s", median, p90);
}

static void print_parts(const struct stats *s)
{
	char value[16], of[48], usd[24];

	heading(s, "%-24s %8s %11s %9s %9s %11s", "TASKS WITH STEPS", "ANSWERED", "COUNT", "MEDIAN",
	    "P90", "MEDIAN US$");
	for (size_t i = 0; i < TASK_PARTS; i++) {
		const struct task_part *part = &s->figures.parts[i];

		spell_percent(value, part->answered, part->tasks);
		snprintf(of, sizeof of, "%zu/%zu", part->answered, part->tasks);
		printf("  %-22s %8s %11s", part->name, value, part->tasks ? of : "");
		print_times(&part->ms);
		snprintf(usd, sizeof usd, "%.4f", part->usd.median);
		printf(" %11s\n", part->usd.count ? usd : "no data");
	}
}

static void print_plans(
    const struct stats *s, const char *title, const struct plan_part *list, size_t count)
{
	char value[16];

	heading(s, "%-36s %9s %11s %9s %9s", title, "COMPLETED", "COUNT", "MEDIAN", "P90");
	for (size_t i = 0; i < count; i++) {
		const struct plan_part *part = &list[i];
		char of[32];

		spell_percent(value, part->done, part->ended);
		snprintf(of, sizeof of, "%zu/%zu", part->done, part->ended);
		if (part->items)
			printf("%4zu: ", part->items);
		else
			printf("  ");
		stats_print_name(part->name, NAME_CELLS - (part->items ? 6 : 2));
		printf(" %9s %11s", value, part->ended ? of : "");
		print_times(&part->ms);
		putchar('\n');
	}
}

static void print_places(
    const char *by, const struct failure_place *list, size_t count, size_t most, size_t all)
{
	char value[16];

	for (size_t i = 0; i < count && i < most; i++) {
		if (!list[i].count)
			continue;
		spell_percent(value, list[i].count, all);
		printf("  %-10s ", i ? "" : by);
		stats_print_name(*list[i].name ? list[i].name : "(none)", NAME_CELLS - 13);
		printf(" %8s %5zu/%zu\n", value, list[i].count, all);
	}
}

/* Sections without data are left out; the table of figures is always printed. */
void stats_print(const struct stats *s)
{
	const struct plan_figures *f = &s->figures;

	print_head(s);
	heading(s, "%-36s %8s %11s  %s", "FIGURE", "VALUE", "COUNT", "TARGET");
	for (size_t i = 0; i < FIGURES; i++)
		print_figure(s, &f->list[i]);
	if (f->plans || f->parts[1].tasks) /* planned, or not */
		print_parts(s);
	if (f->plans == 0)
		return;
	heading(s, "%-36s %8s %11s %9s %9s", "TIME IN PROGRESS", "", "COUNT", "MEDIAN", "P90");
	printf("  %-34s %8s %11zu", "an item", "", f->item_ms.count);
	print_times(&f->item_ms);
	printf("\n  %-34s %8s %11zu", "a plan", "", f->plan_ms.count);
	print_times(&f->plan_ms);
	putchar('\n');
	print_plans(s, "PLANS BY SIZE", f->sizes, SIZES);
	print_plans(s, "PLANS BY SHAPE (items: first words)", f->shapes,
	    f->shape_count < s->rows ? f->shape_count : s->rows);
	if (f->failures) {
		heading(s, "%-36s %8s %8s", "WHERE ITEMS FAIL", "SHARE", "COUNT");
		print_places("place", f->places, 3, 3, f->failures);
		print_places("first word", f->kinds, f->kind_count, s->rows, f->failures);
		print_places("tool", f->tools, f->tool_count, s->rows, f->failures);
	}
	printf("\nabandoned: %zu for another plan, %zu by you, %zu left alone for too long\n",
	    f->endings[ENDING_REPLACED], f->endings[ENDING_USER], f->endings[ENDING_IDLE]);
	printf("you: %zu change%s of a plan, %zu sent back, %zu time%s words while one ran\n",
	    f->edits, text_plural(f->edits, "", "s"), f->refusals, f->steers,
	    text_plural(f->steers, "", "s"));
}
