/** What a platform sends, as text: the root, one client, and pages of clients. */
export const namespace = 'https://example.org/types';

export const root = (base: string) =>
  JSON.stringify({
    '@url': base,
    '@type': `${namespace}/application`,
    '@links': [{ name: 'clients.items', url: `${base}/c/items` }],
    name: 'Care Platform',
    mode: null,
    warning: null,
    web_url: 'https://example.org/',
  });

export const client = (base: string, number: number) => ({
  '@url': `${base}/c/items/${number}`,
  '@type': `${namespace}/client`,
  '@changes': { creation_time: '2026-01-02T03:04:05', modification_time: '2026-02-03T04:05:06' },
  '@links': ['activation', 'diary', 'merge', 'planning', 'relations.items', 'tasks.items'].map((name) => ({
    name,
    url: `${base}/c/items/${number}/${name.replace('.', '/')}`,
  })),
  first_name: 'Fenna',
  infix: null,
  last_name: 'Voorbeeld',
  active: true,
  external_source: null,
  email: `client-${number}@example.org`,
  picture: null,
  labels: ['a1', 'b2'],
  age: 40,
  gender: 'f',
  date_of_birth: '1986-01-02',
  phone_number: '+31 6 12345678',
  id: `EHR-${number}`,
  bsn: null,
  name: 'Fenna Voorbeeld',
});

export const page = (base: string, { start, limit, total }: { start: number; limit: number; total: number }) =>
  JSON.stringify({
    '@url': `${base}/c/items`,
    '@type': `${namespace}/clients`,
    '@links': [],
    '@items': Array.from({ length: Math.max(0, Math.min(limit, total - start)) }, (_, i) => client(base, start + i)),
    '@paging': { start, limit, total },
  });
