import { type Client, inlineFile } from 'care-platform';
import { expect } from 'vitest';
import { recorded } from './recorded.js';
import { rule } from './rule.js';
import { asError, get, invalidJson, refusal } from './wire.js';

const path = '/aux/client/id/EHR-1042';
const address = { id: 'EHR-1042' };

/** A PNG by its first bytes, with every value a byte can have. */
const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, ...Array.from({ length: 50_000 }, (_, index) => index % 256)]);

async function pictureOf(client: Client) {
  const { picture } = (await client.refresh()).data;
  if (picture == null) throw new Error('No picture');
  return picture;
}

rule('FIL-1', 'a response never holds a file, only a reference to it', async ({ care, raw }) => {
  const client = await care.client(address);
  await client.update({ picture: await inlineFile(png) });
  const entries = await get(raw, client.links.get('diary.entries.items').url);
  const photos = entries['@items'].map(({ photo }) => photo).filter((photo) => photo != null);
  expect(photos.length).toBeGreaterThan(0);
  for (const file of [(await get(raw, path)).picture, ...photos]) {
    expect(Object.keys(file ?? {})).toEqual(expect.arrayContaining(['@type', 'url', 'size', 'content_type']));
    expect(file).not.toHaveProperty('data');
  }
  expect((await raw('GET', path)).headers.get('content-length')?.length).toBeLessThan(5);
  const read = (await client.diaryEntries().toArray())
    .map((entry) => entry.data.photo)
    .filter((photo) => photo != null);
  expect(read).toEqual(photos);
  expect(await pictureOf(client)).toEqual((await get(raw, path)).picture);
});

rule('FIL-2', 'a reference has URL, size and media type, and the URL gives the bytes', async ({ care, raw }) => {
  const client = await care.client(address);
  await client.update({ picture: await inlineFile(png, 'ik.png') });
  const picture = await pictureOf(client);
  expect(picture).toEqual({
    ...{ '@type': 'link', url: expect.stringMatching(/^https:\/\/sandbox\.example\/api\/2\/./) },
    ...{ size: png.length, content_type: 'image/png', filename: 'ik.png' },
  });
  const response = await raw('GET', picture.url);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(response.headers.get('content-length')).toBe(String(png.length));
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(png);

  const download = await care.file(picture);
  expect([download.size, download.contentType, download.filename]).toEqual([png.length, 'image/png', 'ik.png']);
  expect(await download.bytes()).toEqual(png);
  const cut = await care.file({ ...picture, size: picture.size + 1 });
  await expect(cut.bytes()).rejects.toMatchObject({ name: 'UnexpectedResponseError' });
  await expect(care.file({ url: 'https://elsewhere.example/x.png' })).rejects.toMatchObject({
    name: 'ForeignLinkError',
  });
});

rule('FIL-3', 'a file that came without a name has none', async ({ care, raw }) => {
  const client = await care.client(address);
  await client.update({ picture: await inlineFile(png) });
  expect((await get(raw, path)).picture).not.toHaveProperty('filename');
  const picture = await pictureOf(client);
  expect(picture.filename).toBeUndefined();
  expect((await care.file(picture)).filename).toBeUndefined();
});

rule('INL-1', 'a file is sent in the body, marked as base 64; marked as anything else it is refused', async (scene) => {
  const { sandbox, raw } = scene;
  const { care, sent } = await recorded(sandbox);
  const client = await care.client(address);
  await client.update({ picture: await inlineFile(new Blob([png])) });
  expect(sent.at(-1)?.body).toEqual({ picture: { '@type': 'base64', data: Buffer.from(png).toString('base64') } });

  const refused = invalidJson(['picture', 'Must be an inline file.']);
  for (const type of ['link', 'hex', `${sandbox.settings.typeNs}/base64`, null]) {
    const picture = { '@type': type, data: 'AAAA' };
    expect(await refusal(raw('PATCH', path, { json: { picture } })), String(type)).toEqual(refused);
    const requests = sandbox.journal.length;
    // @ts-expect-error: no inline file
    await expect(client.update({ picture })).rejects.toMatchObject({ name: 'InputError' });
    expect(sandbox.journal).toHaveLength(requests);
  }
  expect(await refusal(raw('PATCH', path, { json: { picture: 'AAAA' } }))).toEqual(refused);
});

rule('INL-2', 'the bytes are the base 64 text decoded, however many there are', async ({ care, raw }) => {
  const client = await care.client(address);
  for (const length of [0, 1, 2, 3, 24_576, 24_577, 50_000]) {
    const bytes = png.slice(0, length);
    await client.update({ picture: await inlineFile(bytes) });
    const picture = await pictureOf(client);
    expect([length, picture.size]).toEqual([length, bytes.length]);
    expect(new Uint8Array(await (await raw('GET', picture.url)).arrayBuffer())).toEqual(bytes);
  }
  const refused = invalidJson(['picture', 'Not valid base 64.']);
  for (const data of ['A', 'AA=A', 'A_-A', 'data:image/png;base64,AAAA', null, 7]) {
    const json = { picture: { '@type': 'base64', data } };
    expect(await refusal(raw('PATCH', path, { json })), String(data)).toEqual(refused);
  }
  const picture = { '@type': 'base64', data: '?' } as const;
  await expect(client.update({ picture })).rejects.toMatchObject(asError(refused));
  expect((await pictureOf(client)).size).toBe(50_000);
});

rule('INL-3', 'a name may go with the file, and comes back with its reference', async ({ sandbox, raw }) => {
  const { care, sent } = await recorded(sandbox);
  const client = await care.client(address);
  const changed = await client.update({ picture: await inlineFile(png, 'Zoë "ik".png') });
  expect(sent.at(-1)?.body).toMatchObject({ picture: { filename: 'Zoë "ik".png' } });
  expect((await get(raw, path)).picture).toMatchObject({ filename: 'Zoë "ik".png' });
  expect((await changed.refresh()).data.picture?.filename).toBe('Zoë "ik".png');
  await client.update({ picture: null });
  expect((await get(raw, path)).picture).toBeNull();
});
