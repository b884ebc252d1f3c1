import { globSync } from 'node:fs';
import { reloadingTests } from '../support/reloading-tests.ts';

/** A part of the package, and the tests that can notice a change in it. */
export interface Area {
  readonly name: string;
  /** Folders below the root of the repository. Each has a goal of its own. */
  readonly folders: readonly string[];
  /** Globs of test files. Stryker notes which of their tests reach a mutant, and runs only those. */
  readonly tests: readonly string[];
  /** Slow tests that run all the same, because nothing else reaches the code. */
  readonly slowTests?: readonly string[];
}

/** Percentage of the mutants of a folder that the tests must kill. */
export function goalOf(folder: string): number {
  return folder === 'src/transport' || folder === 'src/hypermedia' ? 90 : 85;
}

const acrossThePackage = [
  'test/plain/**/*.test.ts',
  'test/{connect*,echoed-values,error-kinds,foreign-texts,known-tokens,other-users,own-user}.test.ts',
  'test/{realms,secrets*,transient-errors,user-tokens}.test.ts',
];

/** The others reach most of the protocol, say little about it, and take long: each survivor would cost their time. */
const resourcesAboutTheProtocol =
  'calendar-text|cloned-inputs|export-jobs|extras|inputs-by-shape|large-numbers|list-options|listed-users|lookalikes|' +
  'messages|no-refresh|options|shared-schemas|status-408-and-425|unreadable-responses|user-references|wrong-bodies';

export const areas: readonly Area[] = [
  {
    name: 'protocol',
    folders: ['src/hypermedia', 'src/transport', 'src/values', 'src/async'],
    tests: [
      'test/{hypermedia,transport,values}/**/*.test.ts',
      'test/properties/!(responses).test.ts',
      `test/resources/@(${resourcesAboutTheProtocol}).test.ts`,
      ...acrossThePackage,
    ],
  },
  {
    name: 'resources',
    folders: ['src/resources'],
    tests: [
      'test/{resources,conformance,hypermedia,node}/**/*.test.ts',
      // These reach no resource, and take seconds each.
      'test/calendar/!(hostile-calendars).test.ts',
      'test/{problem-codes,proxied-inputs,request-counts}.test.ts',
      ...acrossThePackage,
    ],
  },
  {
    name: 'files',
    folders: ['src/calendar', 'src/node', 'src/rows'],
    tests: [
      'test/{calendar,node,rows}/**/*.test.ts',
      'test/resources/{calendar,csv,diary,export,json,resumed,row}*.test.ts',
    ],
  },
  {
    name: 'redis',
    folders: ['src/redis'],
    tests: ['test/redis/**/*.test.ts'],
    slowTests: ['test/services/redis*.test.ts'],
  },
  {
    name: 'opentelemetry',
    folders: ['src/opentelemetry'],
    tests: ['test/opentelemetry/**/*.test.ts'],
  },
  {
    // Those of `src/cli` run it in processes of its own, where Stryker does not see what they reach.
    name: 'conformance',
    folders: ['src/conformance'],
    tests: ['test/conformance/**/*.test.ts', 'test/reading-rules.test.ts'],
  },
  {
    name: 'sandbox',
    folders: ['src/sandbox'],
    tests: ['test/{sandbox,conformance}/**/*.test.ts'],
    slowTests: ['test/sandbox/{remote-*,server,downloads}.slow.test.ts'],
  },
];

/** Tests that depend on sockets, processes or how busy the machine is: each survivor would cost their time. */
const slowTests = ['test/**/*.slow.test.ts'];

/** The test files of an area, below `root`. */
export function testFilesOf({ tests, slowTests: own = [] }: Area, root: string): string[] {
  const quick = globSync([...tests], { cwd: root, exclude: [...slowTests, ...reloadingTests] });
  return [...new Set([...quick, ...globSync([...own], { cwd: root })])].sort();
}

/** The name of the environment variable with the name of the area that is measured. */
export const areaVariable = 'MUTATION_AREA';

/** The same for the seconds of processor time that the tests of a mutant may take. */
export const secondsVariable = 'MUTATION_SECONDS';

/** The area that is measured; one without tests if none is, as for tools that only read the configuration. */
export function measuredArea(): Area {
  return areas.find(({ name }) => name === process.env[areaVariable]) ?? { name: 'none', folders: [], tests: [] };
}
