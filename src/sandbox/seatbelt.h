/* SPDX-License-Identifier: MIT
 * Writes a confinement as a profile of macOS's Seatbelt (sandbox_init, sandbox-exec -p).
 */
#ifndef SANDBOX_SEATBELT_H
#define SANDBOX_SEATBELT_H

#include "sandbox/confine.h"

/* Appends the profile. All paths of c must be real; those of CONFINE_LISTED are ignored. */
void seatbelt_profile(struct buf *out, const struct confinement *c);

#endif
