// SPDX-License-Identifier: MIT
// acp_schema.mjs KIT FILE: holds lines of `agent acp` to the schema of the Agent Client Protocol. Each line of FILE is {line, asked}: a
// message, and of an answer the method that was asked. A request or notice is held to the params of its method, an answer to its result.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const [kit, file] = process.argv.slice(2);
const Ajv = createRequire(kit + '/').call(null, 'ajv/dist/2020').default;
const schema = JSON.parse(readFileSync(kit + '/node_modules/@agentclientprotocol/sdk/schema/v1/schema.json'));
const ajv = new Ajv({ strict: false, validateFormats: false, discriminator: false });
ajv.addSchema(schema, 'acp');

const nameOf = (method, kind, side) =>
	Object.entries(schema.$defs).find(([name, d]) => d['x-method'] === method && d['x-side'] === side && name.endsWith(kind))?.[0];

function wrong(message, asked) {
	const name = message.method ? nameOf(message.method, message.id === undefined ? 'Notification' : 'Request', 'client')
		: message.error ? 'Error' : nameOf(asked, 'Response', 'agent');
	if (message.jsonrpc !== '2.0' || !name)
		return 'it is no message of the protocol';
	const validate = ajv.getSchema('acp#/$defs/' + name);
	return validate(message.method ? message.params : message.error ?? message.result) ? null
		: name + ': ' + ajv.errorsText(validate.errors).slice(0, 400);
}

let good = 0;
for (const text of readFileSync(file, 'utf8').trim().split('\n')) {
	const { line, asked } = JSON.parse(text);
	const why = wrong(line, asked);
	good += why === null;
	if (why)
		console.log(why, JSON.stringify(line).slice(0, 300));
}
console.log(good + ' lines hold');
