import type { ValueSchema } from '../control/check-value.js';
import { isJsonObject, ownMember } from '../world/json.js';
import { parseInstant } from '../world/time-text.js';

/** The date of a text that is an instant in UTC. Other values stay as they are, for a check to refuse. */
export function withDate(value: unknown): unknown {
  const isInUtc = typeof value === 'string' && value.endsWith('Z');
  return (isInUtc ? parseInstant(value) : undefined) ?? value;
}

/** Turns texts into dates if the schema has an instant there. The hooks take dates, which JSON lacks. */
export function withInstants(value: unknown, schema: ValueSchema = {}): unknown {
  const { format, items, properties = {}, anyOf = [] } = schema as SchemaParts;
  if (format === 'date-time') return withDate(value);
  if (anyOf.length > 0) return anyOf.reduce((changed: unknown, choice) => withInstants(changed, choice), value);
  if (Array.isArray(value)) return value.map((item) => withInstants(item, items));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    withInstants(member, ownMember(properties, name)),
  ]);
  return Object.fromEntries(members);
}

/** The parts of a schema in which an instant can be. */
interface SchemaParts {
  readonly format?: string;
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly anyOf?: readonly ValueSchema[];
}
