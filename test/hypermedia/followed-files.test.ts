import { Download, type Fetch } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { baseUrl, clientDocument, exportJobDocument } from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connectedTo } from '../support/scripted-fetch.js';

const calendar = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n';
const picture = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff);

/** A platform that has a client, a calendar, a picture, an export as JSON, a page and an empty text. */
async function platform() {
  const accepted: (string | undefined)[] = [];
  const throttle = new OpenThrottle();
  const links = { download: '/export/j1/download' };
  const responses: Record<string, () => Response> = {
    '/c/1': () => Response.json(clientDocument()),
    '/c/1/planning/ics': () => new Response(calendar, { headers: { 'content-type': 'text/calendar;charset=UTF-8' } }),
    '/files/1': () => new Response(picture, { headers: { 'content-type': 'image/png', 'content-length': '5' } }),
    '/export/j1': () => Response.json(exportJobDocument({ state: 'completed', filename: 'clients.json' }, links)),
    '/export/j1/download': () => Response.json([{ id: 1 }]),
    '/page': () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    '/notes': () =>
      new Response('é', {
        headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="notes.txt"' },
      }),
    '/nothing': () => new Response(null, { status: 204, headers: { 'content-type': 'text/plain' } }),
    '/empty': () => new Response(null, { headers: { 'content-type': 'text/plain' } }),
  };
  const fetch: Fetch = async (url, { headers }) => {
    accepted.push(headers.accept);
    return responses[url.slice(baseUrl.length)]?.() ?? Response.json({ code: 404 }, { status: 404 });
  };
  return { care: await connectedTo(fetch, { throttle, retry: 0 }), accepted, throttle };
}

describe('a response that is no JSON comes as a download with its type', () => {
  test('by `follow`', async () => {
    const { care, accepted } = await platform();
    const client = await care.client({ url: `${baseUrl}/c/1` });
    const followed = await client.follow('planning.ics');
    expect(followed).toBeInstanceOf(Download);
    expect(followed).toMatchObject({ contentType: 'text/calendar;charset=UTF-8', charset: 'UTF-8' });
    expect(await (followed as Download).text()).toBe(calendar);
    expect(accepted.at(-1)).toBe('application/json, */*;q=0.8');
  });

  test('by `open`', async () => {
    const { care, throttle } = await platform();
    const opened = await care.open('files/1');
    expect(opened).toMatchObject({ contentType: 'image/png', size: 5 });
    expect(await (opened as Download).bytes()).toEqual(picture);
    expect(throttle.running).toBe(0);
  });

  test('by `request`', async () => {
    const { care } = await platform();
    const { data, ...response } = await care.request({ url: 'files/1' });
    expect(data).toBeInstanceOf(Download);
    expect(await (data as Download).bytes()).toEqual(picture);
    expect(response).toMatchObject({ status: 200, url: `${baseUrl}/files/1`, attempts: 1 });
  });

  test('by `follow`, also for a plain text that the response names as a file', async () => {
    const { care } = await platform();
    const notes = await care.open('notes');
    expect(notes).toMatchObject({ filename: 'notes.txt' });
    expect(await (notes as Download).text()).toBe('é');
  });

  test('by `follow` from an export, also if that is JSON', async () => {
    const { care } = await platform();
    const job = await care.exportJob(`${baseUrl}/export/j1`);
    const download = await job.follow('download');
    expect(download).toMatchObject({ filename: 'clients.json' });
    expect(await download.text()).toBe('[{"id":1}]');
  });

  test('from the sandbox too', async () => {
    const sandbox = createSandbox();
    const { baseUrl: url, fetch, tokens } = sandbox;
    const care = await connectedTo(fetch, { baseUrl: url, fetch, token: tokens.apiUser });
    const client = await care.client({ id: 'EHR-1042' });
    const followed = await client.follow('planning.ics');
    expect((followed as Download).contentType).toMatch(/^text\/calendar/);
    expect(await (followed as Download).text()).toMatch(/^BEGIN:VCALENDAR/);
  });
});

describe('a file or not:', () => {
  test('a page is no file: it is that of a gateway', async () => {
    const { care, throttle } = await platform();
    for (const call of [() => care.open('page'), () => care.request({ url: 'page' })]) {
      await expect(call()).rejects.toMatchObject({ name: 'UnexpectedResponseError', status: 200 });
    }
    expect(throttle.running).toBe(0);
  });

  test('a response without a body is no file', async () => {
    const { care } = await platform();
    expect((await care.request({ url: 'nothing' })).data).toBeUndefined();
    expect((await care.request({ url: 'empty' })).data).toBeUndefined();
  });

  test('the response to a write is no file', async () => {
    const { care } = await platform();
    await expect(care.request({ method: 'POST', url: 'files/1' })).rejects.toMatchObject({
      name: 'OutcomeUnknownError',
    });
  });

  test('a method for one kind of resource refuses a file', async () => {
    const { care } = await platform();
    await expect(care.client({ url: `${baseUrl}/files/1` })).rejects.toMatchObject({
      name: 'UnexpectedResponseError',
    });
  });
});
