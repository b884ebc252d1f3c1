// npm run bench:speed: processor time, memory and import time beside packages that others use, all in one run, as ratios.
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const names = ['fetch', 'ky', 'care-platform', 'octokit', 'openai', '@notionhq/client', 'ketting', 'fhir-kit-client'];
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

if (!existsSync(here('peers/node_modules/openai'))) {
  console.error('The packages to compare with are not installed: npm ci --prefix test/bench/peers');
  process.exit(1);
}

/** What a program of its own says in its last line. */
async function said<Said>(args: readonly string[], cwd?: string): Promise<Said> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], cwd });
  let output = '';
  for await (const text of child.stdout.setEncoding('utf8')) output += text;
  return JSON.parse(output.trim().split('\n').at(-1) ?? '');
}

/** Milliseconds until a package is imported, in a fresh process that finds it as a program beside it would. */
const imported = (name: string) => {
  const program = `const started = performance.now(); await import(${JSON.stringify(name)});
    console.log(JSON.stringify({ milliseconds: performance.now() - started }));`;
  const folder = here(name === 'care-platform' ? '.' : 'peers');
  return said<Measured>(['--input-type=module', '--eval', program], folder);
};

interface Measured {
  readonly milliseconds: number;
}

/** The least of several rounds for each, in turn, so that a slow moment of the machine hits all. */
async function least(rounds: number, of: (name: string) => Promise<Measured>, some = names) {
  const found = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const name of some) {
      const { milliseconds } = await of(name);
      found.set(name, Math.min(found.get(name) ?? Number.POSITIVE_INFINITY, milliseconds));
    }
  }
  return (name: string) => found.get(name) ?? Number.NaN;
}

/**
 * Processor time of the GETs of each package, one round after the other, so that a slow moment of the machine hits all. Each
 * package has several processes, since some compile and place their code luckier than others.
 */
async function roundsOfGets(base: string): Promise<Map<string, number[]>> {
  // The first rounds of each process are for its compiler. Each round has some garbage collections, since there is one for
  // about 500 GETs: in shorter rounds, the median would depend on whether half of them have one.
  const [gets, warmUps, rounds, processes] = [1000, 3, 10, 3];
  // On a fast machine a round takes less. Then `throttle` of `get.ts` would make its calls wait.
  const leastTime = 1200;
  const all = Array.from({ length: processes }, () => names).flat();
  const children = all.map((name) => ({ name, child: fork(here('speed/get.ts'), [name, base]) }));
  const found = new Map(names.map((name): [string, number[]] => [name, []]));
  for (let round = -warmUps; round < rounds; round++) {
    const rested = wait(leastTime);
    const spent = new Map<string, number>();
    for (const { name, child } of children) {
      child.send(gets);
      const [milliseconds] = await once(child, 'message');
      spent.set(name, (spent.get(name) ?? 0) + milliseconds);
    }
    if (round >= 0) for (const [name, milliseconds] of spent) found.get(name)?.push(milliseconds);
    await rested;
  }
  for (const { child } of children) child.disconnect();
  return found;
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[values.length >> 1] ?? Number.NaN;
}

let held = true;
const goal = (met: boolean, text: string) => {
  held &&= met;
  return `${text}: ${met ? 'held' : 'NOT held'}`;
};

const platform = spawn(process.execPath, [here('speed/platform.ts')], { stdio: ['ignore', 'pipe', 'inherit'] });
const base = await new Promise<string>((resolve) => {
  platform.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()));
});

try {
  const gets = await roundsOfGets(base);
  const get = (name: string) => {
    const ofKy = gets.get('ky') ?? [];
    return median((gets.get(name) ?? []).map((milliseconds, round) => milliseconds / (ofKy[round] ?? 0)));
  };
  const importing = await least(15, imported, names.slice(1));

  console.log('| package | processor time of a GET, of ky | import, of ky |');
  console.log('| --- | --- | --- |');
  for (const name of names) {
    const time = name === 'fetch' ? '' : (importing(name) / importing('ky')).toFixed(1);
    console.log(`| ${name} | ${get(name).toFixed(2)} | ${time} |`);
  }

  const ofKy = (measured: (name: string) => number) => measured('care-platform') / measured('ky');
  console.log(
    goal(
      get('care-platform') <= 1.5,
      `A typed, validated GET, its throttle at work, takes at most 1.5 times ky (${get('care-platform').toFixed(2)})`,
    ),
  );
  console.log(goal(ofKy(importing) <= 2.7, `Importing takes at most 2.7 times ky (${ofKy(importing).toFixed(2)})`));

  const { parse, body, resources } = await said<Record<'parse' | 'body' | 'resources', number>>([
    here('speed/decode.ts'),
  ]);
  const decoding = (resources - body) / parse;
  console.log(
    goal(
      decoding <= 3,
      `1,000 clients from text to resources take at most 3 times JSON.parse (${decoding.toFixed(2)})`,
    ),
  );

  const pages = (name: string) =>
    said<Measured & { items: number; growth: number }>([here('speed/pages.ts'), name, base]);
  const bare = await pages('fetch');
  const { items, growth, milliseconds } = await pages('care-platform');
  const ratio = (milliseconds / bare.milliseconds).toFixed(2);
  console.log(
    goal(
      items === 100_000 && growth <= 20,
      `100,000 clients in pages of 1,000 leave at most 20 MB more on the heap (${growth.toFixed(1)}; ${ratio} times the processor time of fetch, which has ${bare.growth.toFixed(1)})`,
    ),
  );
} finally {
  platform.kill();
}
process.exitCode = held ? 0 : 1;
