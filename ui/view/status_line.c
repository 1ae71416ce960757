/* SPDX-License-Identifier: MIT
 * Draws the status line, the title and the bar of a replay. The status line has parts with a rank:
 * it is tried with all of them, and the part of the highest rank goes until the rest fits.
 */
#include "ui/view/status_line.h"

#include "base/base.h"
#include "base/file.h"
#include "llm/model/price.h"

/* ---- The bar of a replay ------------------------------------------------------------------------- */

static const double speeds[] = {0.25, 0.5, 1, 2, 4, 8, 16, 32, 0};
#define SPEEDS ARRAY_SIZE(speeds)

double replay_speed_step(double speed, bool faster)
{
	size_t i = 0;

	while (i + 1 < SPEEDS && speeds[i] != 0 && (speed == 0 || speeds[i] < speed))
		i++;
	return speeds[faster ? (i + 1 < SPEEDS ? i + 1 : i) : (i > 0 ? i - 1 : 0)];
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

void replay_bar_line(const struct replay_bar *b, struct lines *out)
{
	const char *line = b->ascii ? "-" : "─";
	char tail[120], last[24], time[24], length[24], speed[24] = "max";

	spell_clock(b->at_ms, time);
	spell_clock(b->length_ms, length);
	if (b->speed > 0)
		snprintf(speed, sizeof speed, "%s%g", b->ascii ? "x" : "×", b->speed);
	if (b->cells < 70)
		snprintf(tail, sizeof tail, "   %s / %s   %s", time, length, speed);
	else
		snprintf(tail, sizeof tail, "   turn %d, round %d   %s / %s   %s", b->turn,
		    b->iteration, time, length, speed);
	snprintf(last, sizeof last, b->last_seq ? " %lld" : " ...", (long long)b->last_seq);
	lines_adds(out, STYLE_DIM, b->ascii ? " <<  <  " : " ◀◀  ◀  ");
	lines_adds(
	    out, STYLE_KEY, b->playing ? (b->ascii ? "> " : "▶ ") : (b->ascii ? "||" : "❚❚"));
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
	lines_end_with(out, STYLE_DIM, "%s", tail);
}

#define PARTS 16

struct status_part {
	char text[80];
	int rank; /* the part of the highest rank is left out first; 0: never */
	enum style style;
	bool right;	  /* it stands at the right edge: key hints */
	const char *join; /* what stands between this part and the one before; NULL: two cells */
};
struct status_parts {
	const struct ui_model *m;
	const struct status_facts *f;
	struct status_part list[PARTS];
	int count;
};

__attribute__((format(printf, 4, 5))) static struct status_part *part_add(
    struct status_parts *p, int rank, enum style style, const char *fmt, ...)
{
	struct status_part *part = &p->list[p->count < PARTS ? p->count++ : PARTS - 1];
	va_list ap;

	*part = (struct status_part){.rank = rank, .style = style};
	va_start(ap, fmt);
	vsnprintf(part->text, sizeof part->text, fmt, ap);
	va_end(ap);
	return part;
}

static void add_rounds(struct status_parts *p)
{
	const int max = p->m->max_iterations ? p->m->max_iterations : p->f->max_rounds;
	char of[16] = "";

	if (max > 0)
		snprintf(of, sizeof of, "/%d", max);
	if (p->m->running)
		part_add(p, 1, STYLE_TEXT, "%d%s round%s", p->m->iteration, of,
		    text_plural(max > 0 ? max : p->m->iteration, "", "s"));
}

static void add_time(struct status_parts *p)
{
	char took[24];

	clock_spell_ticking(p->f->now_ms - p->m->turn_started_ms, took);
	if (p->m->running)
		part_add(p, 1, STYLE_TEXT, "%s", took);
}

/* Adds what happens now, and for how long it has. */
static void add_stage(struct status_parts *p)
{
	const int64_t ms = p->f->now_ms - p->m->status_ms;
	char took[24];

	if (!p->m->status)
		return;
	auto_free char *line = text_line(p->m->status, 40);
	part_add(p, 5, STYLE_TEXT, "%s", line);
	clock_spell_ticking(ms, took);
	if (p->m->status_ms && ms >= 1000)
		part_add(p, 6, STYLE_TEXT, "%s", took)->join = " ";
}

/* Adds the task of a kept roadmap that the plan is for. */
static void add_task(struct status_parts *p)
{
	const json_t *task = p->m->plan.status == PLAN_ACTIVE ? p->m->plan.task : NULL;
	auto_free char *words =
	    xasprintf("%s: %s", json_str(task, "id", ""), json_str(task, "title", ""));
	auto_free char *line = text_line(words, 40);

	if (task)
		part_add(p, 5, STYLE_HEADING, "%s", line);
}

static void add_tokens(struct status_parts *p)
{
	char tokens[24];

	if (p->m->input + p->m->output == 0)
		return;
	ui_spell_tokens(p->m->input + p->m->output, tokens);
	part_add(p, 3, STYLE_TEXT, "%s", tokens);
	if (p->m->cached > 0 && p->m->input > 0)
		part_add(p, 8, STYLE_TEXT, "%d%% cached", (int)(p->m->cached * 100 / p->m->input))
		    ->join = ", ";
}

static void add_cost(struct status_parts *p)
{
	char budget[24];

	if (!p->m->priced && p->m->cost_usd > 0) {
		part_add(p, 2, STYLE_TEXT, "$%.3f and unpriced", p->m->cost_usd);
	} else if (p->m->priced && isnan(p->f->budget_usd)) {
		part_add(p, 2, STYLE_TEXT, "$%.3f", p->m->cost_usd);
	} else if (p->m->priced) {
		price_spell(p->f->budget_usd, budget);
		part_add(p, 2, STYLE_TEXT, "$%.3f of $%s", p->m->cost_usd, budget);
	}
}

static void add_context(struct status_parts *p)
{
	/* A server may have been started with a smaller window than the model takes. */
	const bool small = p->m->context_tokens < p->f->small_window;
	char tokens[24];

	if (p->m->context_tokens <= 0 || p->m->context_used <= 0)
		return;
	const int percent = (int)(p->m->context_used * 100 / p->m->context_tokens);
	ui_spell_tokens(p->m->context_tokens, tokens);
	part_add(p, 4, small || percent >= 80 ? STYLE_WARN : STYLE_TEXT, "ctx %d%%%s%s", percent,
	    small ? " of " : "", small ? tokens : "");
}

static void add_jobs(struct status_parts *p)
{
	const size_t jobs = job_list_running(&p->m->jobs);

	if (jobs > 0)
		part_add(p, 2, STYLE_TEXT, "%zu job%s", jobs, text_plural((int64_t)jobs, "", "s"));
}

/* Adds the rate limit that is nearest to its end, once little of it is left. */
static void add_limits(struct status_parts *p)
{
	const json_t *lowest = NULL;
	double share, least = p->f->low_limit;
	char spelt[24];
	int64_t resets;

	json_each (limit, p->m->limits) {
		resets = json_int(limit, "resets_at", 0);
		share = (double)json_int(limit, "left", 0) / (double)json_int(limit, "of", 0);
		if (json_int(limit, "of", 0) > 0 && share <= least &&
		    (!resets || resets > p->f->now_ms)) {
			least = share;
			lowest = limit;
		}
	}
	if (!lowest)
		return;
	resets = json_int(lowest, "resets_at", 0);
	clock_spell_ticking(resets - p->f->now_ms + 999, spelt);
	part_add(p, 4, STYLE_WARN, "%lld %s left%s%s", (long long)json_int(lowest, "left", 0),
	    json_str(lowest, "what", ""), resets ? " for " : "", resets ? spelt : "");
}

static void add_branch(struct status_parts *p)
{
	if (p->f->branch)
		part_add(p, 7, STYLE_TEXT, "%s", p->f->branch);
}

static void add_model(struct status_parts *p)
{
	if (p->m->model)
		part_add(p, 7, STYLE_TEXT, "%s", p->m->model);
}

/* The parts that ui.status may name, in the order of config/default.yaml. */
static const struct {
	const char *name;
	void (*add)(struct status_parts *p);
} kinds[] = {
    {"rounds", add_rounds},
    {"time", add_time},
    {"stage", add_stage},
    {"task", add_task},
    {"jobs", add_jobs},
    {"tokens", add_tokens},
    {"cost", add_cost},
    {"context", add_context},
    {"limits", add_limits},
    {"branch", add_branch},
    {"model", add_model},
};

static void hint_parts(struct status_parts *p)
{
	if (p->f->hint)
		return;
	if (p->f->keys) {
		part_add(p, 5, STYLE_DIM, "%s", p->f->keys)->right = true;
		return;
	}
	if (p->m->running || p->m->commanding)
		part_add(p, 3, STYLE_DIM, "Esc stop")->right = true;
	if (p->f->background_key && p->f->input_empty)
		part_add(p, 4, STYLE_DIM, "%s background", p->f->background_key)->right = true;
	/* The keys of an open question are named on its card. */
	if (!p->m->question || !p->f->input_empty)
		part_add(p, 7, STYLE_DIM, p->m->running ? "Enter steer" : "Enter send")->right =
		    true;
	if (p->f->input_empty)
		part_add(p, 6, STYLE_DIM, "? help")->right = true;
}

/* Leaves the part of the highest rank out where all parts do not fit into these cells: a margin, two cells between
 * parts, at least two between the sides, and a margin. False: they fit, or none may be left out. */
static bool leave_one_out(struct status_parts *p, int room)
{
	int worst = 0, cells = 0;

	for (int i = 0; i < p->count; i++) {
		cells += text_width(p->list[i].text, strlen(p->list[i].text)) + 2;
		if (p->list[i].rank >= p->list[worst].rank)
			worst = i;
	}
	if (cells <= room || p->count == 0 || p->list[worst].rank == 0)
		return false;
	p->count--;
	memmove(
	    &p->list[worst], &p->list[worst + 1], (size_t)(p->count - worst) * sizeof p->list[0]);
	return true;
}

static void draw_side(const struct status_parts *p, bool right, struct lines *out)
{
	bool first = true;

	for (int i = 0; i < p->count; i++) {
		const struct status_part *part = &p->list[i];
		if (part->right != right)
			continue;
		lines_adds(out, STYLE_DIM, first ? "" : part->join ? part->join : "  ");
		lines_adds(out, part->style, part->text);
		first = false;
	}
}

void status_line(const struct ui_model *m, const struct status_facts *f, struct lines *out)
{
	struct status_parts p = {.m = m, .f = f};
	auto_lines right = {0};

	json_each (name, f->shown)
		for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
			if (strcmp(kinds[i].name, json_string_value(name)) == 0)
				kinds[i].add(&p);
	if (f->unsaved)
		part_add(&p, 0, STYLE_WARN, "not saved");
	if (f->sandbox)
		part_add(&p, 0, f->confined ? STYLE_DIM : STYLE_WARN, "%s", f->sandbox);
	part_add(&p, 0,
	    strcmp(f->approve, "all") == 0     ? STYLE_BAD
	    : strcmp(f->approve, "edits") == 0 ? STYLE_WARN
					       : STYLE_TEXT,
	    "%s", f->approve);
	hint_parts(&p);
	/* The parts make room for the hint, which is cut only after that. */
	const int hint = f->hint ? text_width(f->hint, strlen(f->hint)) + 2 : 0;
	while (leave_one_out(&p, f->cells - hint))
		;
	lines_adds(out, STYLE_TEXT, " ");
	draw_side(&p, false, out);
	draw_side(&p, true, &right);
	if (f->hint)
		lines_cut_clause(&right, STYLE_WARN, f->hint, strlen(f->hint),
		    f->cells - lines_cells(out) - 3, f->ascii);
	int at = f->cells - lines_cells(&right) - 1;
	lines_end(&right);
	lines_to(out, STYLE_TEXT, at);
	if (lines_cells(out) <= at)
		lines_copy(out, &right, 0);
	lines_end(out);
}

#define TITLE_LEAST 12	/* cells of a session's title that are shown at least */
#define WORKED_LEAST 50 /* a narrower title line does not say for how long turns have run */

void title_line(const struct ui_model *m, const char *name, const char *branch, int64_t now_ms,
    int cells, bool ascii, struct lines *out)
{
	const int64_t turn_ms = m->running ? now_ms - m->turn_started_ms : 0;
	char worked[24];
	auto_free char *cwd = m->cwd ? file_user_path(m->cwd) : NULL;
	const char *const parts[] = {
	    cwd, branch, m->model, m->depth, m->title && *m->title ? m->title : NULL};

	clock_spell_ticking(m->worked_ms + (turn_ms > 0 ? turn_ms : 0), worked);
	const int spelt = (int)strlen(worked);
	const int room =
	    cells < WORKED_LEAST ? 0 : (spelt > 3 ? spelt : 3) + (int)sizeof "  worked";
	lines_addf(out, STYLE_TITLE, " %s", name);
	for (int i = 0; i < 5; i++) {
		const char *gap = i != 3 ? "  " : ascii ? " - " : " · ";
		const int left =
		    cells - lines_cells(out) - 1 - room - (int)text_width(gap, strlen(gap));

		if (!parts[i])
			continue;
		if (i > 0 && (i < 4 || left < TITLE_LEAST) &&
		    text_width(parts[i], strlen(parts[i])) > left)
			break; /* a name that is cut tells nothing */
		lines_adds(out, STYLE_DIM, gap);
		lines_cut(out, STYLE_DIM, parts[i], strlen(parts[i]), left, ascii);
	}
	if (room) {
		lines_to(out, STYLE_DIM, cells - spelt - (int)sizeof "worked ");
		lines_addf(out, STYLE_DIM, "worked %s", worked);
	}
	lines_end(out);
}
