#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An MCP server that wants a token, and its authorization server, both at one port, for tests.

oauth_server.py LOG [--issuer ISS] [--short]: prints its port; each request's "METHOD PATH?QUERY BODY" is a line of LOG. The browser is
sent back at once. --issuer: what it says it is when it sends the browser back. --short: its first token is refused on its second use."""
import hashlib
import base64
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

log = open(sys.argv[1], "a", buffering=1)
issuer = sys.argv[sys.argv.index("--issuer") + 1] if "--issuer" in sys.argv else None
uses, challenge, given = {}, {}, []


class Server(BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def reply(self, status, value=None, **headers):
        body = json.dumps(value).encode() if value is not None else b""
        self.send_response(status)
        for name, text in headers.items():
            self.send_header(name.replace("_", "-"), text)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        log.write(f"GET {self.path}\n")
        at = urlsplit(self.path)
        query = {k: v[0] for k, v in parse_qs(at.query).items()}
        if at.path == "/.well-known/oauth-protected-resource/mcp":
            self.reply(200, {"resource": ROOT + "/mcp", "authorization_servers": [ROOT], "scopes_supported": ["read"]})
        elif at.path == "/.well-known/oauth-authorization-server":
            self.reply(200, {"issuer": ROOT, "authorization_endpoint": ROOT + "/authorize", "token_endpoint": ROOT + "/token",
                             "registration_endpoint": ROOT + "/register", "code_challenge_methods_supported": ["S256"],
                             "token_endpoint_auth_methods_supported": ["none"]})
        elif at.path == "/authorize":
            challenge["of"] = query["code_challenge"]
            back = {"code": "a/code+of=it", "state": query["state"], "iss": issuer or ROOT}
            self.reply(302, Location=query["redirect_uri"] + "?" + urlencode(back))
        else:
            self.reply(404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        log.write(f"POST {self.path} {body}\n")
        if self.path == "/register":
            self.reply(201, {"client_id": "client of it"})
        elif self.path == "/token":
            self.token({k: v[0] for k, v in parse_qs(body).items()})
        else:
            self.mcp(json.loads(body))

    def token(self, form):
        if form["grant_type"] == "authorization_code":
            hashed = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).decode().rstrip("=")
            if hashed != challenge["of"] or form["code"] != "a/code+of=it":
                return self.reply(400, {"error": "invalid_grant"})
        elif form["refresh_token"] != "refresh-of-it":
            return self.reply(400, {"error": "invalid_grant"})
        given.append(f"token-number-{len(given) + 1}")
        self.reply(200, {"access_token": given[-1], "token_type": "Bearer", "expires_in": 3600, "refresh_token": "refresh-of-it"})

    def mcp(self, message):
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        uses[token] = uses.get(token, 0) + 1
        if not given or token != given[-1] or ("--short" in sys.argv and len(given) == 1 and uses[token] > 3):
            return self.reply(401, {"error": "invalid_token"}, WWW_Authenticate='Bearer scope="read write"')
        results = {"initialize": {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": {"name": "t", "version": "1"}},
                   "tools/list": {"tools": [{"name": "echo", "inputSchema": {"type": "object"}}]},
                   "tools/call": {"content": [{"type": "text", "text": "echo"}]}}
        if "id" not in message:
            return self.reply(202)
        if message["method"] not in results:
            return self.reply(400, {"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32601, "message": "Method not found"}})
        self.reply(200, {"jsonrpc": "2.0", "id": message["id"], "result": results[message["method"]]})


server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
ROOT = f"http://127.0.0.1:{server.server_port}"
print(server.server_port, flush=True)
server.serve_forever()
