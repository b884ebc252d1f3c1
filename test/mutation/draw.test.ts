import { expect, test } from 'vitest';
import { drawStretches, windowLines } from './draw.ts';

const source = 'line\n'.repeat(599);
const linesOf = (share: number, seed = '1', file = 'src/a.ts') =>
  drawStretches(file, source, { seed, share }).reduce((sum, { from, to }) => sum + to - from + 1, 0);

test('a share of 1 takes the file as one stretch', () => {
  expect(drawStretches('src/a.ts', source, { seed: '1', share: 1 })).toEqual([{ from: 1, to: 600 }]);
  expect(drawStretches('src/a.ts', 'one line', { seed: '1', share: 1 })).toEqual([{ from: 1, to: windowLines }]);
});

test('a share takes about that part of the lines, in stretches that do not touch', () => {
  const stretches = drawStretches('src/a.ts', source, { seed: '1', share: 0.3 });
  expect(linesOf(0.3)).toBeGreaterThan(90);
  expect(linesOf(0.3)).toBeLessThan(300);
  for (const [index, { from, to }] of stretches.entries()) {
    expect(to).toBeGreaterThan(from);
    expect(from).toBeGreaterThan((stretches[index - 1]?.to ?? -1) + 1);
  }
});

test('a larger share takes all that a smaller share takes', () => {
  const larger = drawStretches('src/a.ts', source, { seed: '1', share: 0.5 });
  for (const { from, to } of drawStretches('src/a.ts', source, { seed: '1', share: 0.2 })) {
    expect(larger.some((stretch) => stretch.from <= from && to <= stretch.to)).toBe(true);
  }
});

test('the draw depends on the seed and the name of the file, and on nothing else', () => {
  const draw = (seed: string, file: string) => drawStretches(file, source, { seed, share: 0.3 });
  expect(draw('1', 'src/a.ts')).toEqual(draw('1', 'src/a.ts'));
  expect(draw('2', 'src/a.ts')).not.toEqual(draw('1', 'src/a.ts'));
  expect(draw('1', 'src/b.ts')).not.toEqual(draw('1', 'src/a.ts'));
});
