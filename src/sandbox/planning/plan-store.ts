import { moodV2, sleepV1 } from '../diary/seed-schemas.js';
import { defineStore } from '../world/store.js';
import type { World } from '../world/world.js';
import { Plans } from './plans.js';
import { localTime, millisecondsPerDay } from './zone.js';

export const planStore = defineStore<Plans>({
  create: (world) => new Plans(world),
  seed: seedPlans,
  merge: (plans, { survivor, duplicate }) => plans.move(duplicate, survivor),
});

/**
 * For `EHR-1042` two series without end, and single events around the start of the sandbox clock. The weekly series for
 * all others. The series continue over the next change to summer time.
 */
function seedPlans(plans: Plans, world: World): void {
  const at = (days: number, time: string) =>
    `${localTime(world.started.getTime() + days * millisecondsPerDay, world.settings.zone).slice(0, 10)}T${time}`;
  for (const user of world.users.clientsAndFriends()) {
    // Friends can add the mood diary themselves.
    const client = user.kind === 'client';
    plans.add(user, {
      title: client ? 'Sleep diary, weekly' : 'Mood diary, weekly',
      topic: client ? 'Sleep diary' : 'Self-help',
      start: at(-21, '09:30:00'),
      repetition: { frequency: 'weekly' },
      schema: client ? sleepV1 : moodV2,
    });
    if (user.kind === 'friend' || user.details.id !== 'EHR-1042') continue;
    plans.add(user, {
      title: 'Mood diary; every evening, before bed',
      topic: 'Mood diary',
      start: at(-10, '20:00:00'),
      repetition: { frequency: 'daily' },
      schema: moodV2,
    });
    plans.add(user, { title: null, topic: 'Mood diary', start: at(1, '14:00:00'), schema: moodV2 });
    plans.add(user, { title: 'After the session', topic: 'Mood diary', start: at(3, '10:15:00'), schema: moodV2 });
    plans.add(user, {
      title: 'Look back',
      topic: 'Sleep diary',
      start: at(-1, '18:00:00'),
      visible: false,
      schema: sleepV1,
    });
  }
}
