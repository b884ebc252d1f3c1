import type { Json } from '../../world/json.js';
import type { Settings } from '../../world/settings.js';
import type { Urls } from '../call/urls.js';

const isLinks = (name: string, value: Json | undefined): value is readonly Json[] =>
  name === '@links' && Array.isArray(value);

const linkName = (link: Json) => (typeof link === 'object' && link !== null && 'name' in link ? link.name : undefined);

/** Adds to a finished response what a later release may add, and links that point elsewhere. */
export function decorate(json: Json, settings: Settings, urls: Urls): Json {
  const foreign = settings.foreignLinks;
  if (!settings.futureRelease && Object.keys(foreign).length === 0) return json;
  const walk = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    const result: Record<string, Json | undefined> = {};
    for (const [name, inner] of Object.entries(value)) {
      result[name] = isLinks(name, inner) ? links(inner) : inner === undefined ? undefined : walk(inner);
    }
    const type = result['@type'];
    if (settings.futureRelease && typeof type === 'string' && type.startsWith(settings.typeNs)) {
      result.future_attribute = { since: '2.9' };
    }
    return result;
  };
  const links = (list: readonly Json[]): Json => {
    const kept = list.map((link) => {
      const name = linkName(link);
      const url = typeof name === 'string' ? foreign[name] : undefined;
      return typeof name === 'string' && url !== undefined ? { name, url } : link;
    });
    return settings.futureRelease ? [...kept, { name: 'future.things', url: urls.to('future/things') }] : kept;
  };
  return walk(json);
}
