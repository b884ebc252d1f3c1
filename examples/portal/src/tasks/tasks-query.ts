import { queryOptions } from '@tanstack/react-query';
import type { Client, Friend } from 'care-platform';

/** Pending tasks, the newest first. */
export function pendingTasks(user: Client | Friend) {
  return queryOptions({
    queryKey: ['tasks'],
    queryFn: async ({ signal }) => {
      const tasks = await user.tasks({}, { signal }).toArray();
      return tasks.toSorted((one, other) => (other.createdAt?.getTime() ?? 0) - (one.createdAt?.getTime() ?? 0));
    },
  });
}
