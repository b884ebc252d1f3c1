import { catalogueStore } from '../catalogue/catalogue-store.js';
import type { CatalogueItem } from '../catalogue/item.js';
import type { Affected } from '../changes/changes.js';
import { conversationStore } from '../conversations/conversation-store.js';
import type { Conversation, ConversationStart, Talker } from '../conversations/conversations.js';
import { diaryStore } from '../diary/diary-store.js';
import type { DiarySchema } from '../diary/schema.js';
import { planStore } from '../planning/plan-store.js';
import type { PlanFields } from '../planning/plans.js';
import { taskStore } from '../tasks/task-store.js';
import type { TaskText } from '../tasks/tasks.js';
import { startOf } from '../world/history.js';
import type { Client } from '../world/user.js';
import type { World } from '../world/world.js';
import { findUser } from './people-control.js';

/** What can be given of a catalogue item; the rest is invented. */
export type CatalogueSeed = Partial<CatalogueItem> & Pick<CatalogueItem, 'id'>;

/**
 * Hooks for what happens in the web application: therapists configure diaries and plan, clients do their tasks, people
 * talk. Users, tasks and conversations are given by key or URL, users by external id too. No rights are checked. What the document calls a change is recorded as one.
 */
export interface TherapyControl {
  /** TST-1. Gives the key of the task. */
  assignTask(user: string, text?: Partial<TaskText>): string;
  /** CHG-16: one task for several users, or for all members of a group such as `secretaries`. */
  assignGroupTask(users: readonly string[] | { readonly group: string }, text?: Partial<TaskText>): string;
  /** TST-2: the user has done it. */
  completeTask(task: string): void;
  /** TRAP-28. */
  deleteTask(task: string): void;
  /** Gives the key of the conversation, which the other hooks take. */
  addConversation(user: string, start?: ConversationStart): string;
  /** One more unread message. */
  newMessage(conversation: string): void;
  /** A call is going on from now on. */
  startCall(conversation: string): void;
  /** It was held. */
  endCall(conversation: string): void;
  /** Somebody called and nobody answered. */
  missCall(conversation: string): void;
  /** DIA-2, DIA-3: replaces what the client may write; entries of other schemas stay. */
  configureDiary(client: string, schemas: readonly DiarySchema[]): void;
  /** The schemas the client may write now, as `configureDiary` takes them. */
  diaryConfiguration(client: string): readonly DiarySchema[];
  /** Gives the key of the plan. Times are wall clock times in the zone of the settings. */
  addPlannedEvent(user: string, fields: PlanFields): string;
  /** Nothing is planned for this user any more. */
  clearPlanning(user: string): void;
  /** Adds or replaces items; `schema` is what an item of type `diary` puts into a diary configuration. */
  addCatalogueItem(item: CatalogueSeed, schema?: DiarySchema): void;
  /** The catalogue is empty then. */
  clearCatalogue(): void;
}

export function therapyControl(world: () => World): TherapyControl {
  const taskOwner = (user: string): Affected => {
    const found = findUser(world(), user);
    if (found.kind === 'apiUser')
      throw new TypeError(`Clients, friends and professionals have tasks, an API user such as ${user} has none`);
    return found;
  };
  const person = (user: string): Talker => {
    const found = findUser(world(), user);
    if (found.kind !== 'client' && found.kind !== 'friend')
      throw new TypeError(`This is for clients and friends, and ${user} is a user of the kind ${found.kind}`);
    return found;
  };
  const client = (user: string): Client => {
    const found = person(user);
    if (found.kind !== 'client') throw new TypeError(`Clients have a diary, a friend such as ${user} has none`);
    return found;
  };
  const conversation = (key: string): Conversation => {
    const found = conversationStore.of(world()).find(lastPart(key));
    if (found === undefined)
      throw new Error(`The sandbox has no conversation ${startOf(key, 80)}: \`addConversation\` gives the keys`);
    return found;
  };
  const removeTask = (key: string): void => {
    if (!taskStore.of(world()).remove(lastPart(key)))
      throw new Error(`The sandbox has no pending task ${startOf(key, 80)}: \`assignTask\` gives the keys`);
  };
  const taskText = ({ title = 'Do this', message = 'When you have time.' }: Partial<TaskText>) => ({ title, message });
  return {
    assignTask: (user, text = {}) => taskStore.of(world()).assign([taskOwner(user)], taskText(text)).key,
    assignGroupTask(users, text = {}) {
      const assignees: Affected[] =
        'group' in users
          ? world()
              .users.professionals()
              .filter((professional) => professional.groups.includes(users.group))
          : users.map(taskOwner);
      if (assignees.length === 0)
        throw new TypeError(
          `The task has no assignee: ${'group' in users ? `the group ${startOf(users.group, 80)}` : 'the list'} is empty`,
        );
      return taskStore.of(world()).assign(assignees, taskText(text)).key;
    },
    completeTask: removeTask,
    deleteTask: removeTask,
    addConversation: (user, start = {}) => conversationStore.of(world()).open(person(user), start).key,
    newMessage: (key) => conversationStore.of(world()).receive(conversation(key)),
    startCall: (key) => conversationStore.of(world()).startCall(conversation(key)),
    endCall: (key) => conversationStore.of(world()).endCall(conversation(key)),
    missCall: (key) => conversationStore.of(world()).missCall(conversation(key)),
    configureDiary: (user, schemas) => diaryStore.of(world()).configure(client(user), schemas),
    diaryConfiguration: (user) => diaryStore.of(world()).of(client(user)).configuration,
    addPlannedEvent: (user, fields) => planStore.of(world()).add(person(user), fields).key,
    clearPlanning: (user) => planStore.of(world()).clear(person(user)),
    addCatalogueItem: (item, schema) =>
      catalogueStore.of(world()).add({ ...blankItem, title: item.id, ...item }, schema),
    clearCatalogue: () => catalogueStore.of(world()).clear(),
  };
}

const lastPart = (keyOrUrl: string): string => keyOrUrl.split('/').at(-1) ?? '';

const blankItem = {
  content_type: 'topic',
  lang: 'en',
  subtitle: null,
  description: null,
  short_description: null,
  poster: null,
  suitable_for_selfhelp: false,
} as const;
