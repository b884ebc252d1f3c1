import { type ChangeSubject, changeStore } from '../changes/changes.js';
import { defineStore } from '../world/store.js';
import type { World } from '../world/world.js';
import { Tasks } from './tasks.js';

export const taskStore = defineStore<Tasks>({
  create: (world) => new Tasks(world, changeStore.of(world)),
  seed: seedTasks,
  merge: (tasks, { survivor, duplicate }) => tasks.move(duplicate, survivor),
});

/** Three tasks for `EHR-1042`, one for every other client and friend, and tasks about a client for its therapists. */
function seedTasks(tasks: Tasks, world: World): void {
  const give = (user: ChangeSubject, daysAgo: number, title: string, message: string) => {
    const created = new Date(world.started.getTime() - daysAgo * 24 * 60 * 60 * 1000);
    tasks.add([user], { title, message }, created);
  };
  for (const user of world.users.clientsAndFriends()) {
    give(user, 9, 'Fill in the questionnaire', 'It takes about ten minutes.');
    if (user.kind === 'friend' || user.details.id !== 'EHR-1042') continue;
    give(user, 4, 'Read “Getting to know stress”', 'Finish the first chapter before the next session.');
    give(user, 1, 'Confirm the appointment', 'Please confirm or move the appointment of next week.');
    for (const { professional } of world.relations.of(user)) {
      give(professional, 2, 'Give feedback', 'A client has finished a module and waits for feedback.');
    }
  }
}
