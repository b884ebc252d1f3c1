import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = '.github/workflows';
const files = readdirSync(folder);
const read = (file: string): Workflow => parse(readFileSync(`${folder}/${file}`, 'utf8'));
const stepsOf = ({ jobs }: Workflow): Step[] => Object.values(jobs).flatMap(({ steps }) => steps);

test.each(files)('the actions of %s are pinned by their commits, with their versions beside them', (file) => {
  const used = stepsOf(read(file)).flatMap(({ uses }) => uses ?? []);
  expect(used).not.toEqual([]);
  const pinned = /^[a-z0-9-]+\/[a-z0-9-]+@[0-9a-f]{40}$/;
  expect(used.filter((action) => !pinned.test(action))).toEqual([]);
  const lines = readFileSync(`${folder}/${file}`, 'utf8').split('\n');
  const uses = lines.filter((line) => line.includes('uses:'));
  expect(uses.filter((line) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

test.each(files)('no checkout of %s leaves a token behind', (file) => {
  const checkouts = stepsOf(read(file)).filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts).not.toEqual([]);
  expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([]);
});

test.each(files)('%s may only read unless one of its jobs says more', (file) => {
  expect(read(file).permissions).toEqual({ contents: 'read' });
});

test('only the jobs that publish have an identity token, and they run no code of the repository', () => {
  const proving = files.flatMap((file) =>
    Object.entries(read(file).jobs)
      .filter(([, { permissions }]) => Object.values(permissions ?? {}).includes('write'))
      .map(([name, job]) => ({ name: `${file}: ${name}`, job })),
  );
  const permissions = Object.fromEntries(proving.map(({ name, job }) => [name, [job.environment, job.permissions]]));
  expect(permissions).toEqual({
    'pages.yml: publish': ['github-pages', { pages: 'write', 'id-token': 'write' }],
    'release.yml: publish': ['npm', { 'id-token': 'write' }],
  });
  for (const { job } of proving) {
    const actions = job.steps.flatMap(({ uses }) => uses?.split('@')[0] ?? []);
    expect(actions.filter((action) => action === 'actions/checkout')).toEqual([]);
    const commands = job.steps.flatMap(({ run }) => run ?? []);
    expect(commands.filter((command) => /npm (ci|install|run|exec)|npx|\.ci\/|node /.test(command))).toEqual([]);
  }
});

test('the site is built from a commit by one job and published by another', () => {
  const { build, publish } = read('pages.yml').jobs;
  expect(publish?.needs).toBe('build');
  expect(build?.steps.flatMap(({ run }) => run ?? [])).toEqual(['npm ci', 'npm run docs']);
  const uploaded = build?.steps.find(({ uses }) => uses?.startsWith('actions/upload-pages-artifact@'));
  expect(`../${uploaded?.with?.path}`).toBe(JSON.parse(readFileSync('docs/typedoc.json', 'utf8')).out);
});

test('the release publishes the tarball that the tested job packed', () => {
  const { pack, publish } = read('release.yml').jobs;
  expect(publish?.needs).toBe('pack');
  const names = (job: Job | undefined, action: string) =>
    job?.steps.filter(({ uses }) => uses?.startsWith(`actions/${action}@`)).map((step) => step.with?.name);
  expect(names(pack, 'upload-artifact')).toEqual(['tarball']);
  expect(names(publish, 'download-artifact')).toEqual(['tarball']);
  const commands = (job: Job | undefined) => job?.steps.flatMap(({ run }) => run ?? []) ?? [];
  const packed = commands(pack).findIndex((command) => command.includes('npm pack'));
  expect(commands(pack).slice(0, packed)).toContain('.ci/run');
  expect(commands(publish)).toContainEqual(expect.stringMatching(/^npm publish ".*" --ignore-scripts --provenance/));
});
