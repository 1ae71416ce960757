// SPDX-License-Identifier: MIT
// mcp_kit_server.mjs KIT [PORT-FILE TOKEN]: a server of @modelcontextprotocol/server, of both eras, on stdin and stdout; with a file
// for its port over HTTP, where each request has to bring the token. Its tools: add, ask (who is there), slow (progress, until it is
// cancelled, which it says on stderr), crash, picture, grow (has the tool `grown` from then on), and 130 more.
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';

const [kit, portFile, token] = process.argv.slice(2);
const require = createRequire(kit + '/');
const { McpServer, inputRequired, acceptedContent, createMcpHandler } = require('@modelcontextprotocol/server');
const { serveStdio } = require('@modelcontextprotocol/server/stdio');
const z = require('zod');
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const text = (words) => ({ content: [{ type: 'text', text: words }] });
let grown = false, handler = null;

function make() {
	const s = new McpServer({ name: 'kit', version: '1' }, { instructions: 'Be kind.' });
	const tool = (name, inputSchema, run) => s.registerTool(name, { description: 'The tool ' + name, inputSchema: z.object(inputSchema) }, run);
	tool('add', { a: z.number(), b: z.number() }, async ({ a, b }) => text('sum: ' + (a + b)));
	tool('ask', {}, async (_, ctx) => {
		const got = acceptedContent(ctx.mcpReq.inputResponses, 'who');
		return ctx.mcpReq.inputResponses ? text('hello ' + (got?.name ?? 'nobody')) : inputRequired({
			inputRequests: { who: inputRequired.elicit({ message: 'who is there?', requestedSchema: { type: 'object', properties: { name: { type: 'string', default: 'Bob' } }, required: ['name'] } }) },
			requestState: 'state of it' });
	});
	tool('slow', {}, async (_, ctx) => {
		const progressToken = ctx.mcpReq._meta?.progressToken;
		await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 2, total: 5, message: 'at it' } });
		await new Promise((over) => ctx.mcpReq.signal.addEventListener('abort', over));
		console.error('slow was cancelled');
		return text('late');
	});
	tool('crash', {}, async () => { console.error('out of luck'); process.exit(3); });
	tool('picture', {}, async () => ({ content: [{ type: 'image', mimeType: 'image/png', data: DOT }] }));
	tool('grow', {}, async () => {
		if (!grown)
			handler ? handler.notify.toolsChanged() : tool('grown', {}, async () => text('new'));
		grown = true;
		return text('grown');
	});
	if (grown)
		tool('grown', {}, async () => text('new'));
	for (let i = 0; i < 130; i++)
		tool('more_' + i, {}, async () => text('more'));
	return s;
}

if (!portFile) {
	serveStdio(make);
} else {
	handler = createMcpHandler(make, { responseMode: 'auto' });
	const http = createServer(async (req, res) => {
		if (req.headers.authorization !== 'Bearer ' + token) {
			res.writeHead(401, { 'WWW-Authenticate': 'Bearer' }).end();
			return;
		}
		const gone = new AbortController();
		res.on('close', () => gone.abort());
		const reply = await handler.fetch(new Request('http://127.0.0.1' + req.url, {
			method: req.method, headers: req.headers, signal: gone.signal, body: req.method === 'POST' ? Readable.toWeb(req) : undefined, duplex: 'half' }));
		res.writeHead(reply.status, Object.fromEntries(reply.headers));
		reply.body ? Readable.fromWeb(reply.body).pipe(res) : res.end();
	});
	http.listen(0, '127.0.0.1', () => writeFileSync(portFile, String(http.address().port)));
}
