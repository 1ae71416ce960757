/* SPDX-License-Identifier: MIT
 * Asks for the estimate of a plan when the loop is idle. An estimate is not an event: it is made of
 * other sessions, and a replay has none.
 */
#include "ui/model/forecast.h"

#include "base/base.h"

struct forecast {
	struct loop *loop;
	struct store *store;
	const struct settings *settings;
	void (*done)(void *ctx);
	void *ctx;
	char id[27];		 /* the id of the plan that was asked for last; "": none yet */
	const struct plan *plan; /* (borrowed) as it is by now */
	const char *cwd;	 /* (borrowed) or NULL */
	struct work *work;
	struct plan_estimate estimate;
	bool known;
};

struct forecast *forecast_new(struct loop *l, struct store *store, const struct settings *s,
    void (*done)(void *ctx), void *ctx)
{
	struct forecast *f = xcalloc(1, sizeof *f);

	*f = (struct forecast){.loop = l, .store = store, .settings = s, .done = done, .ctx = ctx};
	return f;
}

void forecast_free(struct forecast *f)
{
	if (!f)
		return;
	work_stop(f->work);
	free(f);
}

static bool ask_estimate(void *ctx)
{
	struct forecast *f = ctx;

	f->work = NULL;
	f->known = plan_estimate(f->store, f->cwd, f->plan, f->settings, &f->estimate);
	if (f->known)
		f->done(f->ctx);
	return false;
}

void forecast_see(struct forecast *f, const struct plan *p, const char *cwd)
{
	if (!f || p->status != PLAN_ACTIVE || p->count == 0 || strcmp(f->id, p->id) == 0)
		return;
	memcpy(f->id, p->id, sizeof f->id);
	f->plan = p;
	f->cwd = cwd;
	f->known = false;
	if (f->store && !f->work && !plan_trivial(p, f->settings))
		f->work = loop_work(f->loop, ask_estimate, f);
}

const struct plan_estimate *forecast_get(const struct forecast *f)
{
	return f && f->known ? &f->estimate : NULL;
}

void forecast_text(const struct plan_estimate *e, int cells, bool ascii, struct buf *out)
{
	const char *s = text_plural(e->samples, "", "s");
	const int64_t seconds = e->active_ms / 1000, minutes = (seconds + 30) / 60;

	buf_addf(
	    out, "%s %d round%s, ", ascii ? "~" : "≈", e->rounds, text_plural(e->rounds, "", "s"));
	if (seconds < 60)
		buf_addf(out, "%ds", (int)seconds);
	else if (minutes < 60)
		buf_addf(out, "%dm", (int)minutes);
	else
		buf_addf(out, "%dh %02dm", (int)(minutes / 60), (int)(minutes % 60));
	size_t begin = out->len;
	buf_addf(out, " like %d plan%s before", e->samples, s);
	if (text_width(buf_str(out), out->len) <= cells)
		return;
	buf_cut(out, begin);
	buf_addf(out, " (%d plan%s)", e->samples, s);
}
