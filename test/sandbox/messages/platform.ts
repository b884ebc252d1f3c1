import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import type { Provocations } from '../../support/message-list.js';
import { ask, type RequestParts } from '../api.js';
import { endedJob } from '../export-job.js';

/** What the platform reports about these requests, of which only the last one has to fail. */
const requests =
  (...calls: readonly [method: string, path: string, body?: unknown, parts?: RequestParts][]) =>
  async () => {
    const sandbox = createSandbox({ limits: false, clock: { frozen: true } });
    return reported(sandbox, calls);
  };

async function reported(
  sandbox: Sandbox,
  calls: readonly [method: string, path: string, body?: unknown, parts?: RequestParts][],
): Promise<string[]> {
  const keys = sandbox.control.users();
  const keyOf = (id: string) => keys.find((user) => user.id === id || user.kind === id)?.path ?? '';
  const lines: string[] = [];
  for (const [method, path, body, parts] of calls) {
    const url = path.replace(/^\{([^}]+)\}/, (_, id: string) => keyOf(id));
    const reply = await ask(sandbox, method, url, { ...parts, ...(body !== undefined && { body }) });
    lines.push(`${reply.status} ${reply.text.replaceAll(sandbox.baseUrl, '')}`);
  }
  return lines.slice(-1);
}

const namespace = 'https://care.example/ns';
const relation = { '@type': `${namespace}/relation`, professional: { id: 'PRO-1' }, predicate: 'attends' };
const schema = `${namespace}/diary/schema/entry#mood:2`;

/** Requests that the platform refuses. */
export const platform: Provocations = {
  'no token': requests(['GET', '/c/items?limit=1', undefined, { token: null }]),
  'a wrong token': requests(['GET', '/c/items?limit=1', undefined, { token: 'wrong' }]),
  'a path that is not there': requests(['GET', '/x']),
  'another method': requests(['DELETE', '/c/items']),
  'a body that is not JSON': requests(['POST', '/configuration/labels', '{']),
  'a list with wrong bounds': requests(['GET', '/c/items?limit=0&start=-1']),
  'a catalogue with a wrong query': requests(['GET', '/catalogue/items?limit=x&content_type=other']),
  'changes without a query': requests(['GET', '/changes']),
  'changes of another sort': requests(['GET', '/changes?type=mails&since=today']),
  'planning without its dates': requests(['GET', '{EHR-1042}/planning/items']),
  'planning with wrong dates': requests(['GET', '{EHR-1042}/planning/items?after=x&before=y']),
  'conversations of another sort': requests(['GET', '{EHR-1042}/conversations?limit=1&relevant=none']),
  'diary entries with a wrong query': requests(['GET', '{EHR-1042}/diary/entries/items?modified_after=x']),
  'a new client without fields': requests(['POST', '/c', {}]),
  'a new client with wrong fields': requests([
    ...(['POST', '/c'] as const),
    {
      ...{ first_name: 7, last_name: '', email: 'Nova@Example', active: 'yes', gender: 'x' },
      ...{ date_of_birth: '2026-02-30', id: 5, bsn: 1, labels: ['x'], picture: 'x', phone_number: 1, infix: 2 },
    },
  ]),
  'a new client with the values of another': requests([
    ...(['POST', '/c'] as const),
    {
      ...{ first_name: 'Nova', last_name: 'Nieuw', active: false, gender: 'f', date_of_birth: '1990-01-15' },
      ...{ id: 'EHR-1042', bsn: '000000001', email: 'fenna.voorbeeld@mail.example' },
    },
  ]),
  'a new client of another type': requests(['POST', '/c', { '@type': 'https://care.example/ns/friend' }]),
  'a search with wrong values': requests(['POST', '/c/items', { active: 'x', email: 7 }]),
  'a new professional without fields': requests(['POST', '/p', {}]),
  'a new professional with wrong fields': requests([
    'POST',
    '/p',
    { first_name: 1, email: 'x', active: null, groups: 1 },
  ]),
  'a client that is active already': requests(['POST', '{EHR-1042}/activation', { active: true }]),
  'a client that is inactive already': requests(['POST', '{EHR-1045}/activation', { active: false }]),
  'a professional that is active already': requests(['POST', '{PRO-1}/activation', { active: true }]),
  'an activation without a state': requests(['POST', '{EHR-1042}/activation', {}]),
  'an activation with another mail': requests(['POST', '{EHR-1042}/activation', { active: false, send_email: 'yes' }]),
  'a client merged into itself': requests(['POST', '{EHR-1042}/merge', { id: 'EHR-1042' }]),
  'an unknown client merged': requests(['POST', '{EHR-1042}/merge', { id: 'EHR-9' }]),
  'nobody merged': requests(['POST', '{EHR-1042}/merge', {}]),
  'a reference of another type merged': requests(['POST', '{EHR-1042}/merge', { '@type': 'x', id: 'EHR-1043' }]),
  'a reference by two users': requests(['POST', '{EHR-1042}/merge', { url: '/c/x', id: 'EHR-1043' }]),
  'a relation without fields': requests(['POST', '{EHR-1042}/relations', {}]),
  'a relation with an unknown user': requests([
    ...(['POST', '{EHR-1042}/relations'] as const),
    { ...relation, professional: { id: 'PRO-99' } },
  ]),
  'a relation that is there': requests(['POST', '{EHR-1042}/relations', relation]),
  'a relation of another sort': requests(['POST', '{EHR-1042}/relations', { ...relation, predicate: 'likes' }]),
  'a label without a text': requests(['POST', '/configuration/labels', {}]),
  'a label that is a number': requests(['POST', '/configuration/labels', { label: 7 }]),
  'an entry without a type': requests(['POST', '{EHR-1042}/diary/entries', {}]),
  'an entry without fields': requests(['POST', '{EHR-1042}/diary/entries', { '@type': schema }]),
  'an entry with wrong fields': requests([
    ...(['POST', '{EHR-1042}/diary/entries'] as const),
    { '@type': schema, dt: 'x', mood: 'odd', tension: 11, note: 7, photo: 'x' },
  ]),
  'a tool without an id': requests(['POST', '{EHR-1042}/tools', {}]),
  'a tool that is unknown': requests(['POST', '{EHR-1042}/tools', { id: 'x', therapist: { id: 'PRO-99' }, notify: 1 }]),
  'groups without a list': requests(['PATCH', '{PRO-1}/groups', { groups: null }]),
  'groups that are unknown': requests(['PATCH', '{PRO-1}/groups', { groups: ['kings'] }]),
  'roles that are unknown': requests(['PATCH', '{PRO-1}/roles', { roles: ['king'] }]),
  'an export without a name': requests(['POST', '/export', {}]),
  'an export with wrong options': requests([
    ...(['POST', '/export'] as const),
    { name: 'client', output_format: 'doc', properties: ['x'], combine: [{ name: 'x' }], filter: 1, from: 'x' },
  ]),
  'the download of a job that has not ended': async () => {
    const sandbox = createSandbox({ limits: false, clock: { frozen: true } });
    const { body } = await ask(sandbox, 'POST', '/export', { body: { name: 'client' } });
    return reported(sandbox, [['GET', `${body['@url']}/download`]]);
  },
  'the cancellation of a job that has ended': async () => {
    const sandbox = createSandbox({ limits: false, clock: { frozen: true } });
    const job = await endedJob(sandbox);
    const token = sandbox.tokens.dataOfficer;
    return reported(sandbox, [['POST', `${job['@url']}/cancel`, {}, { token }]]);
  },
  'a client that may not see the clients': async () => {
    const sandbox = createSandbox({ limits: false });
    return reported(sandbox, [['GET', '/c/items?limit=1', undefined, { token: sandbox.tokens.client }]]);
  },
  'a body that is larger than the platform takes': async () => {
    const sandbox = createSandbox({ settings: { maxBodyBytes: 5 } });
    return reported(sandbox, [['POST', '/configuration/labels', { label: 'Nieuw' }]]);
  },
  'a body that is larger than the sandbox takes': async () => {
    const sandbox = createSandbox({ settings: { maxRequestBytes: 5 } });
    return reported(sandbox, [['POST', '/configuration/labels', { label: 'Nieuw' }]]);
  },
  'a strict platform and another `Accept`': async () => {
    const sandbox = createSandbox({ settings: { strictAccept: true } });
    return reported(sandbox, [['GET', '/', undefined, { headers: { Accept: 'text/html' } }]]);
  },
  'too many requests': async () => {
    const sandbox = createSandbox();
    for (let request = 0; request < 200; request++) {
      const reply = await ask(sandbox, 'GET', '/');
      if (reply.status === 429) return [`429 ${reply.text} ${reply.headers.get('Retry-After')}`];
    }
    return [];
  },
};
