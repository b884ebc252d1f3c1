import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuiltPackage, buildPackage } from '../services/built-package.js';

let built: BuiltPackage;
beforeAll(() => {
  built = buildPackage();
}, 60_000);
afterAll(() => built.remove());

/** Reads what is as documented, and what is not, and prints the data and the problems. */
const program = `
  let compiled = 0;
  globalThis.Function = new Proxy(Function, {
    construct(...call) {
      compiled++;
      return Reflect.construct(...call);
    },
  });
  const { connect } = await import('./index.node.js');
  const { createSandbox } = await import('./sandbox/index.js');
  const sandbox = createSandbox({ limits: false });
  let odd = {};
  const fetch = async (...call) => {
    const response = await sandbox.fetch(...call);
    return Response.json({ ...(await response.json()), ...odd }, { status: response.status });
  };
  const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch });
  const found = [(await care.clients().toArray()).map(({ data }) => data)];
  for (odd of [{ id: 7 }, { name: null, email: [] }, { labels: [1], later: {} }, { infix: undefined, first_name: undefined }, { later: 1 }]) {
    found.push(await care.client({ id: 'EHR-1042' }).then(({ data }) => data, ({ name, problems }) => ({ name, problems })));
  }
  console.log(JSON.stringify({ found, compiles: compiled > 1 }));
`;

const run = (...flags: string[]): { found: unknown; compiles: boolean } => {
  const args = [...flags, '--input-type=module', '--eval', program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: built.folder, encoding: 'utf8' }));
};

test('resources and problems are the same if Node may not compile code', () => {
  const { found, compiles } = run();
  expect(compiles).toBe(true);
  expect(found).toMatchObject([
    expect.arrayContaining([expect.objectContaining({ id: 'EHR-1042' })]),
    { name: 'ResponseValidationError', problems: [{ name: 'id' }] },
    { name: 'ResponseValidationError', problems: [{ name: 'email' }, { name: 'name' }] },
    { name: 'ResponseValidationError', problems: [{ name: 'labels.0' }] },
    { name: 'ResponseValidationError', problems: [{ name: 'first_name' }] },
    { later: 1 },
  ]);
  expect(run('--disallow-code-generation-from-strings')).toEqual({ found, compiles: false });
});
