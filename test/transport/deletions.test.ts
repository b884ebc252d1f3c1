import { beforeEach, describe, expect, test } from 'vitest';
import { labelDocument } from '../support/documents.js';
import { json, lost, page, type Responder, refusal, scriptedPlatform } from '../support/platform.js';
import { skipPauses } from '../support/virtual-time.js';

const platform = scriptedPlatform();
beforeEach(() => void skipPauses());

describe('a deletion', () => {
  async function remove(...responses: [Responder, ...Responder[]]) {
    const care = await platform.connect();
    platform.on('GET', '/configuration/labels/9', json(labelDocument('9')));
    platform.on('DELETE', '/configuration/labels/9', ...responses);
    const label = await care.label({ identifier: '9' });
    return label.delete();
  }

  test('whose response was lost is done if the retry finds nothing', async () => {
    expect(await remove(lost, refusal(404))).toBeUndefined();
  });

  test.each([
    ['the page', page('<html>', 404)],
    ['the JSON', json({ error: 'no route' }, 404)],
  ])('whose response was lost may still be there if the retry finds %s of a gateway', async (_, response) => {
    const unclear = { name: 'NotFoundError', isFromPlatform: false };
    await expect(remove(lost, response)).rejects.toMatchObject(unclear);
  });

  test('that `request` sends again has no data if the retry finds nothing', async () => {
    const care = await platform.connect();
    platform.on('DELETE', '/x', lost, refusal(404));
    const response = await care.request({ method: 'DELETE', url: 'x', retryPolicy: 'repeatable' });
    expect(response).toMatchObject({ status: 404, data: undefined });
  });

  test('of a resource that does not exist fails', async () => {
    await expect(remove(refusal(404))).rejects.toMatchObject({ name: 'NotFoundError' });
    await expect(remove(refusal(429), refusal(404))).rejects.toMatchObject({ name: 'NotFoundError' });
  });
});
