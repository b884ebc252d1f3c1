import type { Call } from '../http/call/call.js';
import { ok } from '../http/response/api-response.js';
import { type Route, route } from '../http/routing/route.js';
import { showChanges } from '../users/response/show-user.js';

// The five documented names. Other links of the root have no documented name; the setting `rootLinks` can add them.
const documentedLinks: readonly (readonly [name: string, path: string])[] = [
  ['authenticate', 'authenticate'],
  ['catalogue.items', 'catalogue/items'],
  ['changes', 'changes'],
  ['configuration.labels', 'configuration/labels'],
  ['configuration.labels.items', 'configuration/labels/items'],
];

/** A URL of the web application. By default it is the base URL without `/api/2`. */
export function webUrl(call: Call, path = ''): string {
  const root = call.settings.webUrl ?? call.urls.base.replace(/\/api\/2$/, '');
  return path === '' ? root : `${root}/${path}`;
}

export const rootRoutes: readonly Route[] = [
  route({
    path: '',
    open: true,
    target: (call) => call.world,
    methods: {
      GET: {
        respond(call, world) {
          const { settings } = call;
          const links = [...documentedLinks, ...Object.entries(settings.rootLinks)];
          return ok({
            '@url': call.urls.to(''),
            '@type': call.type('application'),
            '@changes': showChanges(world.started, world.started),
            '@links': links.map(([name, path]) => ({ name, url: call.urls.to(path) })),
            mode: settings.mode,
            name: settings.name,
            warning: settings.warning,
            web_url: webUrl(call),
          });
        },
      },
    },
  }),
];
