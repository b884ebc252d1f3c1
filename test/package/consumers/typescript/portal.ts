// A program for the browser: no types of Node, and no newer library than its target brings.
import { type ClientData, connect } from 'care-platform';
import { parseCalendar, type Todo } from 'care-platform/calendar';

export async function agenda(token: string): Promise<[ClientData, readonly Todo[]]> {
  const care = await connect({ baseUrl: '/api/2', token, tokenKind: 'user' });
  const client = await care.client({ id: 'EHR-1042' });
  return [client.data, parseCalendar(await client.calendar()).todos];
}
