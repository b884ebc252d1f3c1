import { createSandbox } from 'care-platform/sandbox';
import { describe, expect, test } from 'vitest';
import { ask } from './api.js';
import { at, NS } from './wire.js';

const API = '/configuration/apiusers/errorlog/items';
const ACCESS = '/configuration/clientaccess/accesslog/items';
const CARELINK = '/configuration/carelink/errorlog/items';
const HL7 = '/configuration/hl7/errorlog/items';

describe('logs', () => {
  test('MSG-9, LOG-3 to LOG-6: every failed request is in the API error log with code, uri and payload', async () => {
    const sandbox = createSandbox();
    expect((await ask(sandbox, 'GET', API)).body['@items']).toEqual([]);
    await ask(sandbox, 'POST', '/c', { body: { first_name: 7 } });
    await ask(sandbox, 'GET', '/nowhere', { token: 'wrong' });
    await ask(sandbox, 'POST', '/c', { body: '{broken' });
    const { body } = await ask(sandbox, 'GET', API);
    expect(body['@paging']).toEqual({ found: 3, limit: null, start: null, total: 3 });
    const [, unauthorized, broken] = body['@items'];
    const invalid = at(body['@items']);
    expect(invalid).toMatchObject({
      '@type': `${NS}/error/api`,
      message: 'Invalid JSON input',
      code: 400,
      uri: `${sandbox.baseUrl}/c`,
      payload: '{"first_name":7}',
      datetime: expect.stringMatching(/^2026-03-02T09:0\d:\d\d$/),
    });
    expect(invalid.extra).toContainEqual({ name: 'first_name', message: 'Must be transferred as string.' });
    expect(unauthorized).toMatchObject({ code: 401, user_id: null, extra: null, payload: null });
    expect(broken).toMatchObject({ code: 406, payload: '{broken' });
    expect((await ask(sandbox, 'GET', invalid['@url'])).body).toEqual({ ...invalid, '@links': [] });
  });

  test('EPA-1, EPA-2, LOG-12: the client access log fills found and total, and has records of both sorts', async () => {
    const sandbox = createSandbox();
    const { body } = await ask(sandbox, 'GET', ACCESS);
    expect(body['@paging']).toEqual({ found: 2, limit: null, start: null, total: 2 });
    expect(body['@items'][0]).toMatchObject({ '@type': `${NS}/error/record`, extra: expect.any(Array) });
    const names = body['@items'].flatMap((one) => one.extra.map(({ name }) => name));
    expect(names).toEqual(expect.arrayContaining(['client id', 'access type', 'motivation', 'search query']));
    sandbox.control.addAccessLogRecord({ message: 'Temporary access requested' });
    expect((await ask(sandbox, 'GET', `${ACCESS}?start=2`)).body['@items']).toHaveLength(1);
  });

  test('LOG-7 to LOG-11: care-integration errors are fatal or not, HL7 errors look like API errors', async () => {
    const sandbox = createSandbox();
    const carelink = (await ask(sandbox, 'GET', CARELINK)).body['@items'];
    expect(carelink.map((one) => one.was_fatal)).toEqual([true, false]);
    expect(carelink[0]).toMatchObject({ '@type': `${NS}/error/carelink`, event_id: 'event-1' });
    const [hl7] = (await ask(sandbox, 'GET', HL7)).body['@items'];
    expect(hl7).toMatchObject({ '@type': `${NS}/error/hl7`, code: 400 });
    sandbox.control.addCarelinkError({ wasFatal: false });
    sandbox.control.addHl7Error({ code: 500 });
    expect((await ask(sandbox, 'GET', CARELINK)).body['@items']).toHaveLength(3);
    expect((await ask(sandbox, 'GET', HL7)).body['@items']).toHaveLength(2);
  });

  test('EPE-2, EPE-3: without the care-integration and HL7 their logs are 404, the API error log stays', async () => {
    const sandbox = createSandbox({ settings: { carelink: false, hl7: false } });
    expect((await ask(sandbox, 'GET', CARELINK)).status).toBe(404);
    expect((await ask(sandbox, 'GET', HL7)).status).toBe(404);
    expect((await ask(sandbox, 'GET', API)).status).toBe(200);
  });

  test('AUT-19, EPA-3: only an API user with the role reads logs', async () => {
    const sandbox = createSandbox();
    for (const path of [API, ACCESS, CARELINK, HL7]) {
      for (const token of [sandbox.tokens.apiUserPlain, sandbox.tokens.applicationManager]) {
        expect((await ask(sandbox, 'GET', path, { token })).status).toBe(403);
      }
    }
  });
});

describe('linked endpoints whose shape is not shown', () => {
  test('NS-21, NS-22, NS-24: logout, account, favorites.items and authenticate are listed and answer 404', async () => {
    const sandbox = createSandbox();
    const [friend] = sandbox.control.users('friend');
    const seen = [
      ...(await ask(sandbox, 'GET', friend?.path ?? '', { token: sandbox.tokens.friend })).body['@links'],
      ...(await ask(sandbox, 'GET', friend?.path ?? '')).body['@links'],
      ...(await ask(sandbox, 'GET', '')).body['@links'],
    ];
    for (const name of ['logout', 'account', 'favorites.items', 'authenticate']) {
      const { url } = at(seen.filter((one) => one.name === name));
      expect([name, (await ask(sandbox, 'GET', url)).status]).toEqual([name, 404]);
    }
  });
});
