import { ForbiddenError } from 'care-platform';
import { expect } from 'vitest';
import { readingRules, rule } from './rule.js';
import { get, json, requestsOf } from './wire.js';

const logPath = '/configuration/clientaccess/accesslog/items';

readingRules('4.3-client-access-log');

rule('EPA-2', 'the access log counts its records, and shows that none was skipped', async (scene) => {
  const { sandbox, care, raw } = scene;
  sandbox.control.addAccessLogRecord({ message: 'One more' });
  const { '@paging': paging } = await get(raw, logPath);
  expect(paging).toEqual({ found: 3, limit: null, start: null, total: 3 });
  const log = care.clientAccessLog();
  const requests = await requestsOf(sandbox, async () => {
    for await (const page of log.pages()) expect([page.items.length, page.total]).toEqual([3, 3]);
  });
  expect(requests).toEqual([`GET ${logPath}`]);
});

rule('EPA-3', 'the access log needs the role for API errors', async ({ sandbox, raw, as }) => {
  const { apiUserPlain, applicationManager } = sandbox.tokens;
  for (const token of [apiUserPlain, applicationManager]) {
    const response = await raw('GET', logPath, { token });
    expect([response.status, (await json(response)).code]).toEqual([403, 403]);
    await expect((await as(token)).clientAccessLog().toArray()).rejects.toThrow(ForbiddenError);
  }
  const user = sandbox.control.addApiUser('log-reader', ['apiErrors']);
  const reader = await as(sandbox.control.issueToken(user.key));
  expect(await reader.clientAccessLog().toArray()).toHaveLength(2);
});
