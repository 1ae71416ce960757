/* SPDX-License-Identifier: MIT
 * Whether everything that protects or masks a path is still in place. A mount over a file goes in every namespace
 * when somebody outside renames or removes that file: `git remote add` replaces .git/config, an editor ~/.netrc. A
 * secret may also appear where there was none to mask.
 */
#ifndef SANDBOX_LINUX_MOUNT_WATCH_H
#define SANDBOX_LINUX_MOUNT_WATCH_H

#include <stdbool.h>
#include "sandbox/confine.h"

/* Notes what lies at each path now, when all mounts are made. c is borrowed as long as the process lives. */
void mount_watch_begin(const struct confinement *c);
/* Returns a descriptor (owned) that can be read when a name has changed in a folder above one of the noted paths; -1:
 * the kernel does not tell, so mount_watch_lost is to be asked now and then. To be called once, after
 * mount_watch_begin; what changed between the two is told by mount_watch_lost. */
int mount_watch_open(void);
/* Reads what that descriptor tells. False: no name of these paths was among it. */
bool mount_watch_told(void);
/* Returns the first path that is not held any more, borrowed from c; NULL: all are, or nothing is
 * watched. */
const char *mount_watch_lost(void);
/* Renames what lies where nothing may appear to NAME.set-aside, or removes it, when no command runs any more that could make it
 * again. Returns the first such path, borrowed from c; NULL: there was none. */
const char *mount_watch_set_aside(void);

#endif
