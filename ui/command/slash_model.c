/* SPDX-License-Identifier: MIT
 * /model: lists the server's models, or those of config/models.yaml, and sets the session's model
 * from the next round on.
 */
#include <fnmatch.h>
#include "base/base.h"
#include "base/text/names.h"
#include "config/prompt.h"
#include "llm/model/price.h"
#include "ui/command/slash_rows.h"

struct models {
	struct commander *commander;
	json_t *listed; /* (owned) what the server says; NULL: nothing yet */
	json_t *known;	/* (owned) models.yaml */
	bool asking;
	/* (owned) Data of an intent, which waits for the choice and is sent when the list is closed; NULL: none. */
	json_t *prompt;
	char *title; /* (owned) */
};

static void forget(void *ctx)
{
	auto_free struct models *m = ctx;
	const struct chat_host *host = m->commander->host;

	if (m->asking)
		host->models(host->ctx, NULL, NULL);
	if (m->prompt) {
		m->commander->choosing = false;
		inbox_push(
		    m->commander->session, (struct intent){INTENT_PROMPT, json_incref(m->prompt)});
	}
	free(m->title);
	json_decref_all(m->prompt, m->listed, m->known);
}

static const char *model_now(const struct models *m)
{
	return m->commander->model ? m->commander->model->model : NULL;
}

/* Adds a row: "128k window · $2.50 in, $10.00 out · in use" as far as it is known. */
static void add_model_row(
    const struct models *m, const char *id, int64_t window, struct pick_rows *out)
{
	const bool now = text_is(model_now(m), id);
	json_auto_t *row = model_of(m->known, id);
	const json_t *set = price_set(m->commander->settings, id),
		     *price = set ? set : json_map(row, "price");
	auto_buf text = BUF_INIT;

	if (window <= 0)
		window = json_int(row, "context_tokens", 0);
	if (window > 0)
		buf_addf(&text, "%lldk window", (long long)(window + 500) / 1000);
	if (price)
		buf_addf(&text, "%s$%.2f in, $%.2f out%s", text.len ? " · " : "",
		    json_num(price, "input", 0), json_num(price, "output", 0),
		    json_flag(price, "assumed", false) ? " (its family's)" : "");
	else if (m->listed || now) /* else the id may be but the beginning of a pattern */
		buf_addf(&text, "%sunpriced", text.len ? " · " : "");
	if (now)
		buf_addf(&text, "%sin use", text.len ? " · " : "");
	pick_rows_add(out, id, buf_str(&text), NULL);
}

/* Returns the name that a pattern of models.yaml begins with, if only "*" may follow; else NULL. Caller frees. */
static char *model_name(const json_t *row)
{
	const char *match = json_str(row, "match", "");
	size_t len = strlen(match);

	if (len && match[len - 1] == '*')
		len--;
	return len && strcspn(match, "*?[") >= len ? xstrndup(match, len) : NULL;
}

static void fill(void *ctx, const char *filter, struct pick_rows *out)
{
	const struct models *m = ctx;
	const char *now = model_now(m);

	json_each (row, m->listed)
		add_model_row(m, json_str(row, "id", ""), json_int(row, "context_tokens", 0), out);
	if (out->count)
		return;
	if (now)
		add_model_row(m, now, 0, out);
	json_each (row, json_list(m->known, "models")) {
		auto_free char *name = json_flag(row, "chat", true) ? model_name(row) : NULL;
		if (name && (!now || strcmp(name, now) != 0))
			add_model_row(m, name, 0, out);
	}
}

static void use_picked_model(void *ctx, const struct pick_row *row)
{
	slash_set(((struct models *)ctx)->commander, "backend.model", json_string(row->value));
}

static struct models *models_new(struct commander *c)
{
	const char *effort = setting_string(c->settings, "backend.effort");
	struct models *m = xcalloc(1, sizeof *m);

	*m = (struct models){.commander = c,
	    .title = effort ? xasprintf("Models · effort %s", effort) : xstrdup("Models"),
	    .known = model_table()};
	return m;
}

static void offer(struct models *m)
{
	struct commander *c = m->commander;

	slash_pick(c, &(struct pick_source){.title = m->title,
			  .empty = "the server lists none; /model NAME takes any",
			  .fill = fill,
			  .chosen = use_picked_model,
			  .closed = c->pick ? forget : NULL, /* else slash_task frees it */
			  .current = c->model ? c->model->model : NULL,
			  .ctx = m});
	if (!c->pick)
		slash_task(c, NULL, NULL);
}

static void on_models(void *ctx, const json_t *models)
{
	struct models *m = ctx;

	m->asking = false;
	m->listed = json_incref((json_t *)models);
	if (m->prompt && m->commander->task.ctx == m)
		m->commander->task.stop = NULL; /* it is over, and m lives on with the list */
	if (m->prompt && json_array_size(models) < 2)
		forget(m); /* there is no choice */
	else if (m->commander->pick && !m->prompt)
		m->commander->refill(m->commander->face, m);
	else
		offer(m);
}

static void list_models(struct commander *c)
{
	const struct chat_host *host = c->host;

	if (c->choosing) { /* one list is asked for at a time, and a prompt waits for that one */
		slash_say(c, "the server is being asked for its models already");
		return;
	}
	struct models *m = models_new(c);
	m->asking = host && host->models;
	if (!c->pick)
		slash_task(c, forget, m);
	if (m->asking && !host->models(host->ctx, on_models, m)) {
		m->asking = false;
		slash_say(c, "no server is connected; /connect chooses one");
		if (c->pick)
			forget(m);
		else
			slash_task(c, NULL, NULL);
	} else if (c->pick || !m->asking) {
		offer(m);
	}
}

bool slash_choose_model(struct commander *c, json_t *prompt)
{
	const struct chat_host *host = c->host;

	if (!c->pick || !host || !host->models)
		return false;
	struct models *m = models_new(c);
	free(m->title);
	m->title = xstrdup("Which model shall answer?");
	m->prompt = json_incref(prompt);
	m->asking = c->choosing = true;
	slash_say(c, "asking the server for its models");
	slash_task(c, forget, m);
	if (!host->models(host->ctx, on_models, m)) {
		m->asking = false;
		slash_task(c, NULL, NULL);
	}
	return true;
}

static const struct {
	const char *word, *about;
} efforts[] = {
    {"minimal", "hardly any thinking"},
    {"low", "a little thinking"},
    {"medium", "more thinking"},
    {"high", "all the thinking it likes"},
    {"off", "as the model does by itself"},
};

static bool is_effort(const char *word)
{
	return row_named(efforts, word) < ARRAY_SIZE(efforts);
}

static void set_effort(struct commander *c, const char *word)
{
	slash_set(c, "backend.effort", strcmp(word, "off") == 0 ? json_null() : json_string(word));
}

static void model(struct commander *c, const char *rest)
{
	const char *effort = rest;
	auto_free char *name = slash_next_word(&effort);

	if (!*rest) {
		list_models(c);
	} else if (!*effort && is_effort(name)) {
		set_effort(c, name);
	} else if (*effort && !is_effort(effort)) {
		slash_usage(c, &slash_model);
	} else {
		slash_set(c, "backend.model", json_string(name));
		if (*effort)
			set_effort(c, effort);
	}
}

static void complete(const struct commander *c, const char *before, struct candidates *out)
{
	struct models *m = models_new((struct commander *)c);
	freed_by(pick_rows_free) struct pick_rows rows = {0};

	if (!*before)
		fill(m, "", &rows);
	for (size_t i = 0; *before && i < ARRAY_SIZE(efforts); i++)
		candidates_add(out, efforts[i].word, efforts[i].about);
	candidates_add_rows(out, &rows);
	forget(m);
}

const struct slash slash_model = {
    .name = "model",
    .arguments = "[NAME] [EFFORT]",
    .help = "the models there are; which one, how much it thinks",
    .run = model,
    .complete = complete,
};
