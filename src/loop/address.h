/* SPDX-License-Identifier: MIT
 * Which addresses of the network are the world's, and which are of this machine, its network or a cloud's inside.
 */
#ifndef LOOP_ADDRESS_H
#define LOOP_ADDRESS_H

#include <stdbool.h>
#include <sys/socket.h>

/* Whether an address of IPv4 or IPv6 is reachable by everybody; false for every other kind. */
bool address_is_public(const struct sockaddr *address);

#endif
