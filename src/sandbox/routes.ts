import { fileRoutes } from './application/file-resource.js';
import { rootRoutes } from './application/root-resource.js';
import type { Route } from './http/route.js';
import { personRoutes } from './users/person-resource.js';

/** Every endpoint of the sandbox. */
export const routes: readonly Route[] = [...rootRoutes, ...fileRoutes, ...personRoutes];
