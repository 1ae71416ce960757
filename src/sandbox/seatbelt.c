/* SPDX-License-Identifier: MIT
 * A confinement as a Seatbelt profile. The last rule that matches decides: so what is refused to
 * all comes first, then what is allowed, then the folders of the confinement in their order, in
 * which what protects follows what may be written. What no rule names is refused: starting setuid
 * programs, hard links out of the workspace, tracing, other programs' services, devices.
 */
#include "sandbox/seatbelt.h"

static const char head[] =
    "(version 1)\n"
    "(deny default)\n"
    "(allow process-exec process-fork)\n"
    "(allow process-info* signal (target same-sandbox))\n"
    "(allow sysctl-read)\n"
    "(allow ipc-posix-sem ipc-posix-shm*)\n"
    "(allow pseudo-tty)\n"
    "(allow file-read*)\n"
    /* Services that report names of users, and where a program's own temporary files go. */
    "(allow mach-lookup (global-name \"com.apple.bsd.dirhelper\")"
    " (global-name \"com.apple.system.opendirectoryd.libinfo\")"
    " (global-name \"com.apple.system.opendirectoryd.membership\"))\n"
    "(allow file-write* (literal \"/dev/null\") (literal \"/dev/zero\"))\n"
    "(allow file-write* file-ioctl (literal \"/dev/ptmx\") (literal \"/dev/tty\")"
    " (regex #\"^/dev/ttys[0-9]+$\"))\n"
    /* Temporary files of other programs cannot be read: the command has a folder of its own. Paths
     * may still be looked up through these folders. */
    "(deny file-read-data (subpath \"/private/tmp\") (subpath \"/private/var/tmp\")"
    " (subpath \"/private/var/folders\"))\n";

/* Host names come from the system's resolver, certificates from its daemon. */
static const char network[] =
    "(allow system-socket)\n"
    "(allow network-bind network-inbound (local ip))\n"
    "(allow network-outbound (remote ip) (literal \"/private/var/run/mDNSResponder\"))\n"
    "(allow mach-lookup (global-name \"com.apple.SystemConfiguration.configd\")"
    " (global-name \"com.apple.networkd\") (global-name \"com.apple.trustd.agent\"))\n";

static const char sockets[] = "(allow network-bind network-inbound (local unix-socket))\n"
			      "(allow network-outbound (remote unix-socket))\n";

static const struct path_rule {
	enum confine_kind kind;
	const char *what, *filter;
} path_rules[] = {
    {CONFINE_TMP, "allow file-read* file-write*", "subpath"},
    {CONFINE_WRITABLE, "allow file-read* file-write*", "subpath"},
    {CONFINE_READABLE, "allow file-read*", "subpath"},
    {CONFINE_PINNED, "deny file-write*",
	"literal"}, /* the folder alone; what is in it may change */
    {CONFINE_PROTECTED, "deny file-write*", "subpath"},
    {CONFINE_ABSENT, "deny file-write*", "subpath"},
    {CONFINE_MASKED, "deny file-read* file-write*", "subpath"},
};

static void put_path(struct buf *out, const struct confine_path *path)
{
	for (size_t i = 0; i < ARRAY_SIZE(path_rules); i++) {
		if (path_rules[i].kind != path->kind)
			continue;
		buf_addf(out, "(%s (%s \"", path_rules[i].what, path_rules[i].filter);
		for (const char *c = path->path; *c; c++)
			buf_addf(out, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
		buf_adds(out, "\"))\n");
	}
}

void seatbelt_profile(struct buf *out, const struct confinement *c)
{
	buf_adds(out, head);
	if (c->head.network)
		buf_adds(out, network);
	if (c->head.unix_sockets == CONFINE_SOCKETS_ALL)
		buf_adds(out, sockets);
	for (size_t i = 0; i < c->count; i++)
		put_path(out, &c->paths[i]);
}
