/* SPDX-License-Identifier: MIT
 * A trial's folders: over each that is writable an overlay, whose layer is a folder of one small tmpfs. That is
 * sent to the program, which looks into it from outside; in here nothing leads to it, and it is gone when both ends
 * have let go.
 */
#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>

#include "base/base.h"
#include "sandbox/child/confined.h"
#include "sandbox/linux/confined_linux.h"

#define LAYERS "/dev/.trial"
#define LAY "lay something over the folders of"

/* Makes the folder of a layer: in it the layer, what the kernel works with, and a link that says what it lies over. */
static void make_layer(
    const struct confinement *c, size_t number, const struct confine_path *p, const char *place)
{
	char path[64];
	struct stat st;

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
}

void trial_begin(uint64_t bytes)
{
	char options[64];

	snprintf(options, sizeof options, "mode=700,size=%llu", (unsigned long long)bytes);
	confine_need(mount("tmpfs", LAYERS, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0, LAY);
}

/* The folder below is named by where this process stands: its own name may hold what separates options. */
void trial_lay_over(
    const struct confinement *c, size_t number, const struct confine_path *p, const char *place)
{
	char options[160];

	make_layer(c, number, p, place);
	snprintf(options, sizeof options,
	    "lowerdir=.,upperdir=" LAYERS "/%zu/layer,workdir=" LAYERS "/%zu/work,userxattr",
	    number, number);
	confine_need(chdir(place) == 0 &&
			 mount("overlay", place, "overlay", MS_NOSUID | MS_NODEV, options) == 0,
	    LAY);
	if (p->kind == CONFINE_TMP && access("/var/tmp", F_OK) == 0)
		confine_need(mount(place, "/var/tmp", NULL, MS_BIND, NULL) == 0, LAY);
}

void trial_end(void)
{
	auto_close int layers = open(LAYERS, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	confine_need(layers >= 0 && chdir("/") == 0 && launch_send_fd(LAYER_FD, layers), LAY);
	confine_need(umount2(LAYERS, MNT_DETACH) == 0, LAY);
	close(LAYER_FD);
}
