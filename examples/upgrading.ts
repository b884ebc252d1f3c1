// Uses a later release of the platform, with attributes, links and kinds of resources that this package does not know.
import { Client, connect, Friend, genders, isKnownChoice } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';

const sandbox = createSandbox({ settings: { futureRelease: true, unknownTypes: true } });
const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });

// Skip the kinds that you do not handle.
const passedOver = new Set<string>();
for await (const user of care.clients()) {
  const { type } = user;
  if (!(user instanceof Client || user instanceof Friend)) passedOver.add(type);
}
console.log('Passed over:', ...passedOver);

// New attributes and links are available by name, unchecked.
const client = await care.client({ id: 'EHR-1042' });
for (const name of Object.keys(client.toJSON())) {
  if (!name.startsWith('@') && !(name in client.data)) console.log(`A new attribute, ${name}:`, client.attribute(name));
}
console.log('Links:', client.links.names().join(', '));

// A choice may have a value that is newer than this code.
const salutations = { m: 'Mr', f: 'Ms', other: '', unknown: '' };
const { gender, last_name } = client.data;
console.log(isKnownChoice(genders, gender) ? salutations[gender] : gender, last_name);
care.close();
