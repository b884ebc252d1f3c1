import { NotFoundError } from 'care-platform';
import { expect } from 'vitest';
import { failureOf } from '../support/failure.js';
import { readingRules, rule } from './rule.js';
import { json } from './wire.js';

readingRules('7.1-error-body');

rule('ERR-1', 'an error without a body, or with another, still has its class', async ({ sandbox, care }) => {
  const bodies = [undefined, '', 'Not here', '[]', '"text"', 'null', '{"message":7,"extra":"x","code":"a"}', '{"mess'];
  for (const body of bodies) {
    sandbox.faults.add({ kind: 'response', status: 404, ...(body !== undefined && { body }) });
    const refused = await failureOf(care.request({ url: 'c/items' }));
    expect(refused).toBeInstanceOf(NotFoundError);
    expect(refused).toMatchObject({ status: 404, code: 404, reason: '', problems: [], attempts: 1 });
  }
  sandbox.faults.add({ kind: 'html', status: 403 });
  await expect(care.request({ url: 'c/items' })).rejects.toMatchObject({
    ...{ name: 'ForbiddenError', status: 403, code: 403, reason: 'Bad gateway', problems: [] },
  });
});

rule('ERR-2', 'errors announce JSON in UTF-8 and their length', async ({ sandbox, raw }) => {
  const refused = [
    await raw('POST', '/c', { json: { first_name: 'Zoë' } }),
    await raw('GET', '/c/items', { token: null }),
    await raw('GET', '/c/items', { token: sandbox.tokens.client }),
    await raw('GET', '/c/none'),
    await raw('DELETE', '/c/items'),
    await raw('POST', '/c', { body: '{' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([400, 401, 403, 404, 405, 406]);
  for (const response of refused) {
    const { byteLength } = await response.clone().arrayBuffer();
    expect(response.headers.get('content-type')).toBe('application/json;charset=UTF-8');
    expect(response.headers.get('content-length')).toBe(String(byteLength));
    expect(byteLength).toBeGreaterThan(0);
  }
});

rule('ERR-3', 'the code of an error is its status, and the status counts if they differ', async (scene) => {
  const { sandbox, care, raw } = scene;
  for (const [method, path] of [['GET', '/c/none'] as const, ['DELETE', '/c'] as const, ['POST', '/c'] as const]) {
    const response = await raw(method, path, method === 'POST' ? { json: {} } : {});
    expect((await json(response)).code).toBe(response.status);
  }
  sandbox.faults.add({ kind: 'response', status: 404, body: { code: 400, message: 'Odd' } });
  const refused = await failureOf(care.request({ url: 'c/items' }));
  expect(refused).toBeInstanceOf(NotFoundError);
  expect(refused).toMatchObject({ status: 404, code: 400, reason: 'Odd' });
});

rule('ERR-4', 'the message of an error is for logs, and comes with what was asked', async ({ care, raw }) => {
  const { message } = await json(raw('DELETE', '/c/items'));
  expect(message).toMatch(/^[A-Z][A-Za-z ]+$/);
  const refused = await failureOf(care.request({ method: 'DELETE', url: 'c/items' }));
  expect(refused).toMatchObject({ reason: message, method: 'DELETE' });
  expect(String(refused)).toContain(`DELETE request (/api/2/c/items) responded with 405: ${message}.`);
});

rule('ERR-5', 'problems are one per field, and an empty list if there are none', async ({ care, raw }) => {
  const fields = { first_name: 7, email: 'nova@mail.example', active: true, gender: 'x', date_of_birth: '1999-04-05' };
  const { extra } = await json(raw('POST', '/c', { json: fields }));
  expect(extra).toEqual([
    { name: 'first_name', message: 'Must be transferred as string.' },
    { name: 'last_name', message: 'Required input is missing.' },
    { name: 'gender', message: 'Unknown value.' },
  ]);
  const refused = care.request({ method: 'POST', url: 'c', body: fields });
  await expect(refused).rejects.toMatchObject({ name: 'InvalidInputError', problems: extra });
  expect(await json(raw('GET', '/c/none'))).toEqual({ code: 404, message: 'Not found' });
  await expect(care.client({ id: 'none' })).rejects.toMatchObject({ name: 'NotFoundError', problems: [] });
});
