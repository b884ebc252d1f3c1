import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { consumers, delivered, run } from './consumer.js';

const entries = ['index', 'calendar/index', 'node/index', 'opentelemetry/index', 'redis/index', 'sandbox/index'];
const files = entries.map((entry) => join(delivered, 'dist', `${entry}.d.ts`));
const program = ts.createProgram(files, {
  module: ts.ModuleKind.NodeNext,
  strict: true,
  target: ts.ScriptTarget.ES2022,
  types: ['node'],
});
const checker = program.getTypeChecker();

test('a library that exports types of the package can name all of them in its declarations', async () => {
  const written = files.map((file, index) => {
    const entry = entries[index]?.replace(/\/?index$/, '') ?? '';
    const path = join(consumers, 'typescript', `inferred-${entry || 'main'}.mts`);
    writeFileSync(path, inferred(file, entry === '' ? 'care-platform' : `care-platform/${entry}`).join('\n'));
    return path;
  });
  const options = ['--declaration', '--strict', '--target', 'es2022', '--types', 'node', '--module', 'nodenext'];
  for (const [compiler, more] of [['5.7'], ['7', '--ignoreConfig']]) {
    const tsc = `node_modules/typescript-${compiler}/bin/tsc`;
    await run(
      tsc,
      ...options,
      ...(more === undefined ? [] : [more]),
      '--outDir',
      `built/inferred-${compiler}`,
      ...written,
    );
  }
});

/** A program that exports each value of an entry and each member of its types, and leaves all types to be inferred. */
function inferred(file: string, entry: string): string[] {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const lines =
    module === undefined
      ? []
      : checker.getExportsOfModule(module).flatMap((exported) => linesOf(exported.name, aliased(exported)));
  expect(lines).not.toEqual([]);
  return [`import * as it from '${entry}';`, ...lines];
}

/** @param name under which it is exported */
function linesOf(name: string, exported: ts.Symbol): string[] {
  const { flags } = exported;
  const value = flags & ts.SymbolFlags.Value ? [`export const value_${name} = it.${name};`] : [];
  if ((flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) === 0) return value;
  const type = checker.getDeclaredTypeOfSymbol(exported);
  const parameters = type.isClassOrInterface() ? (type.typeParameters ?? []).map(() => 'never').join() : '';
  const given = `given: it.${name}${parameters && `<${parameters}>`}`;
  const members = type.getProperties().filter(isPublic);
  return [
    ...value,
    ...members.map((member) => `export const ${name}_${member.name} = (${given}) => given.${member.name};`),
  ];
}

function aliased(symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

function isPublic({ name, valueDeclaration }: ts.Symbol): boolean {
  // Whoever names what a zod schema can do has zod.
  if (valueDeclaration?.getSourceFile().fileName.includes('/node_modules/zod/')) return false;
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  const modifiers = valueDeclaration === undefined ? 0 : ts.getCombinedModifierFlags(valueDeclaration);
  return /^[a-z]\w*$/i.test(name) && !name.startsWith('__') && (modifiers & hidden) === 0;
}
