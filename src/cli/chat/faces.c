/* SPDX-License-Identifier: MIT
 * Serves a session to faces over a socket. A face that connects gets the number of the event up to which it reads the
 * store itself, then every line since, live ones too, then each as it comes; so only the lines of one round are kept
 * here. Who decided is recorded: an answer carries it, for any other intent there is an event of its own.
 */
#include "cli/chat/faces.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include "base/base.h"
#include "base/file.h"
#include "cli/program/intent_lines.h"
#include "loop/spawner.h"
#include "sandbox/sandbox.h"
#include "session/event/event_data.h"
#include "session/store/session_lock.h"
#include "ui/model/blocks.h"

#define SINCE_LIVE ((size_t)1 << 20) /* bytes of kept lines, beyond which live ones are not kept */
#define WAITING 16		     /* connections that wait to be accepted, at most */

struct one_face {
	struct one_face *next;
	struct faces *all;
	struct line_peer peer;
	char *who; /* (owned) its terminal and process */
};
struct faces {
	struct program *p;
	char *path; /* (owned) of the socket */
	int fd;
	struct watch *watch;
	struct one_face *list; /* (owned) */
	struct buf since;      /* (owned) the lines after event seq */
	int64_t seq;	       /* the event up to which a new face reads the store */
};

/* ---- The socket ------------------------------------------------------------------------------------ */

int face_socket(const char *path, bool serve)
{
	const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	struct sockaddr_un at = {.sun_family = AF_UNIX};
	const struct sockaddr *to = (struct sockaddr *)&at;

	if (strlen(path) >= sizeof at.sun_path) {
		close(fd);
		errno = ENAMETOOLONG;
		return -1;
	}
	snprintf(at.sun_path, sizeof at.sun_path, "%s", path);
	const mode_t mask = umask(0177);
	const bool ok = serve ? bind(fd, to, sizeof at) == 0 && listen(fd, WAITING) == 0
			      : connect(fd, to, sizeof at) == 0;
	const int saved = errno;
	umask(mask);
	if (!ok)
		close(fd);
	errno = saved;
	return ok ? fd : -1;
}

/* Returns the terminal and process of the peer, "pts/3, process 4711"; NULL: it is another user's. Caller frees. */
static char *who_of(int fd)
{
	struct ucred peer;
	socklen_t len = sizeof peer;
	auto_free char *path = NULL;
	auto_buf text = BUF_INIT;
	int device = 0;

	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) != 0 || peer.uid != geteuid())
		return NULL;
	path = xasprintf("/proc/%ld/stat", (long)peer.pid);
	file_read(path, 4096, &text, NULL);
	const char *behind = strrchr(buf_str(&text), ')');
	if (behind)
		sscanf(behind + 1, " %*c %*d %*d %*d %d", &device);
	const int major = device >> 8 & 0xfff, minor = (device & 0xff) | (device >> 12 & 0xfff00);
	if (major >= 136 && major < 144)
		return xasprintf(
		    "pts/%d, process %ld", (major - 136) * 256 + minor, (long)peer.pid);
	return xasprintf("process %ld", (long)peer.pid);
}

/* ---- A face ---------------------------------------------------------------------------------------- */

static void take_intent(void *ctx, const char *line, size_t len)
{
	struct one_face *f = ctx;
	struct session *s = f->all->p->session;
	struct intent in;

	if (!intent_of_line(s, line, len, true, "a face", &in))
		return;
	if (in.kind == INTENT_ANSWER)
		json_put_str(in.data, "who", f->who);
	else if (in.kind != INTENT_CONTEXT && in.kind != INTENT_MEMORY) /* these only look */
		emit(s, EVENT_FACE, NULL,
		    event_build_face(
			&(struct event_face){.who = f->who, .did = intent_name(in.kind)}));
	inbox_push(s, in);
}

static void drop_ended(struct faces *f, bool all)
{
	for (struct one_face **link = &f->list; *link;) {
		struct one_face *face = *link;

		if (!all && !face->peer.over) {
			link = &face->next;
			continue;
		}
		*link = face->next;
		close(face->peer.fd);
		line_peer_free(&face->peer);
		free_all(face->who, face);
	}
}

static void on_connection(void *ctx, int fd, short revents)
{
	struct faces *f = ctx;
	const int to = accept4(fd, NULL, NULL, SOCK_CLOEXEC);
	char *who = to >= 0 ? who_of(to) : NULL;

	drop_ended(f, false);
	if (!who) {
		if (to >= 0)
			close(to);
		return;
	}
	struct one_face *face = xcalloc(1, sizeof *face);
	*face = (struct one_face){.next = f->list, .all = f, .who = who};
	/* A face that ended is freed when the next connection comes (drop_ended). */
	face->peer = (struct line_peer){.fd = to, .line = take_intent, .ctx = face};
	f->list = face;
	line_peer_start(&face->peer, f->p->loop);
	json_auto_t *first = serving_line(f->p, f->seq);
	auto_buf line = BUF_LIMIT(BUF_UNBOUNDED);
	json_write(&line, first);
	buf_addf(&line, "\n%s", buf_str(&f->since));
	line_peer_send(&face->peer, line.data, line.len);
}

/* ---- All faces ------------------------------------------------------------------------------------- */

static void take_event(void *self, const struct event *ev)
{
	struct faces *f = self;
	json_auto_t *value = event_to_json(ev);
	auto_buf line = BUF_LIMIT(BUF_UNBOUNDED);

	json_write(&line, value);
	buf_addc(&line, '\n');
	for (struct one_face *face = f->list; face; face = face->next)
		line_peer_send(&face->peer, line.data, line.len);
	if (ev->seq > 0 || f->since.len < SINCE_LIVE)
		buf_add(&f->since, line.data, line.len);
	if (ev->type == EVENT_MESSAGE || ev->type == EVENT_TURN_END) {
		f->seq = ev->seq;
		buf_clear(&f->since);
	}
}

json_t *serving_line(const struct program *p, int64_t seq)
{
	return event_line(EVENT_SERVING, clock_now_ms(),
	    event_build_serving(&(struct event_serving){
		.session = session_id(p->session),
		.cwd = workspace_path(p->workspace),
		.model = p->backend->model,
		.approve = setting_string(p->settings, "approve"),
		.effort = setting_string(p->settings, "backend.effort"),
		.sandbox = strcmp(setting_string(p->settings, "sandbox.mode"), "off") != 0
			       ? sandbox_words(agent_sandbox(p->agent))
			       : NULL,
		.seq = seq,
	    }));
}

static struct faces *faces_open(struct program *p, struct error *e)
{
	if (!session_store(p->session)) {
		error_set(e, ERR_UNSUPPORTED,
		    "this session is not saved, so another terminal could not show it");
		return NULL;
	}
	struct faces *f = xcalloc(1, sizeof *f);

	*f = (struct faces){.p = p,
	    .path = session_socket(p->store, session_id(p->session)),
	    .since = BUF_LIMIT(BUF_UNBOUNDED),
	    .seq = session_seq(p->session)};
	auto_free char *folder = xstrndup(f->path, (size_t)(strrchr(f->path, '/') - f->path));
	unlink(f->path); /* left by a killed process: this one has the lock */
	f->fd = file_make_dirs(folder, 0700, NULL) ? face_socket(f->path, true) : -1;
	if (f->fd < 0) {
		error_set(e, ERR_IO, "cannot make '%s': %s", f->path, error_system(errno));
		free_all(f->path, f);
		return NULL;
	}
	f->watch = loop_watch(p->loop, f->fd, POLLIN, on_connection, f);
	session_sink(p->session, (struct event_sink){take_event, f});
	return f;
}

void faces_free(struct faces *f)
{
	if (!f)
		return;
	watch_stop(f->watch);
	close(f->fd);
	unlink(f->path);
	drop_ended(f, true);
	buf_free(&f->since);
	free_all(f->path, f);
}

/* ---- Leaving the terminal -------------------------------------------------------------------------- */

/* Adds the text so far of a reply under way to the kept lines, as a delta: only the face that leaves has it. */
static void keep_begun(struct faces *f, struct ui_model *m)
{
	const struct block *said = block_last_open(m, BLOCK_ANSWER);

	if (!said)
		return;
	json_auto_t *data =
	    event_build_delta(&(struct event_delta){.kind = "text", .text = buf_str(&said->text)});
	take_event(f, &(struct event){.at_ms = said->at_ms, .type = EVENT_DELTA, .data = data});
}

bool faces_detach(
    struct program *p, struct faces **faces, const struct commander *from, struct error *e)
{
	struct stat tasks;
	int apart[2]; /* closed in the copy when it has left the terminal's session */
	char none;

	/* fork() does not copy threads, such as one that looks up a server's name. */
	if (stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink > 3)
		return error_set(
		    e, ERR_CONFLICT, "a server's name is being looked up: try again in a moment");
	if (!*faces && !(*faces = faces_open(p, e)))
		return false;
	if (from)
		from->terminal(from->face, false);
	fflush(NULL);
	store_move(p->store, false);
	const pid_t pid = pipe(apart) == 0 ? fork() : -1;
	const int why = errno;
	if (pid > 0) {
		/* The end of who leads a terminal's session hangs up on all that are in it. */
		close(apart[1]);
		(void)!read(apart[0], &none, 1);
		printf("agent attach %s\n", session_id(p->session));
		fflush(NULL);
		_exit(0);
	}
	if (pid == 0) { /* in the copy */
		const int null = open("/dev/null", O_RDWR | O_CLOEXEC);

		for (int fd = 0; fd < 3; fd++)
			dup2(null, fd);
		close(null);
		setsid();
		close(apart[0]);
		close(apart[1]);
		spawner_move();
		session_lock_move(p->session);
		if (from)
			keep_begun(*faces, from->model);
	}
	store_move(p->store, true);
	if (from && pid < 0)
		from->terminal(from->face, true);
	return pid == 0 ||
	       error_set(e, ERR_IO, "cannot go on without a terminal: %s", error_system(why));
}
