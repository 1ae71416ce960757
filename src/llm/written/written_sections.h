/*
 * Forms in which the calls of a reply stand together in a section. Each function reads what follows the mark that
 * opens it, up to the mark that closes it; some models stop before that one.
 *
 *	Kimi K2           <|tool_calls_section_begin|> <|tool_call_begin|>functions.NAME:0<|tool_call_argument_begin|>{…}
 *	                  <|tool_call_end|> … <|tool_calls_section_end|>
 *	DeepSeek V3, R1   <｜tool▁calls▁begin｜> <｜tool▁call▁begin｜>function<｜tool▁sep｜>NAME, {…} in a fence of code
 *	                  <｜tool▁call▁end｜> … <｜tool▁calls▁end｜>
 *	DeepSeek V3.1     the same with NAME<｜tool▁sep｜>{…}
 *	DeepSeek V3.2     <｜DSML｜function_calls> <｜DSML｜invoke name="NAME"> <｜DSML｜parameter name="KEY" string="true">value
 *	                  </｜DSML｜parameter> … </｜DSML｜invoke> … </｜DSML｜function_calls>; in V4 it is called tool_calls
 *	MiniMax           <minimax:tool_call> <invoke name="NAME"> <parameter name="KEY">value</parameter> … </invoke>
 */
#ifndef LLM_WRITTEN_WRITTEN_SECTIONS_H
#define LLM_WRITTEN_WRITTEN_SECTIONS_H

#include "llm/written/written_scan.h"

/* False: what stands there is something else. */
bool written_kimi(struct written *w);
bool written_deepseek(struct written *w);
bool written_dsml(struct written *w);
bool written_minimax(struct written *w);

#endif
