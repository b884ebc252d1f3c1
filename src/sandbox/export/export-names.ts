import { ownMember } from '../world/json.js';
import type { World } from '../world/world.js';
import { type Column, clientFilters, clientProperties, combinableColumns, exportParameters } from './data-set.js';

/** The names that a user may request. `properties` is also the default. */
export interface Offer {
  readonly properties: readonly string[];
  readonly filters: readonly string[];
  readonly parameters: readonly string[];
  readonly combines: ReadonlyMap<string, readonly string[]>;
}

/** The names of the settings, or else those that have data. `personal` is whether the user may see personal data. */
export function offerOf(personal: boolean, world: World): Offer {
  const { exportNames } = world.settings;
  const open = (columns: readonly Column[], wanted: readonly string[] = columns.map(({ name }) => name)) =>
    wanted.filter((name) => {
      const column = columns.find((candidate) => candidate.name === name);
      return column === undefined || ((personal || !column.personal) && column.enabled?.(world.settings) !== false);
    });
  return {
    properties: open(clientProperties, exportNames.properties),
    filters: exportNames.filters ?? Object.keys(clientFilters),
    parameters: exportNames.parameters ?? Object.keys(exportParameters),
    combines: new Map(
      Object.keys(exportNames.combines ?? combinableColumns).map((name) => [
        name,
        open(ownMember(combinableColumns, name) ?? [], exportNames.combines?.[name]),
      ]),
    ),
  };
}
