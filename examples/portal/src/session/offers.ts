import { Client, type Friend } from 'care-platform';

/**
 * The features that the platform offers to this user. A missing link means no access. The portal then leaves the feature
 * out.
 */
export function offersTo(user: Client | Friend) {
  const { links } = user;
  return {
    tasks: links.has('tasks.items'),
    diary: user instanceof Client && links.has('diary.entries.items'),
    planning: links.has('planning.items') || links.has('planning.ics'),
    conversations: links.has('conversations'),
  };
}
