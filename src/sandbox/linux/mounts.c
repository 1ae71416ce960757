/* SPDX-License-Identifier: MIT
 * The mounts of tier namespaces, which make the tree that a command sees. All of the system's tree
 * becomes read-only by one call; what is writable is grabbed before that and put back over it,
 * /tmp, /run, /dev and /proc are its own, and what is secret is covered by something empty. In a
 * trial an overlay goes over each writable folder, whose layer is a folder of one small tmpfs. A
 * descriptor of that is sent to the program, which looks into it from outside; in here nothing
 * leads to it, and it is gone when both ends have closed it.
 *
 * No descriptor into the old tree may stay open: it would lead around all of this.
 */
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include "base/base.h"
#include "sandbox/child/confined.h"
#include "sandbox/linux/confined_linux.h"
#include "sandbox/linux/mount_calls.h"

#define GRABS 256

static struct grab {
	int fd;
	const char *target;
	const struct confine_path *written; /* in a trial a layer goes over it; NULL: none does */
} grabs[GRABS];
static size_t grab_count;

static const char *const devices[] = {
    "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty"};
#define DEVICES ARRAY_SIZE(devices)

/* Settings of the kernel, made read-only for everybody: their files take uid 0 in here for root. */
static const char *const settings_of_kernel[] = {"/proc/sys", "/proc/sysrq-trigger", "/proc/irq",
    "/proc/bus", "/proc/fs", "/proc/acpi", "/proc/scsi"};

/* Files of the kernel that root may read: memory, the user's keys by their names, and what
 * tracing saw of other processes. */
static const char *const secrets_of_kernel[] = {
    "/proc/kcore", "/proc/keys", "/sys/kernel/tracing", "/sys/kernel/debug"};

static void grab_tree(
    const char *source, const char *target, uint64_t set, const struct confine_path *written)
{
	int fd = open_tree_clone(source);

	if (fd < 0 && errno == ENOENT)
		return; /* the path was removed meanwhile, so it cannot be reached either */
	confine_need(fd >= 0, "take hold of folders for");
	confine_need(mount_change(fd, "", set, 0, true), "take hold of folders for");
	confine_need(grab_count < GRABS, "take hold of so many folders for");
	grabs[grab_count++] = (struct grab){fd, target, written};
}

static void make_file(const char *path)
{
	auto_close int fd = open(path, O_CREAT | O_RDONLY | O_CLOEXEC | O_NOFOLLOW, 0600);

	confine_need(fd >= 0, "make folders for");
}

static void make_dir(const char *path, mode_t mode)
{
	if (mkdir(path, mode) != 0)
		confine_need(errno == EEXIST, "make folders for");
}

/* Makes the folders above a target, which may lie in a /tmp that is empty now, and the target itself. */
static void make_place(const struct grab *g)
{
	char path[PATH_MAX];
	size_t len = strlen(g->target);
	struct stat st;

	confine_need(fstat(g->fd, &st) == 0, "mount folders for");
	confine_need(len < sizeof path, "make folders for");
	if (access(g->target, F_OK) == 0)
		return;
	memcpy(path, g->target, len + 1);
	for (char *slash = strchr(path + 1, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0755) != 0 && errno != EEXIST && errno != EROFS)
			confine_need(false, "make folders for");
		*slash = '/';
	}
	if (S_ISDIR(st.st_mode))
		make_dir(path, 0755);
	else
		make_file(path);
}

/* ---- A trial ---- */

#define LAYERS "/dev/.trial"
#define LAY "lay something over the folders of"

static void trial_begin(uint64_t bytes)
{
	char options[64];

	snprintf(options, sizeof options, "mode=700,size=%llu", (unsigned long long)bytes);
	confine_need(mount("tmpfs", LAYERS, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0, LAY);
}

/* Mounts an overlay over place. Its lower folder is ".": a name may have characters that separate options. */
static void trial_lay_over(
    const struct confinement *c, size_t number, const struct confine_path *p, const char *place)
{
	char path[64], options[160];
	struct stat st;

	/* LAYERS/NUMBER has the layer, the kernel's work folder, and a link to what the layer lies over. */
	confine_need(stat(place, &st) == 0, LAY);
	confine_need(strcmp(place, c->cwd) != 0 || confined_is_cwd(c, &st), "enter the folder for");
	snprintf(path, sizeof path, LAYERS "/%zu", number);
	confine_need(mkdir(path, 0700) == 0, LAY);
	snprintf(path, sizeof path, LAYERS "/%zu/layer", number);
	confine_need(mkdir(path, 0700) == 0 && chmod(path, st.st_mode & 07777) == 0, LAY);
	snprintf(path, sizeof path, LAYERS "/%zu/work", number);
	confine_need(mkdir(path, 0700) == 0, LAY);
	snprintf(
	    path, sizeof path, LAYERS "/%zu/%s", number, p->kind == CONFINE_TMP ? "tmp" : "folder");
	confine_need(symlink(p->path, path) == 0, LAY);
	snprintf(options, sizeof options,
	    "lowerdir=.,upperdir=" LAYERS "/%zu/layer,workdir=" LAYERS "/%zu/work,userxattr",
	    number, number);
	confine_need(chdir(place) == 0 &&
			 mount("overlay", place, "overlay", MS_NOSUID | MS_NODEV, options) == 0,
	    LAY);
	if (p->kind == CONFINE_TMP && access("/var/tmp", F_OK) == 0)
		confine_need(mount(place, "/var/tmp", NULL, MS_BIND, NULL) == 0, LAY);
}

static void trial_end(void)
{
	auto_close int layers = open(LAYERS, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	confine_need(layers >= 0 && chdir("/") == 0 && launch_send_fd(LAYER_FD, layers), LAY);
	confine_need(umount2(LAYERS, MNT_DETACH) == 0, LAY);
	close(LAYER_FD);
}

/* ---- The tree ---- */

/* Puts back grabs from `first` up to `end`, in a trial with layers over them. */
static void put_back(const struct confinement *c, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++) {
		make_place(&grabs[i]);
		confine_need(move_mount_to(grabs[i].fd, grabs[i].target), "mount folders for");
		close(grabs[i].fd);
	}
	/* Mount points in /tmp are made before a layer covers it, or they would look like changes by the command. */
	for (size_t i = end; c->head.trial_bytes != 0 && i < grab_count; i++)
		make_place(&grabs[i]);
	for (size_t i = first; c->head.trial_bytes != 0 && i < end; i++)
		if (grabs[i].written != NULL &&
		    (c->head.keeps_tmp == 0 || grabs[i].written->kind != CONFINE_TMP))
			trial_lay_over(c, i, grabs[i].written, grabs[i].target);
}

static void mount_tmpfs(const char *path, const char *options)
{
	confine_need(
	    mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0, "mount /tmp for");
}

/* Makes what a command finds below /dev, and the two empty things (.empty, .nothing) that masks are made of. */
static void make_dev(const int fds[DEVICES], uint64_t memory_bytes)
{
	static const char *const links[][2] = {{"/proc/self/fd", "/dev/fd"},
	    {"/proc/self/fd/0", "/dev/stdin"}, {"/proc/self/fd/1", "/dev/stdout"},
	    {"/proc/self/fd/2", "/dev/stderr"}, {"pts/ptmx", "/dev/ptmx"}};

	char options[48] = "mode=1777,size=25%";
	struct sysinfo machine;

	mount_tmpfs("/dev", "mode=755,size=1m");
	for (size_t i = 0; i < DEVICES; i++) {
		if (fds[i] < 0)
			continue;
		make_file(devices[i]);
		confine_need(move_mount_to(fds[i], devices[i]), "mount /dev for");
		close(fds[i]);
	}
	for (size_t i = 0; i < ARRAY_SIZE(links); i++)
		confine_need(symlink(links[i][0], links[i][1]) == 0, "mount /dev for");
	make_dir("/dev/pts", 0755);
	make_dir("/dev/shm", 0755);
	make_dir("/dev/.empty", 0755);
	make_dir("/dev/.trial", 0700);
	make_file("/dev/.nothing");
	confine_need(chmod("/dev/.nothing", 0444) == 0, "mount /dev for");
	confine_need(mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC,
			 "newinstance,ptmxmode=0666,mode=620") == 0,
	    "mount /dev/pts for");
	/* /dev/shm is memory, so it is no larger than the memory that a command may take. */
	if (memory_bytes != 0 && sysinfo(&machine) == 0 &&
	    memory_bytes < (uint64_t)machine.totalram * machine.mem_unit / 4)
		snprintf(options, sizeof options, "mode=1777,size=%llu",
		    (unsigned long long)memory_bytes);
	mount_tmpfs("/dev/shm", options);
	confine_need(mount_change(AT_FDCWD, "/dev", MOUNT_RDONLY, 0, false), "mount /dev for");
}

static void bind_over(const char *source, const char *target, bool read_only, const char *step)
{
	if (mount(source, target, NULL, MS_BIND | MS_REC, NULL) != 0) {
		confine_need(errno == ENOENT, step);
		return;
	}
	if (read_only)
		confine_need(mount_change(AT_FDCWD, target, MOUNT_RDONLY, 0, true), step);
}

static void mask_path(const char *path)
{
	struct stat st;

	if (stat(path, &st) != 0) {
		confine_need(
		    errno == ENOENT || errno == EACCES || errno == ENOTDIR, "mask secrets for");
		return;
	}
	bind_over(
	    S_ISDIR(st.st_mode) ? "/dev/.empty" : "/dev/.nothing", path, true, "mask secrets for");
}

/* Limits the process ids of the namespace, since RLIMIT_NPROC does not hold for root. Before Linux
 * 6.14 this number was the whole system's, and is left alone. */
static void limit_ids(uint32_t processes)
{
	struct utsname u;
	char digits[16], *dot;

	if (processes == 0 || uname(&u) != 0)
		return;
	const long major = strtol(u.release, &dot, 10);
	const long minor = *dot == '.' ? strtol(dot + 1, NULL, 10) : 0;
	if (major < 6 || (major == 6 && minor < 14))
		return;
	if (processes < 301) /* the kernel's minimum */
		processes = 301;
	const int len = snprintf(digits, sizeof digits, "%u", processes);
	auto_close int fd = open("/proc/sys/kernel/pid_max", O_WRONLY | O_CLOEXEC);
	confine_need(fd < 0 || write(fd, digits, (size_t)len) > 0, "set limits for");
}

static void grab_all(const struct confinement *c, int dev_fds[DEVICES])
{
	for (size_t i = 0; i < c->count; i++) {
		const struct confine_path *p = &c->paths[i];

		if (p->kind == CONFINE_TMP) {
			grab_tree(p->path, "/tmp", MOUNT_NOSUID | MOUNT_NODEV, p);
			if (access("/var/tmp", F_OK) == 0)
				grab_tree(p->path, "/var/tmp", MOUNT_NOSUID | MOUNT_NODEV, NULL);
		}
	}
	for (size_t i = 0; i < DEVICES; i++)
		dev_fds[i] = open_tree_clone(devices[i]);
}

/* Grabs the folders that are put back where they lay, over the private ones. The paths are sorted,
 * so deeper ones come later. */
static void grab_folders(const struct confinement *c)
{
	for (size_t i = 0; i < c->count; i++) {
		const struct confine_path *p = &c->paths[i];

		if (p->kind == CONFINE_WRITABLE)
			grab_tree(p->path, p->path,
			    MOUNT_NOSUID | MOUNT_NODEV |
				(c->head.trial_bytes != 0 ? MOUNT_RDONLY : 0),
			    p);
		else if (p->kind == CONFINE_READABLE)
			grab_tree(
			    p->path, p->path, MOUNT_RDONLY | MOUNT_NOSUID | MOUNT_NODEV, NULL);
	}
}

static void cover_secrets(const struct confinement *c)
{
	for (size_t i = 0; i < c->count; i++) {
		const struct confine_path *p = &c->paths[i];

		if (p->kind == CONFINE_MASKED)
			mask_path(p->path);
		else if (p->kind == CONFINE_PINNED || p->kind == CONFINE_PROTECTED)
			bind_over(
			    p->path, p->path, p->kind == CONFINE_PROTECTED, "protect folders for");
	}
}

void mounts_set_up(const struct confinement *c)
{
	int dev_fds[DEVICES];

	confine_need(mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0, "take the mounts of");
	grab_all(c, dev_fds);
	const size_t tmp_count = grab_count;
	grab_folders(c);
	confine_need(
	    mount_change(AT_FDCWD, "/", MOUNT_RDONLY | MOUNT_NOSUID | MOUNT_NODEV, 0, true),
	    "make the system read-only for");
	if (access("/run", F_OK) == 0)
		mount_tmpfs("/run", "mode=755,size=16m");
	make_dev(dev_fds, c->head.memory_bytes);
	if (c->head.trial_bytes != 0)
		trial_begin(c->head.trial_bytes);
	put_back(c, 0, tmp_count);
	for (size_t i = tmp_count; i < grab_count; i++)
		put_back(c, i, i + 1);
	if (c->head.trial_bytes != 0)
		trial_end();
	for (size_t i = 0; c->head.only_reads != 0 && i < tmp_count; i++)
		confine_need(mount_change(AT_FDCWD, grabs[i].target, MOUNT_RDONLY, 0, false),
		    "mount /tmp for");
	cover_secrets(c);
	confine_need(mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) == 0,
	    "mount /proc for");
	limit_ids(c->head.processes);
	for (size_t i = 0; i < ARRAY_SIZE(settings_of_kernel); i++)
		bind_over(settings_of_kernel[i], settings_of_kernel[i], true, "mount /proc for");
	for (size_t i = 0; i < ARRAY_SIZE(secrets_of_kernel); i++)
		mask_path(secrets_of_kernel[i]);
}
