import { expect, test } from 'vitest';
import { connectedSandbox } from '../support/connected-sandbox.js';

const it = connectedSandbox();

test('a restored application changes nothing for the labels of its connection', async () => {
  const plain = it.care.toPlain();
  const links = { ...plain.links, 'configuration.labels.items': `${it.care.url}/elsewhere` };
  await it.care.restore({ ...plain, links } as typeof plain);
  const client = await it.care.client({ id: 'EHR-1042' });
  await client.setLabels(['New']);
  expect(it.sandbox.journal.map(({ path }) => path)).not.toContain('/elsewhere');
});
