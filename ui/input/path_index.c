/* SPDX-License-Identifier: MIT
 * The index of file names: one buffer, in the order of the walk. It is searched while a newer one
 * is being read, which replaces it when it is whole; the best hits of a search are kept sorted. A
 * path that leads out of the index is completed from one folder, read at once.
 */
#include "ui/input/path_index.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include "base/base.h"
#include "base/file.h"
#include "ui/input/fuzzy.h"
#include "ui/input/suggest.h"
#include "workspace/file/workspace.h"
#include "workspace/walk.h"

/* ---- One folder ---------------------------------------------------------------------------------- */

struct folder_names {
	char **list; /* (owned) */
	size_t count, cap;
};

bool path_folder_like(const char *path)
{
	static const char *const begins[] = {"/", "~/", "./", "../"};

	for (size_t i = 0; i < ARRAY_SIZE(begins); i++)
		if (strncmp(path, begins[i], strlen(begins[i])) == 0)
			return true;
	return false;
}

static bool is_folder(DIR *dir, const struct dirent *entry)
{
	struct stat st;

	if (entry->d_type != DT_UNKNOWN && entry->d_type != DT_LNK)
		return entry->d_type == DT_DIR;
	return fstatat(dirfd(dir), entry->d_name, &st, 0) == 0 && S_ISDIR(st.st_mode);
}

/* Adds the names that begin with `begin`; hidden ones only if it has their dot. */
static void read_names(DIR *dir, const char *begin, struct folder_names *out)
{
	struct dirent *entry;

	for (int n = 0; n < PATH_FOLDER_NAMES && (entry = readdir(dir)); n++) {
		const char *name = entry->d_name;

		if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 ||
		    (*name == '.' && *begin != '.') || strncmp(name, begin, strlen(begin)) != 0)
			continue;
		array_push(out->list, out->count, out->cap,
		    xasprintf("%s%s", name, is_folder(dir, entry) ? "/" : ""));
	}
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

void path_folder_complete(const char *path, const char *cwd, struct candidates *out)
{
	const char *begin = strrchr(path, '/') + 1;
	auto_free char *folder = xstrndup(path, (size_t)(begin - path)),
		       *home = file_expand(folder),
		       *whole = cwd ? file_join(cwd, home) : xstrdup(home);
	const int fd = open(whole, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
	auto_closedir DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	struct folder_names names = {0};

	if (dir)
		read_names(dir, begin, &names);
	if (names.count)
		qsort(names.list, names.count, sizeof *names.list, by_name);
	for (size_t i = 0; i < names.count; i++) {
		auto_free char *name = names.list[i];

		if (i >= PATH_FOLDER_HITS)
			continue;
		auto_free char *named = xasprintf("%s%s", folder, name), *shown = path_shown(named),
			       *text = suggest_path(shown, false);
		candidates_add(out, text, NULL);
	}
	free(names.list);
}

#define CHECK_EVERY 64 /* names between two looks at the clock */

struct index_names {
	struct buf text; /* (owned) each name with its NUL */
	size_t *at;	 /* (owned) the byte of text where each begins */
	size_t count, cap;
};
struct path_index {
	struct loop *loop;	     /* (borrowed) */
	struct workspace *workspace; /* (borrowed) */
	void (*changed)(void *ctx);
	void *ctx;
	struct index_names names, coming;	/* searched; being read to replace them */
	bool known, again;			/* names were read whole; coming is being read */
	struct walk *walk;			/* (owned) NULL: nothing is being read */
	int64_t read_ms;			/* monotonic: when names were read whole */
	char *pattern;				/* (owned) NULL: no search */
	size_t next;				/* index of the next name to match */
	struct fuzzy_hit hits[PATH_INDEX_HITS]; /* best first */
	size_t count;				/* of hits */
	struct work *work;			/* NULL: all is done */
};

static void names_free(struct index_names *n)
{
	buf_free(&n->text);
	free(n->at);
	*n = (struct index_names){.text.max = PATH_INDEX_BYTES};
}

struct path_index *path_index_new(
    struct loop *l, struct workspace *w, void (*changed)(void *ctx), void *ctx)
{
	struct path_index *f = xcalloc(1, sizeof *f);

	*f = (struct path_index){.loop = l, .workspace = w, .changed = changed, .ctx = ctx};
	names_free(&f->names);
	names_free(&f->coming);
	return f;
}

void path_index_free(struct path_index *f)
{
	if (!f)
		return;
	work_stop(f->work);
	walk_free(f->walk);
	names_free(&f->names);
	names_free(&f->coming);
	free_all(f->pattern, f);
}

/* ---- reading -------------------------------------------------------------------------------- */

static void name_add(struct index_names *n, const struct walk_entry *e)
{
	auto_free char *shown = path_shown(e->path);

	array_reserve(&n->at, &n->cap, n->count + 1, sizeof *n->at);
	n->at[n->count] = n->text.len;
	if (buf_adds(&n->text, shown) && (!e->folder || buf_addc(&n->text, '/')) &&
	    buf_add(&n->text, "", 1))
		n->count++;
}

static void read_end(struct path_index *f)
{
	walk_free(f->walk);
	f->walk = NULL;
	f->read_ms = clock_mono_ms();
	f->known = true;
	if (!f->again)
		return;
	names_free(&f->names);
	f->names = f->coming;
	f->coming = (struct index_names){.text.max = PATH_INDEX_BYTES};
	f->again = false;
	f->next = f->count = 0;
}

static void read_some(struct path_index *f, int64_t until_us)
{
	struct index_names *n = f->again ? &f->coming : &f->names;
	struct walk_entry e;

	for (int i = 0; f->walk; i++) {
		enum walk_status status = walk_poll(f->walk, &e);
		if (status == WALK_ENTRY)
			name_add(n, &e);
		if (status == WALK_END || n->count >= PATH_INDEX_MAX || n->text.truncated)
			read_end(f);
		else if ((status == WALK_MORE || i % CHECK_EVERY == 0) &&
			 clock_mono_us() >= until_us)
			return;
	}
}

/* ---- matching ------------------------------------------------------------------------------- */

/* Whether name has the pattern's ASCII characters in their order, in any case: rules out most names cheaply. */
static bool may_match(const char *pattern, const char *name)
{
	for (; *pattern; pattern++) {
		unsigned char c = (unsigned char)*pattern;
		if (c >= 0x80 || c == ' ')
			continue;
		unsigned char other = c >= 'a' && c <= 'z'   ? c - 32
				      : c >= 'A' && c <= 'Z' ? c + 32
							     : c;
		while (*name && (unsigned char)*name != c && (unsigned char)*name != other)
			name++;
		if (!*name++)
			return false;
	}
	return true;
}

static void keep_hit(struct path_index *f, const struct fuzzy_hit *h)
{
	size_t i = f->count;

	if (i == PATH_INDEX_HITS && fuzzy_order(h, &f->hits[i - 1]) >= 0)
		return;
	if (i < PATH_INDEX_HITS)
		f->count++;
	else
		i--;
	for (; i > 0 && fuzzy_order(h, &f->hits[i - 1]) < 0; i--)
		f->hits[i] = f->hits[i - 1];
	f->hits[i] = *h;
}

static void match_some(struct path_index *f, int64_t until_us)
{
	for (int i = 1; f->pattern && f->next < f->names.count; i++) {
		const char *name = f->names.text.data + f->names.at[f->next];
		const char *slash = *f->pattern ? NULL : strchr(name, '/');
		struct fuzzy_hit h = {f->next++, *f->pattern ? strlen(name) : 0, 0};

		if (!*f->pattern) /* names at the top come first, in the order of the walk */
			h.score = slash && slash[1] ? 1 : 2;
		else if (may_match(f->pattern, name))
			h.score = fuzzy_score(f->pattern, name);
		if (h.score > 0)
			keep_hit(f, &h);
		if (i % CHECK_EVERY == 0 && clock_mono_us() >= until_us)
			return;
	}
}

bool path_index_busy(const struct path_index *f)
{
	return f->walk || (f->pattern && f->next < f->names.count);
}

static bool step(void *ctx)
{
	struct path_index *f = ctx;
	int64_t now = clock_mono_us();

	read_some(f, now + PATH_INDEX_STEP_US / 2);
	match_some(f, now + PATH_INDEX_STEP_US);
	bool more = path_index_busy(f);
	if (!more)
		f->work = NULL;
	f->changed(f->ctx);
	return more;
}

void path_index_search(struct path_index *f, const char *pattern)
{
	int64_t now = clock_mono_us();

	if (f->work && f->pattern && strcmp(f->pattern, pattern) == 0)
		return;
	if (!f->walk && (!f->known || clock_mono_ms() - f->read_ms >= PATH_INDEX_FRESH_MS)) {
		f->again = f->known;
		names_free(&f->coming);
		f->walk = walk_new(f->workspace, ".", WALK_NO_STAT, NULL);
	}
	if (!f->pattern || strcmp(f->pattern, pattern) != 0) {
		free(f->pattern);
		f->pattern = xstrdup(pattern);
		f->next = f->count = 0;
	}
	read_some(f, now + PATH_INDEX_STEP_US / 2);
	match_some(f, now + PATH_INDEX_STEP_US);
	if (!f->work && path_index_busy(f))
		f->work = loop_work(f->loop, step, f);
}

size_t path_index_hits(const struct path_index *f)
{
	return f->count;
}

const char *path_index_hit(const struct path_index *f, size_t i)
{
	return f->names.text.data + f->names.at[f->hits[i].index];
}

void path_index_stale(struct path_index *f)
{
	f->read_ms = -PATH_INDEX_FRESH_MS;
}

void path_index_rest(struct path_index *f)
{
	free(f->pattern);
	f->pattern = NULL;
	f->count = 0;
}
