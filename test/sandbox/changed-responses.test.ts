import { createSandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import { ask } from './api.js';

const changes: readonly [what: string, method: string, user: string, below: string, body: object, shown: object][] = [
  ['an update of a client', 'PATCH', 'EHR-1042', '', { infix: 'de' }, { infix: 'de', id: 'EHR-1042' }],
  ['the deactivation of a client', 'POST', 'EHR-1042', '/activation', { active: false }, { active: false }],
  ['a merge', 'POST', 'EHR-1042', '/merge', { id: 'EHR-1043' }, { id: 'EHR-1042' }],
  ['an update of a professional', 'PATCH', 'PRO-1', '', { infix: 'de' }, { infix: 'de', id: 'PRO-1' }],
  ['the deactivation of a professional', 'POST', 'PRO-1', '/activation', { active: false }, { active: false }],
  ['a change of groups', 'PATCH', 'PRO-1', '/groups', { groups: ['supervisors'] }, { groups: ['supervisors'] }],
];

test.each(changes)('%s gets the response that the settings ask for', async (_what, method, id, below, body, shown) => {
  for (const patchResponse of ['204', '200-empty', '200-body'] as const) {
    const sandbox = createSandbox({ settings: { patchResponse } });
    const path = sandbox.control.user(id).path ?? '';
    const reply = await ask(sandbox, method, `${path}${below}`, { body });
    expect([patchResponse, reply.status]).toEqual([patchResponse, patchResponse === '204' ? 204 : 200]);
    if (patchResponse === '200-body') expect(reply.body).toMatchObject(shown);
    else expect(reply.text).toBe('');
  }
});
