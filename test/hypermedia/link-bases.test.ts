import { expect, onTestFinished, test } from 'vitest';
import { baseUrl, clientDocument, linksTo } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';

/** Relative to the URL of the document that it is in: another view of it. */
const diary = linksTo({ diary: '?view=diary' });

test.each([
  ['its own, if the response to the update has none', { first_name: 'Fem' }, '/api/2/read?view=diary'],
  ['those of the response to the update, if it has some', { '@links': diary }, '/api/2/changed?view=diary'],
])('the links of an updated resource are %s, relative to the document they stood in', async (_, response, place) => {
  const asked: string[] = [];
  const care = await connected(({ pathname, search }) => {
    asked.push(pathname + search);
    if (pathname.endsWith('/changed')) return response;
    return clientDocument('1', { '@url': `${baseUrl}/changed`, '@links': diary });
  });
  onTestFinished(() => care.close());
  const client = await care.client({ url: `${baseUrl}/read` });
  const updated = await client.update({ first_name: 'fem' });
  await updated.follow('diary');
  expect(asked).toEqual(['/api/2/read', '/api/2/changed', place]);
});
