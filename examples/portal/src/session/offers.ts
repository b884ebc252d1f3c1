import { Client, type Friend } from 'care-platform';

/**
 * What the platform offers to this user. A link that is missing means no access: what it would lead to is then absent from
 * the portal, not broken.
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
