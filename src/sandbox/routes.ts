import { fileRoutes } from './application/file-resource.js';
import { rootRoutes } from './application/root-resource.js';
import { catalogueRoutes } from './catalogue/catalogue-resource.js';
import { changeRoutes } from './changes/change-resource.js';
import { conversationRoutes } from './conversations/conversation-resource.js';
import { diaryRoutes } from './diary/diary-resource.js';
import { exportRoutes } from './export/export-resource.js';
import type { Route } from './http/routing/route.js';
import { labelRoutes } from './labels/labels-resource.js';
import { logRoutes } from './logs/log-resource.js';
import { planningRoutes } from './planning/planning-resource.js';
import { relationRoutes } from './relations/relations-resource.js';
import { stores } from './stores.js';
import { taskRoutes } from './tasks/task-resource.js';
import { toolRoutes } from './tools/tool-resource.js';
import { groupsRoutes } from './users/groups/groups-resource.js';
import { activationRoutes } from './users/people/activation-resource.js';
import { clientsRoutes } from './users/people/clients-resource.js';
import { mergeRoutes } from './users/people/merge-resource.js';
import { personRoutes } from './users/people/person-resource.js';
import { professionalRoutes } from './users/people/professionals-resource.js';

/** Every endpoint of the sandbox. */
export const routes: readonly Route[] = [
  ...rootRoutes,
  ...fileRoutes,
  ...personRoutes,
  ...clientsRoutes,
  ...activationRoutes,
  ...mergeRoutes(stores),
  ...professionalRoutes,
  ...groupsRoutes,
  ...labelRoutes,
  ...relationRoutes,
  ...diaryRoutes,
  ...catalogueRoutes,
  ...toolRoutes,
  ...planningRoutes,
  ...taskRoutes,
  ...conversationRoutes,
  ...changeRoutes,
  ...exportRoutes,
  ...logRoutes,
];

// The documentation does not show what is behind these links.
const linksWithoutRoute = ['account', 'authenticate', 'favorites', 'logout'];

/** The path segments that the option `paths` can replace. */
export const pathSegments: readonly string[] = [
  ...new Set([...routes.flatMap(({ path }) => path.split('/')), ...linksWithoutRoute]),
].filter((segment) => /^\w/.test(segment));
