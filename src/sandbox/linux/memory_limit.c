/* SPDX-License-Identifier: MIT
 * Measures the memory of a command's processes by /proc: what is resident, from statm, which is one short read; the
 * share of each process (Pss), from smaps_rollup, for which the kernel walks through its pages; and shared memory,
 * which stays when no process has it mapped: files of /dev/shm and memfd_create by their blocks, System V segments by
 * their list. The size of anonymous shared mappings is not reported, so the growth of the machine's shared memory
 * counts, up to the size of these mappings.
 */
#include "sandbox/linux/memory_limit.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include "base/base.h"
#include "loop/descendants.h"

#define SEEN_MAX 1024 /* shared files and mappings that are told apart; more count as unseen */
#define DESCRIPTORS_MAX 65536 /* checked at a time, of all processes together */
#define MAPS_BYTES (8 << 20)  /* the same for the bytes of their maps files */

static bool exhausted; /* a file could not be opened for want of descriptors or memory */

static int open_proc(pid_t pid, const char *name, int flags)
{
	char path[64];

	if (pid != 0)
		snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
	else
		snprintf(path, sizeof path, "/proc/%s", name);
	int fd = open(path, O_RDONLY | O_CLOEXEC | flags);
	exhausted |= fd < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM);
	return fd;
}

static size_t read_proc(pid_t pid, const char *name, char *out, size_t size)
{
	auto_close int fd = open_proc(pid, name, 0);
	ssize_t n = fd < 0 ? -1 : read(fd, out, size - 1);

	out[n > 0 ? n : 0] = '\0';
	return n > 0 ? (size_t)n : 0;
}

/* Returns in bytes the number of KiB that follows a name in a text of /proc; 0 without that name. */
static uint64_t kib_line_bytes(const char *text, const char *name)
{
	const char *at = strstr(text, name);

	return at == NULL ? 0 : strtoull(at + strlen(name), NULL, 10) * 1024;
}

/* ---- Of each process ----------------------------------------------------------------------- */

struct memory_sum {
	uint64_t resident;
	uint64_t shared;   /* the part of it that is shared memory */
	uint64_t files;	   /* of memfd_create, mapped or not */
	uint64_t mappings; /* size of anonymous shared mappings */
	bool unseen; /* a process does not show what it holds, or it is too much to go through */
	uint32_t descriptors, maps_bytes;
	uint64_t seen[SEEN_MAX]; /* inodes of files and mappings that were counted */
	size_t seen_count;
};

static void add_resident(void *ctx, pid_t pid)
{
	struct memory_sum *sum = ctx;
	char text[128], *at;

	if (read_proc(pid, "statm", text, sizeof text) != 0 && (at = strchr(text, ' ')) != NULL)
		sum->resident += strtoull(at, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Remembers an inode. False: it was known, or there is no room, which sets `unseen`. */
static bool add_inode(struct memory_sum *sum, uint64_t inode)
{
	for (size_t i = 0; i < sum->seen_count; i++)
		if (sum->seen[i] == inode)
			return false;
	if (sum->seen_count == SEEN_MAX) {
		sum->unseen = true;
		return false;
	}
	sum->seen[sum->seen_count++] = inode;
	return true;
}

/* Adds the files of memfd_create that a process has open. */
static void add_files(struct memory_sum *sum, pid_t pid)
{
	static const char made[] = "/memfd:";
	int fd = open_proc(pid, "fd", O_DIRECTORY);
	auto_closedir DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *d;

	if (dir == NULL) {
		sum->unseen |= errno != ENOENT && errno != ESRCH;
		return;
	}
	while ((d = readdir(dir)) != NULL) {
		char target[sizeof made];
		struct stat st;

		if (sum->descriptors++ > DESCRIPTORS_MAX) {
			sum->unseen = true;
			break;
		}
		if (readlinkat(fd, d->d_name, target, sizeof made - 1) == sizeof made - 1 &&
		    memcmp(target, made, sizeof made - 1) == 0 &&
		    fstatat(fd, d->d_name, &st, 0) == 0 && add_inode(sum, st.st_ino))
			sum->files += (uint64_t)st.st_blocks * 512;
	}
}

static void add_mappings(struct memory_sum *sum, pid_t pid)
{
	int fd = open_proc(pid, "maps", 0);
	FILE *maps = fd < 0 ? NULL : fdopen(fd, "r");
	unsigned long from, to, inode;
	char line[512];

	if (maps == NULL) {
		sum->unseen |= errno != ENOENT && errno != ESRCH;
		return;
	}
	/* Each line is "FROM-TO MODES OFFSET DEVICE INODE NAME". */
	for (int name = 0; fgets(line, sizeof line, maps) != NULL; name = 0) {
		sum->maps_bytes += (uint32_t)strlen(line);
		if (sum->maps_bytes > MAPS_BYTES) {
			sum->unseen = true;
			break;
		}
		if (sscanf(line, "%lx-%lx %*s %*s %*s %lu %n", &from, &to, &inode, &name) < 3 ||
		    name == 0 ||
		    (strncmp(line + name, "/dev/zero", 9) != 0 &&
			strncmp(line + name, "/memfd:", 7) != 0))
			continue;
		/* One file may be mapped in parts, and all of them at the same place in a child. */
		if (add_inode(sum, inode ^ (uint64_t)from << 20))
			sum->mappings += to - from;
	}
	fclose(maps);
}

/* Adds the process's share of its resident memory, or all of that if the share is not reported, and
 * its memfd files and shared mappings. */
static void add_share(void *ctx, pid_t pid)
{
	struct memory_sum *sum = ctx;
	char text[2048];

	if (read_proc(pid, "smaps_rollup", text, sizeof text) == 0 ||
	    strstr(text, "\nPss:") == NULL)
		add_resident(sum, pid);
	sum->resident += kib_line_bytes(text, "\nPss:");
	sum->shared += kib_line_bytes(text, "\nPss_Shmem:");
	add_files(sum, pid);
	add_mappings(sum, pid);
}

/* ---- Shared memory ------------------------------------------------------------------------- */

static uint64_t shared_of_machine(void)
{
	char text[4096];

	read_proc(0, "meminfo", text, sizeof text);
	return kib_line_bytes(text, "\nShmem:");
}

/* Returns the bytes of System V segments, resident and swapped out: the last two columns of the
 * list. */
static uint64_t segments(void)
{
	int fd = open_proc(0, "sysvipc/shm", 0);
	FILE *list = fd < 0 ? NULL : fdopen(fd, "r");
	unsigned long long resident, swapped;
	uint64_t sum = 0;
	char line[512];

	while (list != NULL && fgets(line, sizeof line, list) != NULL)
		if (sscanf(line,
			"%*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %llu %llu",
			&resident, &swapped) == 2)
			sum += resident + swapped;
	if (list != NULL)
		fclose(list);
	return sum;
}

void memory_limit_begin(struct memory_limit *limit, uint64_t bytes, bool own_shared)
{
	*limit = (struct memory_limit){bytes, shared_of_machine(), own_shared};
}

bool memory_limit_exceeded(const struct memory_limit *limit)
{
	static struct memory_sum sum; /* large, and this process looks once at a time */

	exhausted = false;
	uint64_t now = shared_of_machine();
	/* Memory that has a name in the namespace: files of /dev/shm, segments of System V. */
	struct statvfs files = {0};
	uint64_t named = limit->own_shared ? segments() : 0;
	if (limit->own_shared && statvfs("/dev/shm", &files) == 0)
		named += (uint64_t)(files.f_blocks - files.f_bfree) * files.f_frsize;
	uint64_t grown = now > limit->shared_before ? now - limit->shared_before : 0;
	sum = (struct memory_sum){0};
	if (!descendants_each(getpid(), add_resident, &sum) || exhausted)
		return true;
	if (sum.resident + named + grown <= limit->bytes)
		return false;
	sum = (struct memory_sum){0};
	if (!descendants_each(getpid(), add_share, &sum) || exhausted)
		return true;
	const uint64_t known = named + sum.files;
	/* What else of the machine's growth may be theirs. */
	const uint64_t rest = grown > known ? grown - known : 0;
	const uint64_t shared = known + (sum.unseen || sum.mappings > rest ? rest : sum.mappings);
	/* Shared memory that is mapped and resident was counted as the processes' share. */
	return sum.resident + (shared > sum.shared ? shared - sum.shared : 0) > limit->bytes;
}

/* ---- Threads ------------------------------------------------------------------------------- */

/* Adds the threads of a process: field 20 of stat, the 18th behind the name. */
static void add_threads(void *ctx, pid_t pid)
{
	uint64_t *threads = ctx;
	char text[1024], *at;

	if (read_proc(pid, "stat", text, sizeof text) == 0)
		return;
	at = strrchr(text, ')');
	for (int i = 2; at != NULL && i < 20; i++)
		at = strchr(at + 1, ' ');
	*threads += at != NULL ? strtoull(at, NULL, 10) : 1;
}

bool threads_exceed(uint32_t threads)
{
	uint64_t count = 0;

	exhausted = false;
	return !descendants_each(getpid(), add_threads, &count) || exhausted || count > threads;
}
