import { type Application, type Client, inlineFile, isCareError } from 'care-platform';
import { parseCalendar } from 'care-platform/calendar';

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';
const year = 365 * 86_400_000;
const day = (away: number) => new Date(Date.now() + away).toISOString().slice(0, 10);

/** What a client does in a portal. Gives how much there was of each. */
export async function clientsDay(care: Application) {
  const client: Client = await care.client({ id: 'EHR-1042' });
  const tasks = await client.tasks().toArray();
  const conversations = await client.conversations({ limit: 10 }).toArray();
  const events = await client.plannedEvents({ after: day(-year), before: day(year) }).toArray();
  const days = parseCalendar(await client.calendar()).occurrences({
    from: new Date(day(-year)),
    to: new Date(day(year)),
  });

  const [schema] = await client.diarySchemas();
  if (schema === undefined) throw new Error('There is no diary.');
  const shape = schema.zodSchema().safeParse({ mood: 'unknown' });
  const problems = schema.validate({ mood: 'unknown' });
  const json = schema.jsonSchema();
  const entry = await client.addDiaryEntry(schema, {
    ...schema.defaults(),
    dt: new Date(),
    mood: 'good',
    photo: new File([await (await fetchedPixel()).arrayBuffer()], 'photo.png'),
  });
  const entries = await client.diaryEntries().toArray();
  const charts = schema.chart(entries, { zone: 'Europe/Amsterdam' });

  await client.update({ picture: await inlineFile(pixel, 'me.png') });
  const { picture } = (await client.refresh()).data;
  const bytes = picture ? await (await care.file(picture)).bytes() : new Uint8Array();
  const refusal: unknown = await client.update({ email: 'no address' }).catch((error: unknown) => error);
  console.error(refusal, client, entry);
  return {
    name: client.data.name,
    tasks: tasks.length,
    conversations: conversations.length,
    events: events.length,
    days: [...days].length,
    charts: charts.length,
    parsed: shape.success,
    problems: problems.length,
    properties: Object.keys(json).length,
    entries: entries.length,
    picture: bytes.length,
    refusal: isCareError(refusal) ? JSON.stringify(refusal) : undefined,
  };
}

/** Not by `fetch`: the policy lets a page ask nobody but the platform. */
async function fetchedPixel(): Promise<Blob> {
  const { data } = await inlineFile(pixel);
  return new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type: 'image/png' });
}
