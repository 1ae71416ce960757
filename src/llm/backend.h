/* SPDX-License-Identifier: MIT
 * A backend turns a context into a reply. Two implementations: http (over a wire) and offline
 * (rules, no network, no model).
 */
#ifndef LLM_BACKEND_H
#define LLM_BACKEND_H

#include "config/settings.h"
#include "llm/context.h"
#include "llm/wire/reply.h"
#include "loop/loop.h"

enum delta_kind {
	DELTA_TEXT,
	DELTA_THINKING,
	DELTA_TAKEN_BACK, /* no text: the text delivered so far was thinking */
	DELTA_CUT, /* no text: the reply broke off and is requested again; discard what was delivered */
};

/* The callbacks of a completion, called from the loop only. Any but done may be NULL. */
struct reply_sink {
	/* The next piece of the reply, borrowed for the call: sanitised, secrets replaced. */
	void (*delta)(void *ctx, enum delta_kind kind, const char *text, size_t len);
	/* The last attempt failed for this reason; retry number `attempt` (from 1) is made in
	 * wait_ms. */
	void (*retry)(void *ctx, int attempt, int wait_ms, const char *reason);
	/* Called once, at the end. reply and e are borrowed until it returns; on a failure reply
	 * holds what came until then. */
	void (*done)(
	    void *ctx, const struct reply *reply, enum failure failure, const struct error *e);
	void *ctx;
};

struct completion; /* one request under way; freed after done returned, or by stop */

/* The settings by which a backend is chosen or copied; strings are borrowed. */
struct backend_wish {
	const char *provider;			/* as backend.provider */
	const char *base_url, *key_env, *model; /* NULL: none is set */
	const char *key_file, *key_command; /* as backend.api_key_*, before key_env; NULL: none */
	const char *protocol;		    /* as backend.protocol; NULL: auto */
	const char *effort;		    /* as backend.effort; NULL: the model's default */
	double temperature;		    /* NAN: not sent */
	int max_tokens;			    /* 0: not sent */
	const char *source;		    /* where base_url was set, for messages */
};

struct backend {
	const char *name; /* "openai", "offline"; constant */
	/* Key under which stored messages keep the extras and thinking of its replies; "" for
	 * offline. It changes when the server turns out to speak another protocol, so read it once
	 * a reply has come. */
	const char *wire;
	const char *protocol; /* of the wire, as backend.protocol calls it; "" for offline */
	bool has_key;	      /* a key is sent, or a command prints it */
	bool unlisted;	      /* its server lists models under other names than requests use */
	bool lists_prices;    /* its server's list of models says what each costs */
	/* Its server refused tools: the prompt teaches them, and calls are read from the text. */
	bool no_tools;
	bool protocol_guessed; /* no setting names it: another is tried where the path is missing */
	/* Starts a request; never NULL. It ends with done or with stop, and must not be used
	 * afterwards. */
	struct completion *(*start)(
	    struct backend *b, const struct context *context, const struct reply_sink *sink);
	/* Abandons a request: no callback comes afterwards. Returns at once; NULL is accepted. */
	void (*stop)(struct completion *c);
	/* Makes the next attempt now if the request waits to make one. NULL: this backend never
	 * waits. */
	void (*hurry)(struct completion *c);
	/* Returns the reply so far, which is kept when a turn is interrupted; borrowed until stop.
	 * NULL: none (offline). */
	const struct reply *(*partial)(struct completion *c);
	/* Sets context_tokens by the tables; ask: also requests the server's list of models, once,
	 * whose answer sets it later. NULL: offline, which has no window. */
	void (*window)(struct backend *b, bool ask);
	/* Adds to `to` what backend_given needs to make the same one in another process, the key
	 * included. NULL: its name is enough. */
	void (*hand_over)(const struct backend *b, json_t *to);
	/* Switches to the protocol that its server was seen to speak before, if it is guessed.
	 * NULL: offline, which has none. */
	void (*speak)(struct backend *b, const char *protocol);
	/* Returns a new backend for the same server and key with the wish's model (NULL: the same
	 * one), effort, temperature and max_tokens. NULL: offline, which has no models. */
	struct backend *(*like)(const struct backend *b, const struct backend_wish *wish);
	void (*free)(struct backend *b); /* called by backend_free, which frees the members below */
	/* Set by backend_choose, and later by the backend itself. */
	char *model;	/* (owned) NULL: not known yet */
	char *base_url; /* (owned) NULL for offline */
	char *origin;	/* (owned) why it was chosen: "OPENAI_API_KEY is set", "offline: ..." */
	int64_t context_tokens; /* 0: unknown */
	json_t *limits; /* (owned) what the newest answer said of rate limits; see rate_limit.h */
};

/* A backend borrows the loop and the settings as long as it lives; backend_free ends it, and accepts
 * NULL. No completion of it may be under way then. */

/* Return a new backend, chosen by backend.provider, base URL and keys (cli.md) or by a wish in
 * their place; never talk to the network. Register the key as a secret. NULL: e says why. */
struct backend *backend_choose(struct loop *l, const struct settings *s, struct error *e);
struct backend *backend_choose_for(
    struct loop *l, const struct settings *s, const struct backend_wish *wish, struct error *e);
void backend_free(struct backend *b);
/* Registers the known keys of the environment as secrets, for programs that choose no backend. */
void backend_keys_register(void);
/* Returns what a child process needs to make the same backend: {provider, model, base_url, key,
 * ...}, to be passed in private. New reference. */
json_t *backend_hand_over(const struct backend *b);
/* Makes the backend in the child from what backend_hand_over returned; registers the key as a
 * secret. NULL: e says why. */
struct backend *backend_given(
    struct loop *l, const struct settings *s, const json_t *given, struct error *e);
/* Whether the protocol of a row of providers.yaml is implemented. */
bool backend_speaks(const json_t *provider);
/* Make a backend of either implementation; never NULL. The strings of model are copied. */
struct backend *backend_http_new(
    struct loop *l, const struct settings *s, const struct model *model);
struct backend *backend_offline_new(struct loop *l);

/* What follows is for backends over HTTP only (base_url is set). Requests of these kinds call done
 * once, in a later turn of the loop, and are freed then; the *_stop functions end them before, with
 * no callback afterwards, and accept NULL. */

/* Request the models a server lists: done gets an array of {id, context_tokens?, tools?, schema?,
 * price?}, borrowed for the call (tools, schema: whether the model takes them; price: as in
 * models.yaml), or NULL with e. Of `model` the address, key and quirks are copied; its protocol
 * must be a wire's own string or NULL. */
struct model_list;
struct model_list *models_fetch(struct loop *l, const struct settings *s, const struct model *model,
    void (*done)(void *ctx, const json_t *models, const struct error *e), void *ctx);
struct model_list *backend_models(struct backend *b,
    void (*done)(void *ctx, const json_t *models, const struct error *e), void *ctx);
void models_stop(struct model_list *m);
/* When the list comes, entries of it that cannot be used are appended to `dropped` as {name, why}
 * (text for people). Keeps a reference; NULL m is accepted. */
void models_tell_dropped(struct model_list *m, json_t *dropped);
/* If exactly one model of a list (NULL: none) holds a conversation, makes it the backend's model
 * and takes its window where that is unknown. False: nothing was changed. */
bool backend_takes_only(struct backend *b, const json_t *models);
/* Returns the strictest form in which, by the tables, its server can be asked for an answer as
 * data. */
enum answer_form backend_answer_form(struct backend *b);
/* Starts asking the server how large a window it runs the backend's model with; done gets the
 * number in a later turn of the loop, as of window_probe (server_window.h). The backend must
 * outlive the probe. NULL: the server is not on this machine or no model is named, and done is not
 * called. */
struct window_probe *backend_window(
    struct backend *b, void (*done)(void *ctx, int64_t tokens, const json_t *kind), void *ctx);
/* Lets the probe have the model loaded and ask again where a server tells the window of running
 * models only. loading is called just before, since loading takes as long as the first request
 * would have taken. */
void window_probe_loads(struct window_probe *p, void (*loading)(void *ctx), void *ctx);
void window_probe_stop(struct window_probe *p);
/* Asks the server how many tokens a request takes, without making the request: done gets the
 * number, or 0 if the server does not say, which is remembered (quirk no_count). context is
 * borrowed for the call. NULL: the protocol or that quirk rules it out, or the model or key is not
 * known yet. */
struct input_count;
struct input_count *backend_count(struct backend *b, const struct context *context,
    void (*done)(void *ctx, int64_t tokens), void *ctx);
void input_count_stop(struct input_count *c);
/* Applies quirks (an object as in models.yaml) that others learnt from the server for this model;
 * may set no_tools. Does nothing while the backend has no model. */
void backend_teach(struct backend *b, const json_t *quirks);

/* Whether a name in a server's list means the model `id`: lists put "models/" before it (Gemini),
 * ":latest" (Ollama) or the date of its release (Anthropic) behind it. */
bool model_is_listed_as(const char *listed, const char *id);
/* Returns the models of a list that hold a conversation, as a new reference: embedders and the like
 * are left out. */
json_t *models_for_chat(const json_t *models);
/* Returns the list in a server's answer, as models_fetch gives it. dropped: as for
 * models_tell_dropped, or NULL. New reference; NULL: there is none in it. */
json_t *models_read(const char *body, size_t len, json_t *dropped);

#endif
