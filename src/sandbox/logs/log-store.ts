import { defineStore } from '../world/store.js';
import type { World } from '../world/world.js';
import { Logs } from './logs.js';

export const logStore = defineStore<Logs>({
  create: (world) => new Logs(world),
  seed: seedLogs,
  // Every failed request is logged, whether or not it had a token.
  recordFailure(logs, failure) {
    const { at, user, message, problems, url, code, payload } = failure;
    const extra = problems.length === 0 ? null : problems;
    logs.api.add({ at, userId: user?.key ?? null, message, extra, uri: url, code, payload });
  },
});

/** One access record of each kind, and one fatal and one other error. */
function seedLogs({ access, carelink, hl7 }: Logs, world: World): void {
  const hoursAgo = (hours: number) => new Date(world.started.getTime() - hours * 60 * 60 * 1000);
  const client = world.users.clients()[0]?.key ?? '';
  const professional = world.users.professionals()[0]?.key ?? '';
  access.add({
    at: hoursAgo(30),
    userId: professional,
    message: 'Search outside the caseload',
    extra: [
      { name: 'access type', message: 'search' },
      { name: 'search query', message: 'jan' },
    ],
  });
  access.add({
    at: hoursAgo(5),
    userId: professional,
    message: 'Temporary access requested',
    extra: [
      { name: 'client id', message: client },
      { name: 'access type', message: 'temporary' },
      { name: 'motivation', message: 'Replaces a colleague who is ill' },
    ],
  });
  const fhir = 'https://fhir.example.org';
  const links = { resourceLink: `${fhir}/CarePlan/17`, patientLink: `${fhir}/Patient/${client}` };
  carelink.add({
    ...{ at: hoursAgo(20), eventId: 'event-1', eventType: 'careplan.updated', wasFatal: true, ...links },
    message: 'The care plan could not be read',
    extra: [{ name: 'activity', message: 'Unknown code' }],
  });
  carelink.add({
    ...{ at: hoursAgo(2), eventId: 'event-2', eventType: 'patient.updated', wasFatal: false, ...links },
    message: 'The phone number was left out',
    extra: null,
  });
  hl7.add({
    ...{ at: hoursAgo(3), userId: professional, uri: '/hl7/ADT', code: 400 },
    message: 'email: Email address cannot contain uppercase characters.',
    extra: null,
    payload: 'MSH|^~\\&|EHR|EXAMPLE|||20260302||ADT^A08|1|P|2.5',
  });
}
