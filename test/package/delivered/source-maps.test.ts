import { globSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { delivered, run } from './consumer.js';

const programs = globSync('dist/**/*.{js,cjs}', { cwd: delivered });
const read = (file: string) => readFileSync(join(delivered, file), 'utf8');

test.each(programs)('the map of %s leads to lines that are in it', (program) => {
  const code = read(program);
  const url = /^\/\/# sourceMappingURL=(.+)$/m.exec(code)?.[1] ?? 'none';
  const map = JSON.parse(read(join(dirname(program), url)));
  // A file that only names what others hold has nothing to map.
  if (map.mappings === '') return;
  expect(map.sourcesContent).toHaveLength(map.sources.length);
  const lines = new Map<string, string[]>();
  map.sources.forEach((source: string, index: number) => {
    // Nothing of the machine it was built on.
    expect(source).toMatch(/^(?:\.\.\/)+(?:src|node_modules)\//);
    lines.set(source, map.sourcesContent[index].split('\n'));
  });

  const decoded = new SourceMap(map);
  let found = 0;
  code.split('\n').forEach((line, number) => {
    for (const { index } of line.matchAll(/\w+/g)) {
      const entry = decoded.findEntry(number, index);
      if (!('originalSource' in entry)) continue;
      found++;
      const original = lines.get(entry.originalSource)?.[entry.originalLine];
      if (original === undefined || entry.originalColumn > original.length) {
        expect.fail(`${program}:${number + 1} leads to ${entry.originalSource}:${entry.originalLine + 1}.`);
      }
    }
  });
  expect(found).toBeGreaterThan(0);
});

test.each(['module', 'commonjs'])('a stack leads to the line of the source that threw (%s)', async (kind) => {
  const load =
    kind === 'module' ? "import { connect } from 'care-platform';" : "const { connect } = require('care-platform');";
  const program =
    "connect({ baseUrl: 'https://app.example/api/2', token: '' }).catch((error) => console.log(error.stack));";
  const stack = await run('--enable-source-maps', `--input-type=${kind}`, '--eval', `${load} ${program}`);
  const [, file = '', line = ''] = /\/(src\/[\w/-]+\.ts):(\d+)/.exec(stack) ?? [];
  const lines = readFileSync(resolve(file), 'utf8').split('\n');
  expect(lines[Number(line) - 1]).toMatch(/\bnew (?:InputError|this)\(/);
});
