import type { Collection } from '../hypermedia/collection.js';
import type { RequestOptions } from '../hypermedia/session.js';
import { type Label, labelBody } from './label.js';

interface Labels {
  labels(query: object, options: RequestOptions): Collection<Label>;
  createLabel(text: string, options: RequestOptions): Promise<Label>;
}

/** What each application is making sure of now, by its text. */
const ensuring = new WeakMap<Labels, Map<string, Promise<Label>>>();

/** The label with that text, made once however many ask for it at a time. */
export async function ensuredLabel(labels: Labels, text: string, options: RequestOptions): Promise<Label> {
  // A text that cannot be sent is refused before it is looked for.
  labelBody(text);
  const underWay = ensuring.get(labels) ?? new Map<string, Promise<Label>>();
  ensuring.set(labels, underWay);
  const running = underWay.get(text);
  if (running === undefined) {
    const label = foundOrCreated(labels, text, options).finally(() => underWay.delete(text));
    underWay.set(text, label);
    return label;
  }
  // Another call's failure or abort is not this one's.
  const label = await running.catch(() => undefined);
  options.signal?.throwIfAborted();
  return label ?? ensuredLabel(labels, text, options);
}

async function foundOrCreated(labels: Labels, text: string, options: RequestOptions): Promise<Label> {
  const find = async () => (await labels.labels({}, options).toArray()).find((label) => label.data.label === text);
  const present = await find();
  if (present !== undefined) return present;
  const created = await labels.createLabel(text, options);
  return (await find()) ?? created;
}
