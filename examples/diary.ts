// Fills in a diary whose fields are known at run time only, and draws its chart.
import { connect } from 'care-platform';
import { createSandbox } from 'care-platform/sandbox';

const sandbox = createSandbox();
const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });
const client = await care.client({ id: 'EHR-1042' });

// The schemas differ per client and change over time, so they are read each time.
const [schema] = await client.diarySchemas();
if (schema === undefined) throw new Error('Nothing can be added to this diary.');
for (const field of schema.fields) {
  console.log(`${field.title} (${field.type}${field.required === true ? ', required' : ''})`);
  for (const choice of field.choices ?? []) console.log(`  ${choice.name}: ${schema.icon(choice)?.url}`);
}

// A form shows what is wrong before anything is sent.
const form = { ...schema.defaults(), mood: 'wonderful' };
for (const { name, message } of schema.validate(form)) console.log(`${name}: ${message}`);

const dt = new Date('2026-03-01T21:00:00Z');
const photo = new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' });
const entry = await client.addDiaryEntry(schema, { ...form, dt, mood: 'good', photo });
console.log(`Added: ${!entry.existed}`);
await entry.update({ note: 'Walked in the park' });

const entries = await client.diaryEntries().toArray();
for (const chart of schema.chart(entries, { zone: 'Europe/Amsterdam', from: '2026-02-23', to: '2026-03-01' })) {
  if (!chart.known) continue; // a kind of chart that is newer than this package
  console.log(chart.title);
  for (const [index, day] of chart.buckets.entries()) {
    const bars = chart.series.map(({ name, counts }) => `${name} ${'#'.repeat(counts[index] ?? 0)}`);
    console.log(`${day}  ${bars.join('  ')}`);
  }
}
care.close();
