import { expect, test } from 'vitest';
import { documentedEndpoints } from '../../src/resources/application/documented-endpoints.js';
import { routes } from '../../src/sandbox/routes.js';
import { codeOf, methodMapRows } from '../support/method-map.js';

const words = methodMapRows.flatMap((cells) => cells.flatMap(codeOf));
const paths = new Set(words.filter((word) => word.startsWith('/')).map(generic));

/** Paths of the sandbox that the platform's documentation does not have. */
const undocumented = [
  '/c/*/diary/configuration/*',
  '/c/*/diary/entries/schemas',
  '/c/*/module/*',
  '/c/*/planning/*/*',
  '/c/*/tasks/*',
  '/configuration/apiusers/errorlog/*',
  '/configuration/carelink/errorlog/*',
  '/configuration/clientaccess/accesslog/*',
  '/configuration/hl7/errorlog/*',
  '/export/*/archive',
  '/files/*',
  '/p/*/tasks/*',
];

/** A path without the names of its parameters. */
function generic(path: string): string {
  return path.replace(/<\w+>|:\w+/g, '*');
}

test('the method map has each path that the package knows', () => {
  const known = Object.values(documentedEndpoints).map(({ path }) => `/${path}`);
  expect(known.filter((path) => !paths.has(path.endsWith('/') ? `${path}*` : path))).toEqual([]);
});

test('the method map has each documented path that the sandbox serves, and no other', () => {
  const served = routes.map(({ path }) => generic(`/${path}`)).filter((path) => !undocumented.includes(path));
  expect([...paths].sort()).toEqual([...new Set(served)].sort());
});
