import { createSandbox } from 'care-platform/sandbox';
import type { Provocations } from '../../support/message-list.js';
import { rawRequest } from '../raw-request.js';

/** What the control of a server responds to this request. */
const remote =
  (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  async () => {
    const sandbox = createSandbox({ limits: false, clock: { frozen: true } });
    const server = await sandbox.listen({ control: true });
    try {
      const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const sent = body === undefined ? {} : { body: text };
      const response = await fetch(`${server.url}/_sandbox${path}`, {
        method,
        headers: { ...type, ...headers },
        ...sent,
      });
      return [`${response.status} ${await response.text()}`];
    } finally {
      await server.close();
    }
  };

/** What a browser gets that opens the page under this name, which any machine may use. */
const remotePage =
  (name: string, more: Record<string, string> = {}) =>
  async () => {
    const server = await createSandbox().listen({ control: true, hosts: [name] });
    try {
      const headers = { host: name, accept: 'text/html', ...more };
      const { status, text } = await rawRequest(`${server.url}/_sandbox/`, { headers });
      return [`${status} ${text}`];
    } finally {
      await server.close();
    }
  };

/** Requests that the control of a server refuses. */
export const remoteControl: Provocations = {
  'a path that is not there': remote('GET', '/x'),
  'a hook that is not there': remote('POST', '/hooks/x', []),
  'another method': remote('DELETE', '/clock'),
  'another method of a hook': remote('GET', '/hooks/user'),
  'a request of a page': remote('GET', '', undefined, { Origin: 'http://localhost' }),
  'a link of a page to the page': remotePage('localhost', { 'sec-fetch-site': 'cross-site' }),
  'a page under a name that is not fixed': remotePage('sandbox'),
  'a list with a wrong length': remote('GET', '/requests?last=0'),
  'a list with another parameter': remote('GET', '/mails?first=1'),
  'a request through a proxy': remote('GET', '', undefined, { 'X-Forwarded-For': '10.0.0.1' }),
  'a body of another type': remote('POST', '/faults', { kind: 'html' }, { 'Content-Type': 'text/plain' }),
  'a body that is not JSON': remote('POST', '/faults', '{'),
  'a clock that is a list': remote('POST', '/clock', []),
  'a clock with a misspelt name': remote('POST', '/clock', { sett: 'x' }),
  'a clock set to no time': remote('POST', '/clock', { set: 'tomorrow' }),
  'a clock that is frozen by a text': remote('POST', '/clock', { frozen: 'yes' }),
  'a clock moved by nothing': remote('POST', '/clock', { advance: {} }),
  'a clock moved by an unknown unit': remote('POST', '/clock', { advance: { hours: 1, weeks: 1 } }),
  'a clock moved by a text': remote('POST', '/clock', { advance: { days: 1, hours: '1' } }),
  'a fault that is a text': remote('POST', '/faults', ['html']),
  'a fault that is unknown': remote('POST', '/faults', { kind: 'explode' }),
  'a pattern that is no pattern': remote('POST', '/faults', { kind: 'html', pathPattern: '(' }),
  'a fault that is not pending': remote('DELETE', '/faults?id=7'),
  'faults with an unknown query': remote('DELETE', '/faults?kind=html'),
  'a path and a pattern': remote('POST', '/faults', { kind: 'html', path: '/c', pathPattern: '/c' }),
  'settings that are a list': remote('PATCH', '/settings', []),
  'a setting that is unknown': remote('PATCH', '/settings', { latncy: 5 }),
  'a setting of another kind': remote('PATCH', '/settings', { latency: 'x' }),
  'a setting of another kind, which may be null': remote('PATCH', '/settings', { maxBodyBytes: 'x' }),
  'a setting that has choices': remote('PATCH', '/settings', { changeType: 'x' }),
  'a setting within another': remote('PATCH', '/settings', { fields: { client: { bsnn: true } } }),
  'a hook without a list': remote('POST', '/hooks/user', {}),
  'a hook that fails': remote('POST', '/hooks/user', ['EHR-9']),
};
