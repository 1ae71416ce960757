/* SPDX-License-Identifier: MIT
 * The rows are those of the registries of special addresses (RFC 6890 and its updates). An address of IPv6 that stands
 * for one of IPv4 is judged as that.
 */
#include "loop/address.h"

#include <netinet/in.h>
#include "base/base.h"

struct address_range {
	unsigned char bytes[16];
	int bits;
};

static const struct address_range inside_v4[] = {
    {{0}, 8},
    {{10}, 8},
    {{100, 64}, 10},
    {{127}, 8},
    {{169, 254}, 16},
    {{172, 16}, 12},
    {{192, 0, 0}, 24},
    {{192, 0, 2}, 24},
    {{192, 88, 99}, 24},
    {{192, 168}, 16},
    {{198, 18}, 15},
    {{198, 51, 100}, 24},
    {{203, 0, 113}, 24},
    {{224}, 3},
};
static const struct address_range inside_v6[] = {
    {{0}, 8},
    {{1}, 8},
    {{0x20, 0x01, 0}, 23},
    {{0x20, 0x01, 0x0d, 0xb8}, 32},
    {{0x5f}, 16},
    {{0xfc}, 7},
    {{0xfe, 0x80}, 10},
    {{0xfe, 0xc0}, 10},
    {{0xff}, 8},
};
/* Those that hold an address of IPv4 behind their bits. */
static const struct address_range carriers[] = {
    {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff}, 96},
    {{0, 0x64, 0xff, 0x9b}, 96},
    {{0x20, 0x02}, 16},
};

static bool is_within(const unsigned char *address, const struct address_range *range)
{
	const int whole = range->bits / 8, rest = range->bits % 8;

	return memcmp(address, range->bytes, (size_t)whole) == 0 &&
	       (!rest || ((address[whole] ^ range->bytes[whole]) >> (8 - rest)) == 0);
}

static bool is_outside(const unsigned char *address, const struct address_range *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (is_within(address, &list[i]))
			return false;
	return true;
}

static bool v4_is_public(const unsigned char *address)
{
	return is_outside(address, inside_v4, sizeof inside_v4 / sizeof *inside_v4);
}

bool address_is_public(const struct sockaddr *address)
{
	if (address->sa_family == AF_INET)
		return v4_is_public(
		    (const unsigned char *)&((const struct sockaddr_in *)(const void *)address)
			->sin_addr);
	if (address->sa_family != AF_INET6)
		return false;
	const unsigned char *bytes =
	    ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr;
	for (size_t i = 0; i < sizeof carriers / sizeof *carriers; i++)
		if (is_within(bytes, &carriers[i]))
			return v4_is_public(bytes + carriers[i].bits / 8);
	return is_outside(bytes, inside_v6, sizeof inside_v6 / sizeof *inside_v6);
}
