/* SPDX-License-Identifier: MIT
 * Keeps servers.json. The file is replaced whole: of two processes that write at once one loses
 * what it saw, and sees it again.
 */
#include "llm/completion/server_notes.h"

#include "base/base.h"
#include "base/core/hash.h"
#include "base/file.h"
#include "base/log.h"
#include "llm/completion/http_backend.h"

#define NAME "servers.json"
#define FILE_BYTES 65536
#define SERVERS 200	/* noted at most; the oldest are dropped */
#define MOST_MS 3600000 /* a longer time in the file counts as this */
#define DAY_MS ((int64_t)24 * 3600000)
#define NO_WINDOW_MS DAY_MS /* then ask again: another server may be there */
#define WORTH_WRITING 1.5   /* a time is written if it differs from the file's by this factor */
#define WORTH_NOTING 1.02   /* a rate is noted if it grows by this factor */
#define MOST_RATE 6  /* bytes for a token; a server that counts fewer tokens is not believed */
#define WORTH_MS 100 /* and a time by this many ms: writing syncs the disk */

static const char *const forms[] = {
    [ANSWER_SCHEMA] = "json_schema", [ANSWER_OBJECT] = "json_object", [ANSWER_WORDS] = "words"};

static char *fingerprint(const char *base_url, const char *model)
{
	const char *const parts[] = {base_url ? base_url : "", model ? model : ""};
	uint64_t hash = HASH_START;

	for (size_t i = 0; i < 2; i++)
		hash = hash_bytes(hash, parts[i], strlen(parts[i]) + 1);
	return xasprintf("%016llx", (unsigned long long)hash);
}

/* Returns the notes on the server and this model (NULL: on the server for any model), borrowed; NULL: none. */
static json_t *notes_of(struct server_notes *n, const struct backend *b, const char *model)
{
	auto_free char *key = fingerprint(b->base_url, model);

	if (!n->all) {
		auto_free char *path = file_home(FILE_STATE, NAME);
		json_auto_t *kept = json_from_file(path, FILE_BYTES);

		n->all = json_is_object(kept) ? json_incref(kept) : json_object();
	}
	return json_map(n->all, key);
}

/* As notes_of, but never NULL, to be changed: makes empty notes if there are none. They become the
 * newest. */
static json_t *notes_for(struct server_notes *n, const struct backend *b, const char *model)
{
	json_t *known = notes_of(n, b, model);
	auto_free char *key = fingerprint(b->base_url, model);

	known = known ? json_incref(known) : json_object();
	json_object_del(n->all, key);
	json_put(n->all, key, known);
	while (json_object_size(n->all) > SERVERS)
		json_object_del(n->all, json_object_iter_key(json_object_iter(n->all)));
	return known;
}

void server_begin(struct server_notes *n, struct backend *b, int days)
{
	const char *protocol = json_str(notes_of(n, b, NULL), "protocol", NULL);
	const json_t *known = b->model ? notes_of(n, b, b->model) : NULL,
		     *refuses = json_map(known, "refuses");
	const int64_t age = clock_now_ms() - json_int(known, "refused_at", 0);

	if (protocol && b->protocol_guessed)
		b->speak(b, protocol);
	if (refuses && age >= 0 && age < days * DAY_MS) {
		backend_teach(b, refuses);
	} else if (refuses) { /* what was refused so long ago may be taken by now */
		json_object_del(notes_for(n, b, b->model), "refuses");
		n->changed = true;
	}
}

static void refuses(struct server_notes *n, const struct backend *b)
{
	const json_t *learnt = ((const struct http_backend *)b)->lasting,
		     *known = json_map(notes_of(n, b, b->model), "refuses");

	if (!learnt)
		return;
	json_auto_t *all = http_backend_quirks(known, learnt);
	if (json_equal(all, known))
		return;
	json_t *notes = notes_for(n, b, b->model);
	json_put(notes, "refuses", json_incref(all));
	json_put_int(notes, "refused_at", clock_now_ms());
	n->changed = true;
}

void server_answered(struct server_notes *n, const struct backend *b)
{
	const char *known = json_str(notes_of(n, b, NULL), "protocol", "");

	/* The protocol it speaks is noted, unless it is the one that is tried first anyway. */
	if (b->protocol_guessed && strcmp(known, b->protocol) != 0 &&
	    (*known || wires[0] != wire_by_protocol(b->protocol))) {
		json_put_str(notes_for(n, b, NULL), "protocol", b->protocol);
		n->changed = true;
	}
	if (b->model)
		refuses(n, b);
}

int64_t server_reply_ms(struct server_notes *n, const struct backend *b)
{
	int64_t ms = json_int(notes_of(n, b, b->model), "reply_ms", 0);

	return ms < 0 ? 0 : ms > MOST_MS ? MOST_MS : ms;
}

bool server_thinks(struct server_notes *n, const struct backend *b)
{
	return json_flag(notes_of(n, b, b->model), "thinks", false);
}

enum answer_form server_form(struct server_notes *n, const struct backend *b)
{
	const char *name = json_str(notes_of(n, b, b->model), "form", "");

	for (size_t i = 0; i < ARRAY_SIZE(forms); i++)
		if (strcmp(forms[i], name) == 0)
			return (enum answer_form)i;
	return ANSWER_SCHEMA;
}

bool server_tells_no_window(struct server_notes *n, const struct backend *b)
{
	const int64_t at = json_int(notes_of(n, b, b->model), "no_window", 0), now = clock_now_ms();

	return at > 0 && at <= now && now - at < NO_WINDOW_MS;
}

/* Notes that the server tells no window. A server that is not there tells none either, so the note
 * counts when a reply comes. */
void server_told_no_window(struct server_notes *n, const struct backend *b)
{
	free(n->windowless);
	n->windowless = fingerprint(b->base_url, b->model);
}

static bool differs(int64_t now, int64_t before)
{
	const double more = fmax((double)now, (double)before),
		     less = fmin((double)now, (double)before);

	return before == 0 ? now > 0 : more > less * WORTH_WRITING && more - less >= WORTH_MS;
}

/* A slower reply counts at once, a faster one by half: one quick reply says little of the next. */
void server_replied(struct server_notes *n, const struct backend *b, int64_t ms, bool thinks)
{
	int64_t before = server_reply_ms(n, b), now = ms > before ? ms : (ms + before) / 2;
	bool new_kind = thinks && !server_thinks(n, b);
	json_t *known = notes_for(n, b, b->model);
	auto_free char *key = fingerprint(b->base_url, b->model);

	json_put_int(known, "reply_ms", now);
	if (text_is(n->windowless, key)) {
		json_put_int(known, "no_window", clock_now_ms());
		string_set(&n->windowless, NULL);
		n->changed = true;
	}
	if (new_kind)
		json_put(known, "thinks", json_true());
	n->changed |= new_kind || differs(now, before);
}

double server_bytes_per_token(struct server_notes *n, const struct backend *b)
{
	const double rate = json_num(notes_of(n, b, b->model), "head_rate", 0);

	return rate > 0 && rate <= MOST_RATE ? rate : 0;
}

void server_counted(
    struct server_notes *n, const struct backend *b, size_t head_bytes, int64_t tokens)
{
	const double rate = tokens > 0 ? (double)head_bytes / (double)tokens : 0;

	if (rate > MOST_RATE || rate <= server_bytes_per_token(n, b) * WORTH_NOTING)
		return;
	json_put(notes_for(n, b, b->model), "head_rate", json_real(rate));
	n->changed = true;
}

void server_takes(struct server_notes *n, const struct backend *b, enum answer_form form)
{
	n->changed = true;
	json_put_str(notes_for(n, b, b->model), "form", forms[form]);
}

void server_notes_save(struct server_notes *n)
{
	auto_error e = ERROR_INIT;

	if (!n->changed)
		return;
	auto_free char *path = file_home(FILE_STATE, NAME);
	auto_free char *text = json_line(n->all);
	if (!file_write(path, 0600, text, strlen(text), &e))
		log_add(LOG_WARN, "%s", e.message);
	n->changed = false;
}

void server_notes_free(struct server_notes *n)
{
	json_decref(n->all);
	free(n->windowless);
	*n = (struct server_notes){0};
}

bool server_refuses_files(struct server_notes *n, const struct backend *b)
{
	return json_flag(notes_of(n, b, b->model), "no_files", false);
}

void server_refused_files(struct server_notes *n, const struct backend *b)
{
	n->changed = true;
	json_put(notes_for(n, b, b->model), "no_files", json_true());
}
