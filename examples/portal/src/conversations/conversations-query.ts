import { queryOptions } from '@tanstack/react-query';
import type { Client, Friend } from 'care-platform';

/** `new`: with unread messages, a missed call or a call that is going on. */
export type Which = 'new' | 'everything';

/** Plain forms, the most recent first. Reading the same again draws nothing again. */
export function conversations(user: Client | Friend, which: Which) {
  return queryOptions({
    queryKey: ['conversations', which],
    queryFn: async ({ signal }) => {
      const query = which === 'new' ? ({ relevant: 'all' } as const) : {};
      const found = await user.conversations(query, { signal }).toArray();
      const sorted = found.toSorted(
        (one, other) => other.data.last_activity.getTime() - one.data.last_activity.getTime(),
      );
      return sorted.map((conversation) => conversation.toPlain());
    },
  });
}
