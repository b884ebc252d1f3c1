import { queryOptions } from '@tanstack/react-query';
import type { Client, Friend } from 'care-platform';

/** Plain forms of pending tasks, the newest first. Reading the same again draws nothing again. */
export function pendingTasks(user: Client | Friend) {
  return queryOptions({
    queryKey: ['tasks'],
    queryFn: async ({ signal }) => {
      const tasks = await user.tasks({}, { signal }).toArray();
      const sorted = tasks.toSorted(
        (one, other) => (other.createdAt?.getTime() ?? 0) - (one.createdAt?.getTime() ?? 0),
      );
      return sorted.map((task) => task.toPlain());
    },
  });
}
