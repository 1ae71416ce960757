/* SPDX-License-Identifier: MIT
 * The sandbox profile of macOS as literal text, made of the same confinement that the tiers of Linux get.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "sandbox/seatbelt.h"

#define HEAD \
	"(version 1)\n" \
	"(deny default)\n" \
	"(allow process-exec process-fork)\n" \
	"(allow process-info* signal (target same-sandbox))\n" \
	"(allow sysctl-read)\n" \
	"(allow ipc-posix-sem ipc-posix-shm*)\n" \
	"(allow pseudo-tty)\n" \
	"(allow file-read*)\n" \
	"(allow mach-lookup (global-name \"com.apple.bsd.dirhelper\")" \
	" (global-name \"com.apple.system.opendirectoryd.libinfo\")" \
	" (global-name \"com.apple.system.opendirectoryd.membership\"))\n" \
	"(allow file-write* (literal \"/dev/null\") (literal \"/dev/zero\"))\n" \
	"(allow file-write* file-ioctl (literal \"/dev/ptmx\") (literal \"/dev/tty\")" \
	" (regex #\"^/dev/ttys[0-9]+$\"))\n" \
	"(deny file-read-data (subpath \"/private/tmp\") (subpath \"/private/var/tmp\")" \
	" (subpath \"/private/var/folders\"))\n"

#define NETWORK \
	"(allow system-socket)\n" \
	"(allow network-bind network-inbound (local ip))\n" \
	"(allow network-outbound (remote ip) (literal \"/private/var/run/mDNSResponder\"))\n" \
	"(allow mach-lookup (global-name \"com.apple.SystemConfiguration.configd\")" \
	" (global-name \"com.apple.networkd\") (global-name \"com.apple.trustd.agent\"))\n"

#define SOCKETS \
	"(allow network-bind network-inbound (local unix-socket))\n" \
	"(allow network-outbound (remote unix-socket))\n"

static struct confine_path every_kind[] = {
    {CONFINE_TMP, "/private/tmp/agent-abc"},
    {CONFINE_WRITABLE, "/Users/a/work"},
    {CONFINE_READABLE, "/private/tmp/shared"},
    {CONFINE_PINNED, "/Users/a/work/.git"},
    {CONFINE_PROTECTED, "/Users/a/work/.git/hooks"},
    {CONFINE_MASKED, "/Users/a/.ssh"},
    {CONFINE_LISTED, "/Users"},
};

static struct confine_path hostile[] = {
    {CONFINE_WRITABLE, "/Users/a/\")(allow default)(\"\\"},
};

static const struct row {
	const char *name;
	struct confinement c;
	const char *wanted;
} rows[] = {
    {"nothing beside what is for all", {.head = {.tier = SANDBOX_SEATBELT}}, HEAD},
    {"each kind of path, what protects last",
	{.head = {.tier = SANDBOX_SEATBELT}, .paths = every_kind, .count = 7},
	HEAD "(allow file-read* file-write* (subpath \"/private/tmp/agent-abc\"))\n"
	     "(allow file-read* file-write* (subpath \"/Users/a/work\"))\n"
	     "(allow file-read* (subpath \"/private/tmp/shared\"))\n"
	     "(deny file-write* (literal \"/Users/a/work/.git\"))\n"
	     "(deny file-write* (subpath \"/Users/a/work/.git/hooks\"))\n"
	     "(deny file-read* file-write* (subpath \"/Users/a/.ssh\"))\n"},
    {"the network", {.head = {.tier = SANDBOX_SEATBELT, .network = 1}}, HEAD NETWORK},
    {"sockets in the file system",
	{.head = {.tier = SANDBOX_SEATBELT, .unix_sockets = CONFINE_SOCKETS_ALL}}, HEAD SOCKETS},
    {"a name that is no rule", {.head = {.tier = SANDBOX_SEATBELT}, .paths = hostile, .count = 1},
	HEAD "(allow file-read* file-write* (subpath \"/Users/a/\\\")(allow "
	     "default)(\\\"\\\\\"))\n"},
};

/* holds: macos-command-held */
static void the_profile_says_what_a_command_is_held_to(void **state)
{
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct buf got = BUF_INIT;

		seatbelt_profile(&got, &rows[i].c);
		print_message("# %s\n", rows[i].name);
		assert_string_equal(buf_str(&got), rows[i].wanted);
		buf_free(&got);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_profile_says_what_a_command_is_held_to),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
