/* SPDX-License-Identifier: MIT
 * Reads YAML files for tests: a whole file is read into memory, up to a bound, and given to the parser.
 */
#include "tests/support/yaml_file.h"

#include "base/base.h"
#include "base/file.h"

json_t *yaml_load(const char *path, struct yaml_marks **marks, struct problems *out)
{
	auto_error e = ERROR_INIT;
	auto_buf text = BUF_LIMIT(YAML_BYTES);
	json_t *value = NULL;

	if (marks)
		*marks = NULL;
	if (file_read(path, YAML_BYTES, &text, &e))
		value = yaml_parse(path, buf_str(&text), text.len, marks, out);
	else
		problem_add(out, path, 0, 0, "%s", e.message);
	return value;
}
