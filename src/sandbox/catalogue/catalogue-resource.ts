import { webUrl } from '../application/root-resource.js';
import type { FieldTable } from '../fields/field-table.js';
import { choicesText, integerText } from '../fields/value-type.js';
import type { Call } from '../http/call/call.js';
import { page } from '../http/call/paging.js';
import type { ApiResponse } from '../http/response/api-response.js';
import { collection } from '../http/response/collection.js';
import { type Route, route } from '../http/routing/route.js';
import { isStaff } from '../users/access/access.js';
import { personOf, therapy } from '../users/access/own-resource.js';
import type { Json } from '../world/json.js';
import { catalogueStore } from './catalogue-store.js';
import { type CatalogueItem, contentTypeFilters } from './item.js';

interface CatalogueQuery {
  limit: number;
  start: number | null;
  content_types: readonly string[] | null;
}

const catalogueQuery: FieldTable<CatalogueQuery> = [
  { name: 'limit', type: integerText(1), required: true },
  { name: 'start', type: integerText(0) },
  { name: 'content_types', type: choicesText(contentTypeFilters) },
];

function showItem(call: Call, item: CatalogueItem): Json {
  const { poster } = item;
  return {
    '@type': call.type('catalogue/item'),
    id: item.id,
    content_type: item.content_type,
    lang: item.lang,
    title: item.title,
    subtitle: item.subtitle,
    description: item.description,
    short_description: item.short_description,
    poster: poster?.startsWith('/') ? webUrl(call, poster.slice(1)) : poster,
    suitable_for_selfhelp: item.suitable_for_selfhelp,
  };
}

function listCatalogue(call: Call, items: readonly CatalogueItem[]): ApiResponse {
  const { limit = null, start = null, content_types } = call.readQuery(catalogueQuery);
  // The filter applies before `start` and `limit`.
  const wanted = items.filter((item) => !content_types || content_types.includes(item.content_type));
  const batch = page(call.settings, wanted, { start, limit });
  return collection(
    batch.items.map((item) => showItem(call, item)),
    { '@paging': batch.paging(null) },
  );
}

export const catalogueRoutes: readonly Route[] = [
  route({
    path: 'catalogue/items',
    target: (call) => catalogueStore.of(call.world),
    methods: {
      GET: {
        allow: (call) => isStaff(call.viewer),
        respond: (call, catalogue) => listCatalogue(call, catalogue.all()),
      },
    },
  }),
  route({
    path: 'c/:userId/catalogue/items',
    target: personOf,
    methods: {
      GET: {
        allow: therapy,
        respond(call, person) {
          const all = catalogueStore.of(call.world).all();
          // The link is named after self-help, but only the client itself is restricted to self-help content.
          return listCatalogue(call, call.viewer === person ? all.filter((item) => item.suitable_for_selfhelp) : all);
        },
      },
    },
  }),
];
