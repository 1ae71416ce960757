/* SPDX-License-Identifier: MIT
 * Signs in by a chain of requests, each of which starts the next. Addresses that a stranger's
 * metadata name must be https, or on this machine if the server itself is there.
 */
#include "mcp/mcp_oauth.h"

#include <signal.h>

#include "base/base.h"
#include "base/core/base64.h"
#include "base/file.h"
#include "base/secret.h"
#include "llm/http/endpoint.h"
#include "loop/http.h"
#include "mcp/mcp_link.h"
#include "mcp/mcp_loopback.h"
#include "mcp/mcp_oauth_words.h"
#include "sandbox/child_start.h"

#define ANSWER_BYTES ((size_t)1 << 20)
#define REQUEST_MS 30000
#define FORM "Content-Type: application/x-www-form-urlencoded"
#define NOT_HTTPS "it names an address that is not of https"

struct mcp_oauth {
	const struct mcp_client *client;
	void (*done)(void *ctx, const struct error *e);
	void *ctx;
	char *challenge, *body, *issuer, *verifier, *state, *redirect, *scope; /* (owned) */
	json_t *resource, *metadata, *kept; /* (owned) metadata of server, issuer; token file */
	struct transfer *transfer;
	struct timer *timer;
	struct buf reply;
	void (*next)(struct mcp_oauth *o, const json_t *reply); /* NULL: there was none */
	int tries;
	struct loopback *loopback;
	struct process *browser;
};

/* ---- What is kept ------------------------------------------------------------------------------ */

static const char *url_of(const json_t *server)
{
	return json_str(server, "url", "");
}

static json_t *kept_for(const json_t *server)
{
	auto_free char *path = mcp_state_file("token-", url_of(server));
	json_t *kept = json_from_file(path, ANSWER_BYTES);

	if (text_is(json_str(kept, "url", NULL), url_of(server)))
		return kept;
	json_decref(kept);
	return json_object();
}

char *mcp_oauth_token(const json_t *server)
{
	json_auto_t *kept = kept_for(server);
	const char *token = json_str(kept, "access_token", NULL);

	secret_add("access_token", token);
	secret_add("refresh_token", json_str(kept, "refresh_token", NULL));
	return xstrdup(token);
}

/* ---- Ends -------------------------------------------------------------------------------------- */

void mcp_oauth_stop(struct mcp_oauth *o)
{
	if (!o)
		return;
	transfer_stop(o->transfer);
	timer_stop(o->timer);
	loopback_close(o->loopback);
	process_stop(o->browser, 0);
	json_decref_all(o->resource, o->metadata, o->kept);
	buf_free(&o->reply);
	free_all(o->challenge, o->body, o->issuer, o->verifier, o->state, o->redirect, o->scope, o);
}

static void oauth_end(struct mcp_oauth *o, const struct error *e)
{
	void (*done)(void *ctx, const struct error *e) = o->done;
	void *ctx = o->ctx;

	mcp_oauth_stop(o);
	done(ctx, e);
}

static void oauth_fail(struct mcp_oauth *o, const char *why)
{
	auto_free char *line = text_line(why, 300);
	auto_error e = ERROR_INIT;

	error_set(
	    &e, ERR_DENIED, "signing in to the MCP server '%s': %s", o->client->spec->name, line);
	oauth_end(o, &e);
}

/* ---- Requests ---------------------------------------------------------------------------------- */

static bool may_ask(const struct mcp_oauth *o, const char *url)
{
	return url && endpoint_valid(url) &&
	       (strncmp(url, "https:", 6) == 0 ||
		   (endpoint_is_local(url) && endpoint_is_local(url_of(o->client->server))));
}

static void on_over(void *ctx, const struct http_result *result)
{
	struct mcp_oauth *o = ctx;
	json_auto_t *reply = result->failure == HTTP_OK
				 ? json_parse_foreign(buf_str(&o->reply), o->reply.len, NULL)
				 : NULL;
	const bool ok = result->status >= 200 && result->status < 300;
	const char *why = json_str(reply, "error", NULL);

	o->transfer = NULL;
	if (!ok && o->body && why)
		oauth_fail(o, json_str(reply, "error_description", why));
	else
		o->next(o, ok && json_is_object(reply) ? reply : NULL);
}

/* Requests an object. body: stolen, posted with the header `type`; NULL: GET. authorization: a header or NULL. */
static void oauth_ask(struct mcp_oauth *o, const char *url, char *body, const char *type,
    const char *authorization, void (*next)(struct mcp_oauth *o, const json_t *reply))
{
	static const struct http_sink sink = {.done = on_over};
	const char *const headers[] = {"Accept: application/json", body ? type : authorization,
	    body ? authorization : NULL, NULL};

	free(o->body);
	o->body = body;
	buf_free(&o->reply);
	o->reply = (struct buf)BUF_LIMIT(ANSWER_BYTES);
	o->next = next;
	if (!may_ask(o, url)) {
		oauth_fail(o, NOT_HTTPS);
		return;
	}
	o->transfer = http_start(o->client->around->loop,
	    &(struct http_request){.method = body ? "POST" : "GET",
		.url = url,
		.headers = headers,
		.body = body,
		.body_len = body ? strlen(body) : 0,
		.total_ms = REQUEST_MS,
		.max_body = ANSWER_BYTES,
		.gather = &o->reply},
	    &sink, o);
}

/* ---- The token --------------------------------------------------------------------------------- */

static void take_token(struct mcp_oauth *o, const json_t *reply)
{
	static const char *const copied[] = {
	    "access_token", "refresh_token", "expires_in", "scope"};
	auto_free char *path = mcp_state_file("token-", url_of(o->client->server)), *text = NULL;
	auto_error e = ERROR_INIT;

	if (!json_str(reply, "access_token", NULL) ||
	    strcasecmp(json_str(reply, "token_type", "Bearer"), "Bearer") != 0) {
		oauth_fail(o, "the authorization server gave no bearer token");
		return;
	}
	for (size_t i = 0; i < ARRAY_SIZE(copied); i++)
		if (json_object_get(reply, copied[i]))
			json_object_set(o->kept, copied[i], json_object_get(reply, copied[i]));
	json_put_str(o->kept, "url", url_of(o->client->server));
	text = json_line(o->kept);
	oauth_end(o, file_write(path, 0600, text, strlen(text), &e) ? NULL : &e);
}

/* Requests a token: adds to the form the client, in the way it was registered for, and the server. */
static void ask_token(
    struct mcp_oauth *o, struct buf *form, void (*next)(struct mcp_oauth *o, const json_t *reply))
{
	const char *method = json_str(o->kept, "method", "none"),
		   *secret = json_str(o->kept, "client_secret", NULL),
		   *id = json_str(o->kept, "client_id", "");
	auto_buf pair = BUF_INIT, basic = BUF_INIT, name = BUF_INIT;
	const bool in_header = secret && text_is(method, "client_secret_basic");

	form_add(&name, "", id);
	form_add(&pair, "", secret);
	buf_addf(&name, ":%s", secret ? buf_str(&pair) + 1 : "");
	buf_adds(&basic, "Authorization: Basic ");
	base64_encode(&basic, buf_str(&name) + 1, name.len - 1);
	if (!in_header)
		form_add(form, "client_id", id);
	if (text_is(method, "client_secret_post"))
		form_add(form, "client_secret", secret);
	form_add(form, "resource", json_str(o->kept, "resource", NULL));
	oauth_ask(o, json_str(o->kept, "token_endpoint", ""), buf_take(form), FORM,
	    in_header ? buf_str(&basic) : NULL, next);
}

/* ---- The user's browser ------------------------------------------------------------------------ */

static void on_code(void *ctx, const json_t *query)
{
	struct mcp_oauth *o = ctx;
	const char *code = json_str(query, "code", NULL), *issuer = json_str(query, "iss", NULL);
	auto_buf form = BUF_INIT;

	if (!text_is(json_str(query, "state", NULL), o->state)) {
		oauth_fail(o, "the browser came back with a state that is not of this sign-in");
	} else if (issuer ? strcmp(issuer, o->issuer) != 0
			  : json_flag(o->metadata, "authorization_response_iss_parameter_supported",
				false)) {
		oauth_fail(o, "the answer is of another authorization server than was asked");
	} else if (!code) {
		oauth_fail(o,
		    json_str(query, "error_description", json_str(query, "error", "no code came")));
	} else {
		form_add(&form, "grant_type", "authorization_code");
		form_add(&form, "code", code);
		form_add(&form, "redirect_uri", o->redirect);
		form_add(&form, "code_verifier", o->verifier);
		ask_token(o, &form, take_token);
	}
}

static void on_late(void *ctx)
{
	struct mcp_oauth *o = ctx;

	o->timer = NULL;
	oauth_fail(o, "nobody signed in in time (mcp.login_timeout_s)");
}

static void on_browser_done(void *ctx, const struct process_exit *exit)
{
	((struct mcp_oauth *)ctx)->browser = NULL;
}

static void open_browser(struct mcp_oauth *o, const char *address)
{
	const char *command = setting_string(o->client->around->settings, "mcp.open");
	auto_free char *line = xasprintf("%s \"$1\"", command);
	static const char *const everything[] = {"*", NULL};

	o->client->around->show(o->client->around->show_ctx, o->client->spec->name, address);
	if (*command)
		o->browser = child_start(o->client->around->loop, NULL,
		    &(struct child_wish){CHILD_BROWSER},
		    &(struct process_spec){
			.argv = (const char *const[]){"/bin/sh", "-c", line, "sh", address, NULL},
			.cwd_fd = -1,
			.keep = everything,
			.death_signal = SIGTERM,
			.done = on_browser_done,
			.ctx = o},
		    NULL, NULL);
}

static void authorize(struct mcp_oauth *o)
{
	const char *endpoint = json_str(o->metadata, "authorization_endpoint", "");
	auto_buf query = BUF_INIT;

	o->verifier = random_words();
	o->state = random_words();
	auto_free char *challenge = pkce_challenge(o->verifier);
	form_add(&query, "response_type", "code");
	form_add(&query, "client_id", json_str(o->kept, "client_id", ""));
	form_add(&query, "redirect_uri", o->redirect);
	form_add(&query, "state", o->state);
	form_add(&query, "code_challenge", challenge);
	form_add(&query, "code_challenge_method", "S256");
	form_add(&query, "resource", json_str(o->kept, "resource", NULL));
	form_add(&query, "scope", *o->scope ? o->scope : NULL);
	auto_free char *address =
	    xasprintf("%s%c%s", endpoint, strchr(endpoint, '?') ? '&' : '?', buf_str(&query));
	if (!may_ask(o, endpoint)) {
		oauth_fail(o, NOT_HTTPS);
		return;
	}
	o->timer = loop_after(o->client->around->loop,
	    (int64_t)(setting_number(o->client->around->settings, "mcp.login_timeout_s") * 1000),
	    on_late, o);
	open_browser(o, address);
}

/* ---- The client -------------------------------------------------------------------------------- */

/* Takes our client id at the authorization server, chooses how a secret is sent, and goes on to the browser. */
static void take_client(struct mcp_oauth *o, const json_t *client)
{
	static const char *const methods[] = {"client_secret_basic", "client_secret_post"};
	const char *secret = json_str(client, "client_secret", NULL),
		   *method = json_str(client, "token_endpoint_auth_method", NULL);
	const json_t *known = json_list(o->metadata, "token_endpoint_auth_methods_supported");

	if (!json_str(client, "client_id", NULL)) {
		oauth_fail(o, "the authorization server registered no client");
		return;
	}
	for (size_t i = 0; secret && !method && i < 2; i++)
		if (known ? json_holds_str(known, methods[i]) : i == 0)
			method = methods[i];
	json_put_str(o->kept, "client_id", json_str(client, "client_id", NULL));
	json_put_str(o->kept, "client_secret", secret);
	json_put_str(o->kept, "method", secret && method ? method : "none");
	secret_add("client_secret", secret);
	authorize(o);
}

static void register_client(struct mcp_oauth *o)
{
	const json_t *own = json_map(o->client->server, "oauth");
	const char *address = json_str(own, "client_metadata_url", NULL),
		   *endpoint = json_str(o->metadata, "registration_endpoint", NULL);

	if (json_str(own, "client_id", NULL)) {
		take_client(o, own);
	} else if (address &&
		   json_flag(o->metadata, "client_id_metadata_document_supported", false)) {
		json_auto_t *client = json_pack("{s:s}", "client_id", address);
		take_client(o, client);
	} else if (endpoint) {
		json_auto_t *client = json_pack("{s:s, s:[s], s:[s, s], s:[s], s:s, s:s}",
		    "client_name", "agent", "redirect_uris", o->redirect, "grant_types",
		    "authorization_code", "refresh_token", "response_types", "code",
		    "token_endpoint_auth_method", "none", "application_type", "native");
		oauth_ask(o, endpoint, json_line(client), "Content-Type: application/json", NULL,
		    take_client);
	} else {
		oauth_fail(o, "it registers no clients; give its entry oauth: {client_id: ...}");
	}
}

/* ---- Metadata ---------------------------------------------------------------------------------- */

static char *scope_wanted(const struct mcp_oauth *o)
{
	auto_free char *wanted = challenge_value(o->challenge, "scope");
	const char *own = json_str(json_map(o->client->server, "oauth"), "scope", NULL);
	struct buf out = BUF_INIT;

	if (wanted)
		scope_add(&out, json_str(o->kept, "scope", NULL));
	scope_add(&out, own ? own : wanted);
	json_each (scope, own || wanted ? NULL : json_list(o->resource, "scopes_supported"))
		scope_add(&out, json_string_value(scope));
	if (json_holds_str(json_list(o->metadata, "scopes_supported"), "offline_access"))
		scope_add(&out, "offline_access");
	return buf_take(&out);
}

static void begin_sign_in(struct mcp_oauth *o)
{
	const json_t *methods = json_list(o->metadata, "code_challenge_methods_supported");
	json_t *kept = json_pack("{s:s, s:s}", "issuer", o->issuer, "token_endpoint",
	    json_str(o->metadata, "token_endpoint", ""));
	const int port = (int)json_int(json_map(o->client->server, "oauth"), "port", 0);
	auto_error e = ERROR_INIT;

	o->scope = scope_wanted(o);
	json_put_str(kept, "scope", o->scope);
	json_put_str(
	    kept, "resource", json_str(o->resource, "resource", url_of(o->client->server)));
	json_decref(o->kept);
	o->kept = kept;
	if (!json_holds_str(methods, "S256"))
		oauth_fail(o, "its authorization server knows no PKCE with S256");
	else if (!(o->loopback = loopback_open(o->client->around->loop, port, on_code, o, &e)))
		oauth_fail(o, e.message);
	else {
		o->redirect = loopback_address(o->loopback);
		register_client(o);
	}
}

static void take_metadata(struct mcp_oauth *o, const json_t *reply)
{
	auto_free char *place = reply ? NULL : issuer_place(o->issuer, o->tries++);

	if (reply && !text_is(json_str(reply, "issuer", NULL), o->issuer)) {
		oauth_fail(o, "the metadata of its authorization server are another one's");
	} else if (reply) {
		o->metadata = json_deep_copy(reply);
		begin_sign_in(o);
	} else if (place) {
		oauth_ask(o, place, NULL, NULL, NULL, take_metadata);
	} else if (o->resource) {
		oauth_fail(o, "its authorization server does not say how to sign in");
	} else { /* of revision 2025-03-26, where these places were fixed */
		o->metadata = json_pack("{s:s+, s:s+, s:s+, s:[s]}", "authorization_endpoint",
		    o->issuer, "/authorize", "token_endpoint", o->issuer, "/token",
		    "registration_endpoint", o->issuer, "/register",
		    "code_challenge_methods_supported", "S256");
		begin_sign_in(o);
	}
}

static void take_resource(struct mcp_oauth *o, const json_t *reply)
{
	const char *url = url_of(o->client->server);
	auto_free char *named = challenge_value(o->challenge, "resource_metadata"),
		       *root = xstrndup(url, url_root(url)),
		       *path = xstrndup(url + strlen(root), strcspn(url + strlen(root), "?#"));
	const char *const places[] = {named, path, ""};
	const json_t *issuers = json_list(reply, "authorization_servers");

	if (reply && !is_resource_of(json_str(reply, "resource", ""), url)) {
		oauth_fail(o, "the metadata that it names are of another server");
	} else if (!reply && o->tries < 3) {
		const int i = o->tries++;
		auto_free char *place =
		    i == 0
			? xstrdup(named)
			: xasprintf("%s/.well-known/oauth-protected-resource%s", root, places[i]);

		if (place)
			oauth_ask(o, place, NULL, NULL, NULL, take_resource);
		else
			take_resource(o, NULL);
	} else {
		o->resource = reply ? json_deep_copy(reply) : NULL;
		o->issuer = xstrdup(json_string_value(json_array_get(issuers, 0)));
		o->issuer = o->issuer ? o->issuer : xstrdup(root);
		o->tries = 0;
		take_metadata(o, NULL);
	}
}

/* ---- The beginning ----------------------------------------------------------------------------- */

static void sign_in(struct mcp_oauth *o)
{
	auto_free char *way =
	    xasprintf("it wants you to sign in: `agent mcp login %s`", o->client->spec->name);

	if (o->client->around->show)
		take_resource(o, NULL);
	else
		oauth_fail(o, way);
}

static void take_renewed(struct mcp_oauth *o, const json_t *reply)
{
	if (reply)
		take_token(o, reply);
	else
		sign_in(o);
}

static void on_begin(void *ctx)
{
	struct mcp_oauth *o = ctx;
	const char *renews = json_str(o->kept, "refresh_token", NULL);
	auto_free char *error = challenge_value(o->challenge, "error");
	auto_buf form = BUF_INIT;

	o->timer = NULL;
	if (!renews || text_is(error, "insufficient_scope")) {
		sign_in(o);
		return;
	}
	form_add(&form, "grant_type", "refresh_token");
	form_add(&form, "refresh_token", renews);
	ask_token(o, &form, take_renewed);
}

struct mcp_oauth *mcp_oauth_start(const struct mcp_client *c, const char *challenge,
    void (*done)(void *ctx, const struct error *e), void *ctx)
{
	struct mcp_oauth *o = xcalloc(1, sizeof *o);

	*o = (struct mcp_oauth){.client = c,
	    .done = done,
	    .ctx = ctx,
	    .challenge = xstrdup(challenge ? challenge : ""),
	    .kept = kept_for(c->server),
	    .timer = loop_after(c->around->loop, 0, on_begin, o)};
	return o;
}
