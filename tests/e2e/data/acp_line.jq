# Whether a line that the agent printed is as schema/v1/schema.json (1.7.0) of the Agent Client Protocol has it, as far as this
# program prints such: the members it requires, their types and the words of its lists. false: it is not.
def text: type == "string";
def number: type == "number";
def one_of($words): . as $w | $words | index($w) != null;
def needs($keys): . as $o | all($keys[]; . as $k | $o | has($k));
def only($keys): all(keys_unsorted[]; . as $k | $keys + ["_meta"] | index($k) != null);
def block:
  (.type == "text" and (.text | text)) or (.type == "image" and needs(["data", "mimeType"]))
  or (.type == "resource_link" and needs(["name", "uri"])) or (.type == "resource" and (.resource | has("uri")));
def tool_content:
  (.type == "content" and (.content | block)) or (.type == "diff" and (.path | text) and (.newText | text)) or (.type == "terminal" and (.terminalId | text));
def call:
  (.toolCallId | text) and ((.kind // "other") | one_of(["read", "edit", "delete", "move", "search", "execute", "think", "fetch", "switch_mode", "other"]))
  and ((.status // "pending") | one_of(["pending", "in_progress", "completed", "failed"]))
  and all(.content[]?; tool_content) and all(.locations[]?; .path | text);
def options: all(.[]; needs(["id", "name", "type"]) and (.type != "select" or ((.currentValue | text) and all(.options[]; (.value | text) and (.name | text)))));
def update:
  .sessionUpdate as $kind
  | if $kind | one_of(["user_message_chunk", "agent_message_chunk", "agent_thought_chunk"]) then .content | block
    elif $kind == "tool_call" then call and (.title | text)
    elif $kind == "tool_call_update" then call
    elif $kind == "plan" then all(.entries[]; (.content | text) and (.priority | one_of(["high", "medium", "low"])) and (.status | one_of(["pending", "in_progress", "completed"])))
    elif $kind == "available_commands_update" then all(.availableCommands[]; (.name | text) and (.description | text))
    elif $kind == "current_mode_update" then .currentModeId | text
    elif $kind == "config_option_update" then .configOptions | options
    elif $kind == "session_info_update" then only(["sessionUpdate", "title", "updatedAt"])
    elif $kind == "usage_update" then (.used | number) and (.size | number) and ((.cost // {amount: 0, currency: "USD"}) | (.amount | number) and (.currency | text))
    else false end;
def result:
  (.protocolVersion == 1 and needs(["agentCapabilities"]))
  or (has("stopReason") and (.stopReason | one_of(["end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled"])))
  or (has("sessions") and all(.sessions[]; (.sessionId | text) and (.cwd | startswith("/"))))
  or (only(["sessionId", "modes", "configOptions"]) and ((.configOptions // []) | options) and ((.modes // {currentModeId: "", availableModes: []}) | (.currentModeId | text) and all(.availableModes[]; (.id | text) and (.name | text))));
.jsonrpc == "2.0"
and (if has("method") | not then has("id") and (has("result") != has("error")) and ((has("error") and (.error | (.code | number) and (.message | text) and (.message | contains("\n") | not))) or (has("result") and (.result | result)))
  elif .method == "session/update" then (has("id") | not) and (.params | (.sessionId | text) and (.update | update))
  elif .method == "session/request_permission" then has("id") and (.params | (.sessionId | text) and (.toolCall | .toolCallId | text) and all(.options[]; (.optionId | text) and (.name | text) and (.kind | one_of(["allow_once", "allow_always", "reject_once", "reject_always"]))))
  elif .method == "fs/read_text_file" then has("id") and (.params | (.sessionId | text) and (.path | startswith("/")))
  elif .method == "fs/write_text_file" then has("id") and (.params | (.sessionId | text) and (.path | startswith("/")) and (.content | text))
  elif .method == "elicitation/create" then has("id") and (.params | (.sessionId | text) and .mode == "form" and (.message | text) and .requestedSchema.type == "object")
  else false end)
