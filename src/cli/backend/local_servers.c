/* SPDX-License-Identifier: MIT
 * Looks for model servers on this machine: connects to each known port, and asks those that accept for their models.
 */
#include "cli/backend/local_servers.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include "base/base.h"
#include "config/prompt.h"
#include "llm/backend.h"
#include "llm/http/endpoint.h"

#define SEARCH_MS 300

struct local_server {
	struct local *local;
	const char *name; /* (borrowed) */
	char *base_url;	  /* (owned) */
	int fd;
	struct watch *watch;
	struct model_list *list;
};
struct local {
	struct loop *loop;
	const struct settings *settings;
	json_t *table; /* (owned) */
	struct local_server *candidates;
	size_t count, open;
	struct timer *timer;
	json_t *found;
	void (*done)(void *ctx, const json_t *found);
	void *ctx;
};

static void finish(void *ctx)
{
	struct local *s = ctx;

	timer_stop(s->timer);
	s->timer = NULL;
	s->open = 0;
	if (s->done)
		s->done(s->ctx, s->found);
	s->done = NULL;
}

static void closed(struct local_server *c)
{
	if (c->local->open > 0 && --c->local->open == 0)
		finish(c->local);
}

static void on_models(void *ctx, const json_t *models, const struct error *e)
{
	struct local_server *c = ctx;
	json_auto_t *chat = models ? models_for_chat(models) : NULL;

	c->list = NULL;
	if (models)
		json_array_append_new(c->local->found,
		    json_pack("{s:s, s:s, s:s*}", "name", c->name, "base_url", c->base_url, "model",
			json_str(json_array_get(chat, 0), "id", NULL)));
	closed(c);
}

static void probe_server(struct local_server *c)
{
	c->list = models_fetch(c->local->loop, c->local->settings,
	    &(struct model){.base_url = c->base_url}, on_models, c);
}

static void on_connected(void *ctx, int fd, short revents)
{
	struct local_server *c = ctx;
	int status = 0;
	socklen_t len = sizeof status;

	getsockopt(fd, SOL_SOCKET, SO_ERROR, &status, &len);
	watch_stop(c->watch);
	c->watch = NULL;
	close(fd);
	c->fd = -1;
	if (status == 0)
		probe_server(c);
	else
		closed(c);
}

/* Returns the port of "http://127.0.0.1:PORT/..."; 0 for a URL of another form, which is not probed. */
static int loopback_port(const char *url)
{
	static const char prefix[] = "http://127.0.0.1:";

	if (strncmp(url, prefix, sizeof prefix - 1) != 0)
		return 0;
	return (int)strtol(url + sizeof prefix - 1, NULL, 10);
}

static bool probe_port(struct local_server *c)
{
	int port = loopback_port(c->base_url);
	struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};

	if (!endpoint_is_local(c->base_url)) { /* a variable of the user's names it */
		probe_server(c);
		return true;
	}
	if (port < 1 || port > 65535)
		return false;
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	c->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
	if (c->fd < 0)
		return false;
	if (connect(c->fd, (struct sockaddr *)&to, sizeof to) != 0 && errno != EINPROGRESS) {
		close(c->fd);
		c->fd = -1;
		return false;
	}
	c->watch = loop_watch(c->local->loop, c->fd, POLLOUT, on_connected, c);
	return true;
}

char *local_base_url(const char *base_url, const char *host)
{
	const char *scheme = strstr(host, "://"), *at = scheme ? scheme + 3 : host;
	size_t len = strcspn(at, "/?#");
	const char *port = memrchr(at, ':', len);

	if (port && memchr(port, ']', len - (size_t)(port - at))) /* [::1] */
		port = NULL;
	auto_free char *given = xstrndup(at, port ? (size_t)(port - at) : len);
	const int number = port	    ? (int)strtol(port + 1, NULL, 10)
			   : scheme ? (strncmp(host, "https", 5) == 0 ? 443 : 80)
				    : loopback_port(base_url);
	const bool listens = !*given || strcmp(given, "0.0.0.0") == 0 ||
			     strcmp(given, "[::]") == 0 ||
			     strcmp(given, "localhost") == 0; /* asked at 127.0.0.1 */
	return xasprintf("%s://%s:%d/v1",
	    scheme && strncmp(host, "https", 5) == 0 ? "https" : "http",
	    listens ? "127.0.0.1" : given, number);
}

struct local *local_search(struct loop *l, const struct settings *s,
    void (*done)(void *ctx, const json_t *found), void *ctx)
{
	struct local *local = xcalloc(1, sizeof *local);

	*local = (struct local){.loop = l, .settings = s, .done = done, .ctx = ctx};
	local->table = config_table("providers.yaml", NULL);
	local->found = json_array();
	json_t *servers = json_list(local->table, "local");
	local->candidates = xcalloc(json_array_size(servers) + 1, sizeof *local->candidates);
	json_each (server, servers) {
		struct local_server *c = &local->candidates[local->count];

		const char *known = json_str(server, "base_url", ""),
			   *variable = json_str(server, "host_env", NULL);
		const char *host = variable ? getenv(variable) : NULL;
		auto_free char *moved = host && *host ? local_base_url(known, host) : NULL;

		*c = (struct local_server){.local = local,
		    .name = json_str(server, "name", ""),
		    .base_url = xstrdup(moved && endpoint_valid(moved) ? moved : known),
		    .fd = -1};
		if (probe_port(c))
			local->count++;
		else
			free(c->base_url);
	}
	local->open = local->count;
	local->timer = loop_after(l, local->open ? SEARCH_MS : 0, finish, local);
	return local;
}

void local_stop(struct local *s)
{
	if (!s)
		return;
	timer_stop(s->timer);
	for (size_t i = 0; i < s->count; i++) {
		watch_stop(s->candidates[i].watch);
		models_stop(s->candidates[i].list);
		if (s->candidates[i].fd >= 0)
			close(s->candidates[i].fd);
		free(s->candidates[i].base_url);
	}
	free(s->candidates);
	json_decref_all(s->found, s->table);
	free(s);
}

char *local_line(const json_t *server)
{
	const char *url = json_str(server, "base_url", "");

	return xasprintf("%s answers%s: use it with agent --base-url %s -m %s",
	    json_str(server, "name", ""), endpoint_is_local(url) ? " on this machine" : "", url,
	    json_str(server, "model", "MODEL"));
}
