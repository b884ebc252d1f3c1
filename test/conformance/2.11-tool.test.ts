import { expect } from 'vitest';
import { rule } from './rule.js';
import { get, json } from './wire.js';

rule('TOL-1', 'a tool belongs to the client it was added to', async ({ care, raw, clientId }) => {
  const [client, other] = await Promise.all([care.client({ id: clientId }), care.client({ id: 'EHR-1043' })]);
  const tool = await client.addTool({ id: 'content-027' });
  expect((await raw('GET', tool.url)).status).toBe(200);
  expect((await raw('GET', tool.url.replace(client.url, other.url))).status).toBe(404);
  const again = await client.addTool({ id: 'content-027' });
  expect(again.url).not.toBe(tool.url);
});

rule('TOL-2', 'a new tool has a URL below the modules of its client', async ({ care, raw, clientId }) => {
  const client = await care.client({ id: clientId });
  const form = new RegExp(`^${client.url}/module/[^/]+$`);
  expect((await client.addTool({ id: 'content-027' })).url).toMatch(form);
  const response = await raw('POST', client.links.get('tools').url, { json: { id: 'content-027' } });
  expect(response.headers.get('location')).toMatch(form);
  expect((await json(response))['@url']).toBe(response.headers.get('location'));
});

rule('TOL-3', 'diary content has a URL in the diary configuration, and can be written from then on', async (scene) => {
  const { care, raw, clientId } = scene;
  const clients = await Promise.all([care.client({ id: clientId }), care.client({ id: 'EHR-1043' })]);
  const [diaryContent] = (await care.catalogue({ limit: 10, contentTypes: ['diary'] }).toArray()).slice(-1);
  const id = diaryContent?.data.id ?? '';
  expect(diaryContent?.data.title).toBe('Activity diary');
  for (const [index, client] of clients.entries()) {
    const titles = async () => (await client.diarySchemas()).map((schema) => schema.title);
    expect(await titles()).toEqual(['Mood diary', 'Sleep diary']);
    const expected = `${client.url}/diary/configuration/${id}`;
    const url =
      index === 0
        ? (await client.addTool({ id })).url
        : (await json(raw('POST', client.links.get('tools').url, { json: { id } })))['@url'];
    expect(url).toBe(expected);
    expect(await titles()).toEqual(['Mood diary', 'Sleep diary', 'Activity diary']);
    expect((await get(raw, url))['@url']).toBe(expected);
  }
});
