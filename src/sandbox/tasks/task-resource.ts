import { webUrl } from '../application/root-resource.js';
import type { ChangeSubject } from '../changes/changes.js';
import type { Call } from '../http/call/call.js';
import { page, readBatch } from '../http/call/paging.js';
import { ok } from '../http/response/api-response.js';
import { collection } from '../http/response/collection.js';
import { type Route, route } from '../http/routing/route.js';
import { personOf, professionalOf, therapy } from '../users/access/own-resource.js';
import { showChanges } from '../users/response/show-user.js';
import type { Json } from '../world/json.js';
import { taskStore } from './task-store.js';
import type { Task } from './tasks.js';

/** Professionals see only their own tasks (undocumented). */
function seesTasks(call: Call, user: ChangeSubject): boolean {
  if (user.kind !== 'professional') return therapy(call, user);
  return call.viewer === user || call.viewer.kind === 'apiUser';
}

/** A task has one URL for all readers, below its first assignee. */
function taskUrl(call: Call, { key, assignees: [first] }: Task): string {
  const place = first?.kind === 'professional' ? 'p' : 'c';
  return call.urls.to(`${place}/:userId/tasks/:taskId`, { userId: first?.key ?? '', taskId: key });
}

/** `@url` is for programs, `url` for people. */
function showTask(call: Call, task: Task, linked: boolean): Json {
  return {
    '@url': taskUrl(call, task),
    '@type': call.type('task'),
    '@changes': showChanges(task.created, task.modified),
    title: task.title,
    message: task.message,
    url: webUrl(call, `tasks/${task.key}`),
    ...(linked ? { '@links': [] } : {}),
  };
}

/** The routes of tasks, the same below `/c` and `/p`. */
function tasksBelow(place: 'c/:userId' | 'p/:userId', target: (call: Call) => ChangeSubject | undefined): Route[] {
  return [
    route({
      path: `${place}/tasks`,
      target,
      methods: {
        GET: {
          allow: seesTasks,
          respond: (call, user) =>
            ok({
              '@url': call.urls.to(`${place}/tasks`, { userId: user.key }),
              '@type': call.type('tasks'),
              '@links': [{ name: 'items', url: call.urls.to(`${place}/tasks/items`, { userId: user.key }) }],
            }),
        },
      },
    }),
    route({
      path: `${place}/tasks/items`,
      target,
      methods: {
        GET: {
          allow: seesTasks,
          respond(call, user) {
            // `start` and `limit` are not documented here, but apply if they are sent.
            const { items, paging } = page(call.settings, taskStore.of(call.world).of(user), readBatch(call));
            const linked = call.settings.listItemLinks;
            const shown = items.map((task) => showTask(call, task, linked));
            return collection(shown, { '@paging': paging(null) });
          },
        },
      },
    }),
    // A pending task can be read. A completed one responds with 404.
    route({
      path: `${place}/tasks/:taskId`,
      target(call) {
        const user = target(call);
        return user && taskStore.of(call.world).find(user, call.param('taskId'));
      },
      methods: {
        GET: {
          allow: (call, task) => task.assignees.some((assignee) => seesTasks(call, assignee)),
          respond: (call, task) => ok(showTask(call, task, true)),
        },
      },
    }),
  ];
}

export const taskRoutes: readonly Route[] = [
  ...tasksBelow('c/:userId', personOf),
  ...tasksBelow('p/:userId', professionalOf),
];
