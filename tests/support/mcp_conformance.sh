#!/bin/bash
# SPDX-License-Identifier: MIT
# mcp_conformance.sh URL: the client that @modelcontextprotocol/conformance drives. The server at the address gets an entry
# with what the scenario tells of a client, and a browser that only follows redirects: to whoever waits on this machine.
# Each run has a state of its own: the port of a scenario that is over may be that of the next, whose token is another.
XDG_STATE_HOME=$(mktemp -d)
export XDG_STATE_HOME
trap 'rm -rf "$XDG_STATE_HOME"' EXIT
context=${MCP_CONFORMANCE_CONTEXT:-null}
[ "$MCP_CONFORMANCE_SCENARIO" != auth/basic-cimd ] ||
	context='{"client_metadata_url": "https://conformance-test.local/client-metadata.json"}'
entry=$(jq -nc --arg url "$1" --argjson context "$context" '
	($context // {} | with_entries(select(.key | test("^client_(id|secret|metadata_url)$")))) as $oauth
	| {server: ({url: $url} + if $oauth == {} then {} else {oauth: $oauth} end)}')
client() { "${AGENT:-agent}" -s "mcp_servers=$entry" -s 'mcp.open=curl -sLo /dev/null' mcp "$@"; }
[ "$MCP_CONFORMANCE_SCENARIO" = json-schema-2020-12-preservation ] || {
	client conformance server
	exit
}
schema=$(client tools server --output json | jq -c 'select(.name == "json_schema_2020_12_tool") | {schema: .inputSchema}')
client call server json_schema_echo "$schema"
