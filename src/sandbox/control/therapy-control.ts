import { catalogueStore } from '../catalogue/catalogue-store.js';
import type { CatalogueItem } from '../catalogue/item.js';
import type { ChangeSubject } from '../changes/changes.js';
import { conversationStore } from '../conversations/conversation-store.js';
import type { Conversation, ConversationOwner, ConversationStart } from '../conversations/conversations.js';
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

/** The fields of a catalogue item to add. All but the `id` have defaults. */
export type CatalogueSeed = Partial<CatalogueItem> & Pick<CatalogueItem, 'id'>;

/**
 * Hooks for what happens in the web application: therapists configure diaries and plan, clients do their tasks, people
 * talk. Users, tasks and conversations are given by key or URL, users by external id too. No rights are checked.
 * Documented changes are recorded for the change feed.
 */
export interface TherapyControl {
  /** Assigns a task and returns its key. */
  assignTask(user: string, text?: Partial<TaskText>): string;
  /** Assigns one task to several users, or to all members of a group such as `secretaries`. Returns its key. */
  assignGroupTask(users: readonly string[] | { readonly group: string }, text?: Partial<TaskText>): string;
  /** Completes a task, as the user would. */
  completeTask(task: string): void;
  /** Deletes a task. The API shows no difference to a completed one. */
  deleteTask(task: string): void;
  /** Starts a conversation and returns its key, which the other hooks take. */
  addConversation(user: string, start?: ConversationStart): string;
  /** Adds an unread message. */
  newMessage(conversation: string): void;
  /** Starts a call. */
  startCall(conversation: string): void;
  /** Ends a call. */
  endCall(conversation: string): void;
  /** Adds a missed call. */
  missCall(conversation: string): void;
  /**
   * Replaces the schemas in which the client may write. Entries with other schemas stay.
   *
   * @throws TypeError if a name and version are already known with another content: a version never changes
   */
  configureDiary(client: string, schemas: readonly DiarySchema[]): void;
  /** The schemas in which the client may write now, as `configureDiary` takes them. */
  diaryConfiguration(client: string): readonly DiarySchema[];
  /** Plans an event and returns the key of the plan. Times are wall clock times in the time zone of the settings. */
  addPlannedEvent(user: string, fields: PlanFields): string;
  /** Removes all plans of a user. */
  clearPlanning(user: string): void;
  /**
   * Adds or replaces an item. `schema` is what an item of type `diary` adds to a diary configuration.
   *
   * @throws TypeError if an item of type `diary` has no schema, or an item of another type has one
   */
  addCatalogueItem(item: CatalogueSeed, schema?: DiarySchema): void;
  /** Removes all items of the catalogue. */
  clearCatalogue(): void;
}

export function therapyControl(world: () => World): TherapyControl {
  const taskOwner = (user: string): ChangeSubject => {
    const found = findUser(world(), user);
    if (found.kind === 'apiUser')
      throw new TypeError(`Only clients, friends and professionals have tasks: ${user} is an API user`);
    return found;
  };
  const person = (user: string): ConversationOwner => {
    const found = findUser(world(), user, 'client', 'friend');
    if (found.kind !== 'client' && found.kind !== 'friend')
      throw new TypeError(`Only clients and friends have this: ${user} is a user of the kind ${found.kind}`);
    return found;
  };
  const client = (user: string): Client => {
    const found = person(user);
    if (found.kind !== 'client')
      throw new TypeError(`Only clients have a diary: ${user} is a user of the kind ${found.kind}`);
    return found;
  };
  const conversation = (key: string): Conversation => {
    const found = conversationStore.of(world()).find(lastPart(key));
    if (found === undefined)
      throw new Error(`The sandbox has no conversation ${startOf(key, 80)}. \`addConversation\` returns the keys`);
    return found;
  };
  const removeTask = (key: string): void => {
    if (!taskStore.of(world()).remove(lastPart(key)))
      throw new Error(`The sandbox has no pending task ${startOf(key, 80)}. \`assignTask\` returns the keys`);
  };
  const taskText = ({ title = 'Do this', message = 'When you have time.' }: Partial<TaskText>) => ({ title, message });
  return {
    assignTask: (user, text = {}) => taskStore.of(world()).assign([taskOwner(user)], taskText(text)).key,
    assignGroupTask(users, text = {}) {
      const assignees: ChangeSubject[] =
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
    configureDiary(user, schemas) {
      const diaries = diaryStore.of(world());
      const owner = client(user);
      diaries.library.refuseConflicts(schemas);
      diaries.configure(owner, schemas);
    },
    diaryConfiguration: (user) => diaryStore.of(world()).of(client(user)).configuration,
    addPlannedEvent: (user, fields) => planStore.of(world()).add(person(user), fields).key,
    clearPlanning: (user) => planStore.of(world()).clear(person(user)),
    addCatalogueItem(item, schema) {
      const added = { ...blankItem, title: item.id, ...item };
      if ((added.content_type === 'diary') !== (schema !== undefined))
        throw new TypeError(
          `An item of type diary needs a \`schema\`, and other items take none: ${startOf(item.id, 80)}`,
        );
      const catalogue = catalogueStore.of(world());
      const others = catalogue.all().flatMap(({ id }) => (id === item.id ? [] : (catalogue.schemaOf(id) ?? [])));
      if (schema !== undefined) diaryStore.of(world()).library.refuseConflicts([schema], others);
      catalogue.add(added, schema);
    },
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
