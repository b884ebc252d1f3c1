import type { Scene } from './rule.js';

/** The first client, its schema of moods, and an entry of it that was just written. */
export async function writtenEntry({ care, clientId }: Pick<Scene, 'care' | 'clientId'>) {
  const client = await care.client({ id: clientId });
  const [schema] = await client.diarySchemas();
  if (schema === undefined) throw new Error('a schema is seeded');
  const values = { mood: 'good', tension: 3, note: 'fine' };
  const dt = new Date('2026-03-01T12:00:00Z');
  return { client, schema, values, dt, entry: await client.addDiaryEntry(schema, { dt, ...values }) };
}
