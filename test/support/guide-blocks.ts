import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';

/**
 * The code of a page of documentation. A fence says what its block is: `ts` is part of the page's program, all of which is
 * one module; `ts vitest` is a test file; `ts playwright` is one of Playwright's files; `ts compiled` is not run here;
 * `ts example` repeats a part of a file in `examples/`.
 */
export interface GuideBlock {
  readonly kind: 'program' | 'vitest' | 'playwright' | 'compiled' | 'example';
  /** The name of the file, where the fence has one. */
  readonly file: string | undefined;
  /** Where its code begins, so that a message of the compiler names a line of the page. */
  readonly line: number;
  readonly code: string;
}

const kinds: Readonly<Record<string, GuideBlock['kind']>> = {
  '': 'program',
  vitest: 'vitest',
  playwright: 'playwright',
  compiled: 'compiled',
  example: 'example',
};

export function blocksOf(page: string): GuideBlock[] {
  const text = readFileSync(page, 'utf8');
  const fences = text.matchAll(/^```([^\n`]*)\n([\s\S]*?)^```$/gm);
  return [...fences].flatMap(([whole, words = '', code = ''], index) => {
    const [language, kind = '', file] = words.trim().split(' ');
    if (language !== 'ts') {
      if (/^(typescript|tsx|js|javascript|jsx|mjs)$/.test(language ?? ''))
        throw new Error(`${page}: use \`ts\`: ${whole}`);
      return [];
    }
    const known = kinds[kind];
    if (known === undefined) throw new Error(`${page}, block ${index + 1}: no such kind of block: ${kind}`);
    return [{ kind: known, file, line: text.slice(0, text.indexOf(whole)).split('\n').length + 1, code }];
  });
}

/** Where the code of all pages is written to, beside a configuration for the compiler. */
export class GuideFolder {
  readonly folder: string;

  constructor(name: string) {
    this.folder = resolve('reports', name);
    rmSync(this.folder, { recursive: true, force: true });
    mkdirSync(this.folder, { recursive: true });
    const configuration = { extends: '../../tsconfig.json', include: ['*.ts'] };
    writeFileSync(join(this.folder, 'tsconfig.json'), JSON.stringify(configuration));
  }

  /** Writes blocks as one module, each on the lines that it has on its page. */
  write(page: string, blocks: readonly GuideBlock[], ending = ''): string {
    const [first] = blocks;
    const own = first === undefined || first.kind === 'program' ? '' : `-${first.line}`;
    const name = first?.file ?? `${basename(page, '.md')}${own}${ending}.ts`;
    const lines: string[] = [];
    for (const { line, code } of blocks) {
      while (lines.length < line - 1) lines.push('');
      lines.push(...code.trimEnd().split('\n'));
    }
    const path = join(this.folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`);
    return path;
  }
}
