/* SPDX-License-Identifier: MIT
 * Watches whether every mount that protects or masks a path is still in place. The kernel removes a
 * mount over a file in every namespace when somebody outside renames or removes that file: `git
 * remote add` replaces .git/config, an editor ~/.netrc. A secret may also appear where there was
 * none to mask.
 */
#ifndef SANDBOX_LINUX_MOUNT_WATCH_H
#define SANDBOX_LINUX_MOUNT_WATCH_H

#include <stdbool.h>
#include "sandbox/confine.h"

/* Notes the mount at each path. Must be called when all mounts are made. c is borrowed as long as
 * the process lives. */
void mount_watch_begin(const struct confinement *c);
/* Returns a descriptor (owned) that is readable when a name has changed in a folder above a noted
 * path; -1: there is no inotify. Must be called once, after mount_watch_begin; mount_watch_lost
 * reports what changed between the two. */
int mount_watch_open(void);
/* Whether changes may go untold, so that mount_watch_lost must be called now and then: there is no
 * inotify, no watch is left, or a folder may not be read. It may become true with any such call. */
bool mount_watch_is_blind(void);
/* Reads the events of that descriptor. False: none has a name that is in a watched path. */
bool mount_watch_told(void);
/* Returns the first path that is no longer protected or masked, borrowed from c; NULL: all are, or
 * nothing is watched. */
const char *mount_watch_lost(void);
/* Renames what has appeared at a path of CONFINE_ABSENT to NAME.set-aside, in place of an earlier
 * file of that name, or else removes it; a folder that can be neither stays. Must be called when no
 * command runs that could make it again. Returns the first path that was there, borrowed from c;
 * NULL: none was. */
const char *mount_watch_set_aside(void);

#endif
