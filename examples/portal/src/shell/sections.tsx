import { Client, type Friend } from 'care-platform';
import type { ComponentType } from 'react';
import { ConversationsPage } from '../conversations/conversations-page.tsx';
import { DiaryPage } from '../diary/diary-page.tsx';
import type { Words } from '../language/language.tsx';
import { OverviewPage } from '../overview/overview-page.tsx';
import { PlanningPage } from '../planning/planning-page.tsx';
import { TasksPage } from '../tasks/tasks-page.tsx';
import { ChatIcon, DiaryIcon, HomeIcon, PlanningIcon, TasksIcon } from './icons.tsx';

export interface Section {
  /** The first part of its address: `tasks` for `#/tasks`. The overview has none. */
  readonly path: keyof Words['pages'];
  readonly icon: ComponentType;
  readonly page: ComponentType<{ readonly path: readonly string[] }>;
  /** A link that is missing means no access: the section is then absent, not broken. */
  readonly offeredTo: (user: Client | Friend) => boolean;
}

const sections: readonly Section[] = [
  { path: 'overview', icon: HomeIcon, page: OverviewPage, offeredTo: () => true },
  { path: 'tasks', icon: TasksIcon, page: TasksPage, offeredTo: (user) => user.links.has('tasks.items') },
  {
    path: 'diary',
    icon: DiaryIcon,
    page: DiaryPage,
    offeredTo: (user) => user instanceof Client && user.links.has('diary.entries.items'),
  },
  {
    path: 'planning',
    icon: PlanningIcon,
    page: PlanningPage,
    offeredTo: (user) => user.links.has('planning.items') || user.links.has('planning.ics'),
  },
  {
    path: 'conversations',
    icon: ChatIcon,
    page: ConversationsPage,
    offeredTo: (user) => user.links.has('conversations'),
  },
];

export function sectionsFor(user: Client | Friend): readonly Section[] {
  return sections.filter(({ offeredTo }) => offeredTo(user));
}
