/*
 * How models write calls into their words:
 *
 *	Hermes, Qwen      <tool_call>{"name": NAME, "arguments": {…}}</tool_call>
 *	Qwen3-Coder       <function=NAME><parameter=KEY>value</parameter></function>, <tool_call> around it or not
 *	GLM               <tool_call>NAME<arg_key>KEY</arg_key><arg_value>value</arg_value></tool_call>
 *	Mistral           [TOOL_CALLS][{…}], [TOOL_CALLS]NAME[ARGS]{…}
 *	Llama             {"name": NAME, "parameters": {…}}, behind <|python_tag|> or as the whole answer
 *	others            sections of calls: written_sections.h
 *
 * A call is read where its name is a tool's. What is read is bounded by the text it stands in.
 */
#ifndef LLM_WRITTEN_WRITTEN_FORMS_H
#define LLM_WRITTEN_WRITTEN_FORMS_H

#include "llm/written/written_scan.h"

enum written_mark { WRITTEN_NONE, WRITTEN_PART, WRITTEN_WHOLE };
/* Whether a mark that opens a call stands here; WRITTEN_PART: the text ends before it does. */
enum written_mark written_begins(const char *at, const char *end);
/* Reads calls up to the end of the text and nothing else. False: some of it is something else; calls may
 * have some all the same. */
bool written_read(struct written *w);
/* Reads a call that no mark opens, since it is the whole text. */
bool written_read_bare(struct written *w);

#endif
