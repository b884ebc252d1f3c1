import type { Budget } from './budget.js';
import { CalendarError } from './calendar-error.js';
import type { Component } from './components.js';
import { unescapeText } from './property.js';
import { windowsZone } from './windows-zones.js';
import { runtimeZone, utc, type Zone } from './zone.js';
import { zoneFromDefinition } from './zone-definition.js';

/** The zones of one calendar, by the names in its text. */
export class Zones {
  readonly #definitions = new Map<string, Component>();
  readonly #found = new Map<string, Zone | null>();

  constructor(definitions: readonly Component[]) {
    for (const definition of definitions) {
      const name = textIn(definition, 'tzid');
      if (name !== null) this.#definitions.set(name, definition);
    }
  }

  /** Throws a `CalendarError` for an unknown zone. */
  get(name: string, budget: Budget): Zone {
    const known = this.#found.get(name);
    // An unknown zone is remembered too: its definition may be long.
    const zone = known === undefined ? this.#find(name, budget) : known;
    this.#found.set(name, zone);
    if (zone === null) throw new CalendarError(`Unknown time zone '${printableZone(name)}'.`, 'TZID');
    return zone;
  }

  #find(name: string, budget: Budget): Zone | null {
    if (name === 'UTC') return utc;
    const definition = this.#definitions.get(name);
    const location = definition && textIn(definition, 'x-lic-location');
    return (
      // The runtime knows the zones of places for all years. The file itself defines a name such as `EST`.
      (name.includes('/') || definition === undefined ? runtimeZone(name) : null) ??
      (location ? runtimeZone(location) : null) ??
      zoneAtEnd(name) ??
      (definition ? zoneFromDefinition(definition, budget) : null) ??
      runtimeZone(windowsZone(name) ?? name)
    );
  }
}

/** `/vendor/Europe/Amsterdam`: the vendor may have several parts, and so may the zone. */
function zoneAtEnd(name: string): Zone | null {
  if (!name.includes('/')) return null;
  const parts = name.split('/').slice(-3);
  if (/^utc$/i.test(parts.at(-1) ?? '')) return utc;
  return (parts.length > 2 ? runtimeZone(parts.join('/')) : null) ?? runtimeZone(parts.slice(-2).join('/'));
}

function textIn({ properties }: Component, name: string): string | null {
  const value = properties.find((property) => property.name === name)?.value;
  return value === undefined ? null : unescapeText(value).trim();
}

/** Keeps printable characters, at most 60. */
const printableZone = (name: string): string => name.slice(0, 60).replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?');
