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
	DELTA_TAKEN_BACK, /* without text: what came as text was thinking */
	DELTA_CUT, /* without text: the reply broke off and is asked for again; what came counts no more */
};

/* What is told of a completion; called from the loop only. Any but done may be NULL. */
struct reply_sink {
	/* More of the reply, borrowed for the call: sanitised, secrets replaced. */
	void (*delta)(void *ctx, enum delta_kind kind, const char *text, size_t len);
	/* It waits wait_ms before attempt n (from 1), since the one before failed for this reason. */
	void (*retry)(void *ctx, int attempt, int wait_ms, const char *reason);
	/* Once. reply and e are borrowed until this returns; on a failure reply holds what came until
	 * then. */
	void (*done)(
	    void *ctx, const struct reply *reply, enum failure failure, const struct error *e);
	void *ctx;
};

struct completion; /* one request under way; freed after done returned, or by stop */

/* What a backend is wanted for; strings borrowed. */
struct backend_wish {
	const char *provider;			/* as backend.provider */
	const char *base_url, *key_env, *model; /* NULL: none is set */
	const char *key_file, *key_command; /* as backend.api_key_*, before key_env; NULL: none */
	const char *protocol;		    /* as backend.protocol; NULL: auto */
	const char *effort;		    /* as backend.effort; NULL: as the model likes */
	double temperature;		    /* NAN: not sent */
	int max_tokens;			    /* 0: not sent */
	const char *source;		    /* where the base URL is set, for people */
};

struct backend {
	const char *name; /* "openai", "offline"; constant */
	/* Key of its extras and thinking in messages; "" for offline. A server that speaks another
	 * protocol than was thought changes it, so it is read when a reply is there. */
	const char *wire;
	const char *protocol; /* of the wire, as backend.protocol calls it; "" for offline */
	bool has_key;	      /* one is sent, or a command is run for it */
	bool unlisted;	      /* its server lists models by other names than it is asked for them */
	bool lists_prices;    /* its server's list of models tells what each costs */
	bool no_tools;	      /* its server refused them: calls are taught and read as words */
	bool protocol_guessed; /* nobody said which: another is tried where the path is missing */
	/* Asks for a reply, never NULL: it ends with done or with stop, and must not be used afterwards. */
	struct completion *(*start)(
	    struct backend *b, const struct context *context, const struct reply_sink *sink);
	/* Gives it up: no callback comes afterwards. Returns at once; NULL is accepted. */
	void (*stop)(struct completion *c);
	/* Makes the attempt at once that it waits to make; nothing where it waits for none. NULL: it never does. */
	void (*hurry)(struct completion *c);
	/* What came so far, which is kept when a turn is interrupted. Borrowed until stop. */
	const struct reply *(*partial)(struct completion *c);
	/* Fills in context_tokens as far as it is known without asking; ask: also asks the server's
	 * list of models, once, whose answer comes when it comes. NULL: there is no window. */
	void (*window)(struct backend *b, bool ask);
	/* Adds to `to` what backend_given needs to make the same one in another process, the key
	   included. NULL: its name says it all. */
	void (*hand_over)(const struct backend *b, json_t *to);
	/* Which protocol it is to begin with, as was seen of its server before. NULL: there is none. */
	void (*speak)(struct backend *b, const char *protocol);
	/* A new backend for the same server and key with another model (NULL: the same one), temperature
	 * and length. NULL: it has no such thing, as with rules. */
	struct backend *(*like)(const struct backend *b, const struct backend_wish *wish);
	void (*free)(struct backend *b); /* all but the strings below; see backend_free */
	/* Filled in by the chooser. */
	char *model;		/* (owned) NULL: not known yet */
	char *base_url;		/* (owned) NULL for offline */
	char *origin;		/* (owned) why this one: "OPENAI_API_KEY is set", "offline: ..." */
	int64_t context_tokens; /* 0: unknown */
	json_t *limits; /* (owned) what the newest answer said of rate limits; see rate_limit.h */
};

/* A backend borrows the loop and the settings as long as it lives; backend_free ends it, and accepts
 * NULL. No completion of it may be under way then. */

/* Chooses by backend.provider, base URL and keys (cli.md), or by a wish in their place; never talks to
 * the network. Registers the key as a secret. NULL: e says why (usage). */
struct backend *backend_choose(struct loop *l, const struct settings *s, struct error *e);
struct backend *backend_choose_for(
    struct loop *l, const struct settings *s, const struct backend_wish *wish, struct error *e);
void backend_free(struct backend *b);
/* Registers the known keys of the environment as secrets, for programs that choose no backend. */
void backend_keys_register(void);
/* For a child process: {provider, model, base_url, key, ...}, to be handed over in private. New
 * reference. */
json_t *backend_hand_over(const struct backend *b);
/* The other end, in the child; registers the key as a secret. NULL: e says why (usage). */
struct backend *backend_given(
    struct loop *l, const struct settings *s, const json_t *given, struct error *e);
/* Whether there is a wire for the protocol of a row of providers.yaml. */
bool backend_speaks(const json_t *provider);
/* The two implementations; never NULL. The strings of model are copied. */
struct backend *backend_http_new(
    struct loop *l, const struct settings *s, const struct model *model);
struct backend *backend_offline_new(struct loop *l);

/* What follows is for backends over HTTP only (base_url is set). Requests of these kinds call done once,
 * in a later turn of the loop, and are gone then; the *_stop functions end them before, with no callback
 * afterwards, and accept NULL. */

/* The models a server lists: done gets an array of {id, context_tokens?, tools?, schema?, price?},
 * borrowed for the call (tools, schema: whether the model takes them; price: as in models.yaml), or NULL with e. Of the model only what says
 * where and how to ask is looked at, and copied, but for protocol: that is a wire's own, or NULL. */
struct model_list;
struct model_list *models_fetch(struct loop *l, const struct settings *s, const struct model *model,
    void (*done)(void *ctx, const json_t *models, const struct error *e), void *ctx);
struct model_list *backend_models(struct backend *b,
    void (*done)(void *ctx, const json_t *models, const struct error *e), void *ctx);
void models_stop(struct model_list *m);
/* Appends to an array what of the server's list is left out when it has come: {name, why}, in words. */
void models_tell_dropped(struct model_list *m, json_t *dropped);
/* Takes the model of a list (NULL: there is none) that has one alone which holds a conversation,
 * with its window, where the backend over HTTP has none. False: it was left as it was. */
bool backend_takes_only(struct backend *b, const json_t *models);
/* Returns the best form in which, by the tables, its server is asked for an answer that is data. */
enum answer_form backend_answer_form(struct backend *b);
/* Returns how large the window of its model is as the server runs it, as window_probe
 * (server_window.h). The backend must outlive it. NULL: it cannot be asked. */
struct window_probe *backend_window(
    struct backend *b, void (*done)(void *ctx, int64_t tokens, const json_t *kind), void *ctx);
/* Asks a server that tells only of models that run to load this one, and to tell again. loading is
 * called before, since that takes as long as the first request would have taken. */
void window_probe_loads(struct window_probe *p, void (*loading)(void *ctx), void *ctx);
void window_probe_stop(struct window_probe *p);
/* Asks its server how many tokens a request takes, without making it: done gets them, or 0 where the
 * server does not tell, which is known from then on (quirk no_count). context is borrowed for the call.
 * NULL: it cannot be asked, by its protocol or by that quirk, or its model or key is not known yet. */
struct input_count;
struct input_count *backend_count(struct backend *b, const struct context *context,
    void (*done)(void *ctx, int64_t tokens), void *ctx);
void input_count_stop(struct input_count *c);
/* Tells it what its server's refusals have taught another backend of its model, which then may know no_tools: an object
 * of quirks as in models.yaml. */
void backend_teach(struct backend *b, const json_t *quirks);

/* Whether a name of a list is this model: lists put "models/" before it (Gemini), ":latest" (Ollama) or
 * the date of its release (Anthropic) behind it. */
bool model_is_listed_as(const char *listed, const char *id);
/* Returns the models of a list that hold a conversation, as a new reference: embedders and the like
 * are left out. */
json_t *models_for_chat(const json_t *models);
/* Returns the list in a server's answer, as models_fetch gives it. dropped: as for
 * models_tell_dropped, or NULL. New reference; NULL: there is none in it. */
json_t *models_read(const char *body, size_t len, json_t *dropped);

#endif
