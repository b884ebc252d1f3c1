import type { Client, Friend } from 'care-platform';
import type { ComponentType } from 'react';
import { ConversationsPage } from '../conversations/conversations-page.tsx';
import { DiaryPage } from '../diary/diary-page.tsx';
import { OverviewPage } from '../overview/overview-page.tsx';
import { PlanningPage } from '../planning/planning-page.tsx';
import { offersTo } from '../session/offers.ts';
import { TasksPage } from '../tasks/tasks-page.tsx';
import { ChatIcon, DiaryIcon, HomeIcon, PlanningIcon, TasksIcon } from './icons.tsx';

export interface Section {
  /** The first part of its address: `tasks` for `#/tasks`. The overview has none. */
  readonly path: 'overview' | keyof ReturnType<typeof offersTo>;
  readonly icon: ComponentType;
  /** Gets the rest of the address. */
  readonly page: ComponentType<{ readonly path: readonly string[] }>;
}

const sections: readonly Section[] = [
  { path: 'overview', icon: HomeIcon, page: OverviewPage },
  { path: 'tasks', icon: TasksIcon, page: TasksPage },
  { path: 'diary', icon: DiaryIcon, page: DiaryPage },
  { path: 'planning', icon: PlanningIcon, page: PlanningPage },
  { path: 'conversations', icon: ChatIcon, page: ConversationsPage },
];

/** Those that the platform offers to this user. */
export function sectionsFor(user: Client | Friend): readonly Section[] {
  const offers = { overview: true, ...offersTo(user) };
  return sections.filter(({ path }) => offers[path]);
}
