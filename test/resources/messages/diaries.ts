import { type Client, connect, type DiarySchema } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';
import type { Provocations } from '../../support/message-list.js';

/** As a program in JavaScript calls it. */
const any = (value: unknown) => value as never;

/** A call about the first schema of a client's diary. */
const inDiary = (call: (schema: DiarySchema, client: Client) => unknown) => async () => {
  const { baseUrl, tokens, fetch } = createSandbox({ limits: false });
  const care = await connect({ baseUrl, token: tokens.apiUser, fetch });
  try {
    const client = await care.client({ id: 'EHR-1042' });
    const [schema] = await client.diarySchemas();
    if (schema === undefined) throw new Error('The sandbox has no schema.');
    return await call(schema, client);
  } finally {
    care.close();
  }
};
const validated = (values: object, options?: { changes: boolean }) =>
  inDiary((schema) => schema.validate(any(values), options).map(({ name, message }) => `${name}: ${message}`));
const photo = { '@type': 'link', url: 'https://care.example/f', size: 1, content_type: 'image/png' };

/** What `validate` finds, and what is refused. */
export const diaries: Provocations = {
  'an unknown choice, a missing number, a number for a text': validated({ mood: 'Good', note: 7 }),
  'a number out of range': validated({ mood: 'good', tension: 11 }),
  'a text for a time, and a misspelt field': validated({
    mood: 'good',
    tension: 5,
    moood: 1,
    dt: '2026-03-02T09:00:00',
  }),
  'a file reference for a file': validated({ mood: 'good', tension: 5, photo }),
  'a change of the time': validated({ dt: new Date(0) }, { changes: true }),
  'an entry without a time': inDiary((schema, client) =>
    client.addDiaryEntry(schema, any({ mood: 'good', tension: 5 })),
  ),
  'an entry with an invalid time': inDiary((schema, client) =>
    client.addDiaryEntry(schema, { dt: new Date(Number.NaN), mood: 'good', tension: 5 }),
  ),
  'an entry that is no object': inDiary((schema, client) => client.addDiaryEntry(schema, any('good'))),
  'a chart in an unknown time zone': inDiary((schema) => schema.chart([], { zone: 'Mars/Olympus' })),
  'a chart from a day that does not exist': inDiary((schema) =>
    schema.chart([], any({ zone: 'UTC', from: '2026-02-30', to: '2026-03-01' })),
  ),
};
