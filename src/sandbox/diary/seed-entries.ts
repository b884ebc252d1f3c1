import { garden } from '../world/picture.js';
import type { Client } from '../world/user.js';
import type { World } from '../world/world.js';
import type { Diaries } from './diaries.js';
import type { SentValue } from './diary.js';
import type { DiarySchema } from './schema.js';
import { moodV1, moodV2, sleepV1 } from './seed-schemas.js';

const notes = ['Walked in the park', 'Slept badly', null, 'Called a friend – felt good', 'Worried about work', null];
const moods = ['good', 'neutral', 'bad'];

/**
 * `EHR-1042` has entries for five weeks. The first ones use a schema that no configuration contains any more. Every
 * other client has entries for the last three days.
 */
export function seedDiaries(diaries: Diaries, world: World): void {
  const old = diaries.library.add(moodV1);
  const clients = world.users.clients().filter((client) => client.features.diary);
  for (const client of clients) {
    const writer = client.details.id === 'EHR-1042';
    const write = writerOf(diaries, world, client);
    if (writer)
      for (let day = 35; day > 28; day--) write(old, day, 20, { mood: day % 11, note: notes[day % 6] ?? null });
    for (let day = writer ? 20 : 3; day > 0; day--) {
      const photo = writer && day === 4 ? garden() : null;
      write(moodV2, day, 20, { mood: moods[day % 3] ?? null, tension: day % 11, note: notes[day % 6] ?? null, photo });
      if (day % 3 === 0) write(sleepV1, day, 7, { hours: 5 + (day % 4), dream: null });
    }
  }
}

type Write = (schema: DiarySchema, daysAgo: number, hour: number, values: Record<string, SentValue>) => void;

function writerOf(diaries: Diaries, world: World, client: Client): Write {
  return (schema, daysAgo, hour, values) => {
    const dt = new Date(world.started.getTime() - daysAgo * 24 * 60 * 60 * 1000);
    dt.setUTCHours(hour, 15, 0, 0);
    const entry = diaries.write(client, diaries.library.add(schema), dt, values);
    // Created ten minutes after the time of the entry, not at the start of the sandbox.
    const written = new Date(dt.getTime() + 10 * 60 * 1000);
    diaries.of(client).add({ ...entry, created: written, modified: written });
  };
}
