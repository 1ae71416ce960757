/* SPDX-License-Identifier: MIT
 * A whole file is read into memory and given to the parser, with a bound on its bytes.
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
