/** Documents as the platform writes them, about invented people. */
export const baseUrl = 'https://care.example/api/2';
export const namespace = 'https://care.example/ns';

export type Document = Record<string, unknown>;

/** `@links` to paths below the base URL, or to whole URLs. */
export function linksTo(links: Record<string, string>, base = baseUrl): { name: string; url: string }[] {
  return Object.entries(links).map(([name, path]) => ({ name, url: path.startsWith('/') ? `${base}${path}` : path }));
}

export function applicationDocument(links: Record<string, string> = {}, base = baseUrl): Document {
  return {
    '@type': `${namespace}/application`,
    '@url': base,
    '@links': linksTo(
      {
        'catalogue.items': '/catalogue/items',
        changes: '/changes',
        'configuration.labels': '/configuration/labels',
        'configuration.labels.items': '/configuration/labels/items',
        ...links,
      },
      base,
    ),
    name: 'Care example',
    mode: null,
    warning: null,
    web_url: 'https://care.example',
  };
}

/** A client as a GET of one gives it. */
export function clientDocument(id = '1', fields: Document = {}, base = baseUrl): Document {
  return {
    '@type': `${namespace}/client`,
    '@url': `${base}/c/${id}`,
    '@changes': { creation_time: '2024-01-01T08:00:00', modification_time: '2024-07-01T10:00:00' },
    '@links': linksTo(
      {
        activation: `/c/${id}/activation`,
        diary: `/c/${id}/diary`,
        'diary.entries': `/c/${id}/diary/entries`,
        'diary.entries.items': `/c/${id}/diary/entries/items`,
        'planning.ics': `/c/${id}/planning/ics`,
        'planning.items': `/c/${id}/planning/items`,
        conversations: `/c/${id}/conversations`,
        'relations.items': `/c/${id}/relations/items`,
        relations: `/c/${id}/relations`,
        tasks: `/c/${id}/tasks`,
        'tasks.items': `/c/${id}/tasks/items`,
        tools: `/c/${id}/tools`,
      },
      base,
    ),
    first_name: 'Noor',
    infix: 'de',
    last_name: 'Wit',
    active: true,
    external_source: null,
    email: `noor${id}@example.org`,
    labels: null,
    age: 34,
    gender: 'f',
    date_of_birth: '1990-03-31',
    phone_number: '010-1234567',
    id: `EHR-${id}`,
    name: 'Noor de Wit',
    ...fields,
  };
}

/** A client as an item of a list: without links, as some lists give it. */
export function listedClient(id: string, fields: Document = {}): Document {
  const { '@links': _, ...document } = clientDocument(id, fields);
  return document;
}

export function taskDocument(id: string, fields: Document = {}): Document {
  return {
    '@type': `${namespace}/task`,
    '@url': `${baseUrl}/c/1/tasks/${id}`,
    title: `Task ${id}`,
    message: 'Fill in the list.',
    url: `https://care.example/tasks/${id}`,
    ...fields,
  };
}

export function labelDocument(identifier: string, fields: Document = {}): Document {
  return {
    '@type': `${namespace}/configuration/label`,
    '@url': `${baseUrl}/configuration/labels/${identifier}`,
    identifier,
    label: `Label ${identifier}`,
    ...fields,
  };
}

export function relationDocument(id: string): Document {
  return {
    '@type': `${namespace}/relation`,
    '@url': `${baseUrl}/c/1/relations/${id}`,
    professional: { '@type': `${namespace}/user-reference/professional`, url: `${baseUrl}/p/7`, id: 'PRO-7' },
    client: { '@type': `${namespace}/user-reference/client`, url: `${baseUrl}/c/1`, id: 'EHR-1' },
    predicate: 'attends',
  };
}

export function exportJobDocument(fields: Document = {}, links: Record<string, string> = {}, base = baseUrl): Document {
  return {
    '@type': `${namespace}/export/job`,
    '@url': `${base}/export/j1`,
    '@links': linksTo(links, base),
    created: '2024-07-01T10:00:00',
    started: null,
    completed: null,
    description: 'Clients',
    state: 'queued',
    user_id: 'u1',
    error: null,
    filename: null,
    content_type: null,
    content_encoding: null,
    content_length: 0,
    downloaded_on: [],
    options: { name: 'client' },
    ...fields,
  };
}

export function listDocument(items: readonly unknown[], paging?: Document): Document {
  return { '@items': items, '@links': [], ...(paging !== undefined && { '@paging': paging }) };
}

/** The part of a list that a request asks for with `start` and `limit`. */
export function batchOf(
  items: readonly unknown[],
  query: URLSearchParams,
  details: { total?: number | null; cap?: number } = {},
): Document {
  const { total = null, cap = Number.POSITIVE_INFINITY } = details;
  const start = Number(query.get('start') ?? 0);
  const limit = Math.min(Number(query.get('limit') ?? items.length), cap);
  const batch = items.slice(start, start + limit);
  return listDocument(batch, { found: batch.length, start, limit, total });
}
