/* SPDX-License-Identifier: MIT
 * Writes and reads the file of a certificate. Only one spelling is accepted: digits are lower-case, the last line must
 * equal what would be written, and the signature's base 64 has no line ends. So any changed byte is found.
 */
#include "session/certificate.h"

#include <sodium.h>
#include "base/base.h"

#define ARMOUR_BEGIN "-----BEGIN SSH SIGNATURE-----\n"
#define ARMOUR_END "-----END SSH SIGNATURE-----\n"
#define ARMOUR_COLUMNS 70

void certificate_begin(struct certificate_chain *c)
{
	memset(c->digits, '0', CERTIFICATE_DIGITS);
	c->digits[CERTIFICATE_DIGITS] = '\0';
}

static void chain_line(struct certificate_chain *c, const char *line, size_t len)
{
	uint8_t hash[CERTIFICATE_DIGITS / 2];

	crypto_generichash(hash, sizeof hash, (const uint8_t *)line, len, NULL, 0);
	sodium_bin2hex(c->digits, sizeof c->digits, hash, sizeof hash);
}

void certificate_add(struct certificate_chain *c, struct buf *out, const json_t *line)
{
	const size_t from = out->len;

	buf_adds(out, c->digits);
	buf_addc(out, ' ');
	json_write(out, line);
	chain_line(c, out->data + from, out->len - from);
	buf_addc(out, '\n');
}

static void add_signature(struct certificate_chain *c, struct buf *out, const char *base64)
{
	json_auto_t *line = json_pack("{s:s}", "signature", base64);

	certificate_add(c, out, line);
}

bool certificate_sign(
    struct certificate_chain *c, struct buf *out, const char *armoured, struct error *e)
{
	auto_buf base64 = BUF_INIT;
	const char *end = strstr(armoured, ARMOUR_END);

	if (strncmp(armoured, ARMOUR_BEGIN, strlen(ARMOUR_BEGIN)) != 0 || !end)
		return error_set(e, ERR_PARSE, "ssh-keygen gave no signature");
	for (const char *p = armoured + strlen(ARMOUR_BEGIN); p < end; p++)
		if (*p != '\n')
			buf_addc(&base64, *p);
	add_signature(c, out, buf_str(&base64));
	return true;
}

/* Reads the last line and sets c->signature. False: it is none, or differs from what would be written. */
static bool read_signature(struct certificate *c, const char *line, size_t len, struct error *e)
{
	json_auto_t *value =
	    json_parse(line + CERTIFICATE_DIGITS + 1, len - CERTIFICATE_DIGITS - 1, NULL);
	const char *base64 = json_str(value, "signature", "");
	const size_t length = strlen(base64);
	struct certificate_chain chain = c->chain;
	auto_buf again = BUF_INIT;
	struct buf armour = BUF_INIT;

	if (!length ||
	    strspn(base64, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=") !=
		length)
		return error_set(
		    e, ERR_PARSE, "the last line is no signature: the end was cut off");
	buf_adds(&armour, ARMOUR_BEGIN);
	for (size_t i = 0; i < length; i += ARMOUR_COLUMNS)
		buf_addf(&armour, "%.*s\n", ARMOUR_COLUMNS, base64 + i);
	buf_adds(&armour, ARMOUR_END);
	c->signature = buf_take(&armour);
	add_signature(&chain, &again, base64);
	return (again.len == len + 1 && memcmp(again.data, line, len) == 0) ||
	       error_set(e, ERR_PARSE, "the signature was changed");
}

static json_t *member_of(const char *line, size_t len, const char *key)
{
	json_auto_t *value =
	    json_parse(line + CERTIFICATE_DIGITS + 1, len - CERTIFICATE_DIGITS - 1, NULL);

	return json_incref(json_map(value, key));
}

bool certificate_read(const char *bytes, size_t len, struct certificate *out, struct error *e)
{
	const char *line = bytes, *before = NULL;
	size_t before_len = 0;
	int64_t number = 0;

	certificate_begin(&out->chain);
	while (line < bytes + len) {
		const char *end = memchr(line, '\n', (size_t)(bytes + len - line));
		const size_t size = end ? (size_t)(end - line) : 0;

		number++;
		if (!end)
			return error_set(
			    e, ERR_PARSE, "line %lld: it has no end", (long long)number);
		if (size <= CERTIFICATE_DIGITS + 1 || line[CERTIFICATE_DIGITS] != ' ' ||
		    memcmp(line, out->chain.digits, CERTIFICATE_DIGITS) != 0)
			return error_set(e, ERR_PARSE,
			    number < 2 ? "this is no certificate"
				       : "line %lld is not as it was, or the one behind it",
			    (long long)number - 1);
		if (number < 2)
			out->head = member_of(line, size, "certificate");
		if (end + 1 == bytes + len)
			break;
		chain_line(&out->chain, line, size);
		before = line;
		before_len = size;
		line = end + 1;
	}
	if (!out->head || number < 3)
		return error_set(e, ERR_PARSE, number ? "the end was cut off" : "it is empty");
	if (!read_signature(out, line, (size_t)(bytes + len - line) - 1, e))
		return false;
	out->statement = member_of(before, before_len, "statement");
	out->events = number - 3;
	return out->statement ||
	       error_set(e, ERR_PARSE, "it has no statement before its signature");
}

void certificate_free(struct certificate *c)
{
	json_decref_all(c->head, c->statement);
	free(c->signature);
}
