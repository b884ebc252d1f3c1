import { type Client, connect, DiarySchema, type Plain } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import type { Provocations } from '../../support/message-list.js';

const changed = (change: (plain: Plain<Client>) => unknown) => async () => {
  const sandbox = createSandbox({ limits: false });
  const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
  try {
    const client = await care.client({ id: 'EHR-1042' });
    return await care.restore(change(client.toPlain()) as Plain<Client>);
  } finally {
    care.close();
  }
};

export const plainForms: Provocations = {
  'text for a plain form': changed((plain) => JSON.stringify(plain)),
  'a plain form that is not JSON': changed((plain) => ({ ...plain, meta: { '@later': 5n } })),
  'a document for a plain form': changed((plain) => plain.data),
  'a link that is no text': changed((plain) => ({ ...plain, links: { diary: { url: 'x' } } })),
  'data of another type': changed((plain) => ({ ...plain, data: { ...plain.data, active: 'yes' } })),
  'a meta attribute among the data': changed((plain) => ({ ...plain, data: { ...plain.data, '@url': 'c/x' } })),
  'a plain form of another platform': changed((plain) => ({ ...plain, url: 'https://other.example/api/2/c/1' })),
  'a page with a wrong item': changed((plain) => ({ items: [plain, { ...plain, kind: 5 }], total: null })),
  'a plain diary schema without fields': () =>
    DiarySchema.restore({ '@id': 'x', title: 'Mood', '@base': 'https://sandbox.example/' }),
};
