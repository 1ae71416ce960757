/*
 * Whether anything stirred in some folders since one last asked, as the kernel tells (inotify): so
 * that what did not change need not be walked through again. Where folders cannot be watched, they
 * count as stirred.
 */
#ifndef WORKSPACE_STIR_H
#define WORKSPACE_STIR_H

#include <stdbool.h>

struct stir;
struct stir *stir_new(void);
void stir_free(struct stir *s); /* NULL is accepted */
/* To be watched from now on; before it is read, or what happens meanwhile would be missed. May be
 * said again. */
void stir_watch(struct stir *s, const char *folder);
/* Since it was asked last. */
bool stir_asked(struct stir *s);

#endif
