import type { Application, Collection, ConnectOptions, Resource } from 'care-platform';
import { baseUrl, type Document, listDocument } from '../support/documents.js';
import { OpenThrottle } from '../support/open-throttle.js';
import { connected } from '../support/scripted-fetch.js';

/** Several connections of one test are to one platform. */
export const throttle = new OpenThrottle();

/** A connection whose requests fail, so that what works with it sends none. */
export function offline(options: Partial<ConnectOptions> = {}): Promise<Application> {
  return connected(() => new Response('{}', { status: 500 }), { throttle, ...options });
}

/** The resource of a document that was read by its URL. */
export async function opened<Kind = Resource>(
  document: Document,
  options: Partial<ConnectOptions> = {},
): Promise<Kind> {
  const care = await connected(() => document, { throttle, ...options });
  return (await care.open('x/1')) as Kind;
}

/** The resources of documents that a list contained. */
export async function listed<Kind = Resource>(items: readonly unknown[], more: Document = {}): Promise<Kind[]> {
  const care = await connected(() => ({ ...listDocument(items), ...more }), { throttle });
  return ((await care.open('x/items')) as Collection<Kind>).toArray();
}

/** What a restored resource has in common with the one that was read. */
export function contentOf(resource: Resource<unknown>) {
  const { data, url, type, createdAt, modifiedAt, links } = resource;
  const urls = links.names().map((name) => [name, new URL(links.get(name).url, `${baseUrl}/x/1`).href]);
  return { class: resource.constructor, data, url, type, createdAt, modifiedAt, urls };
}
