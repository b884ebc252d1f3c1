import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect } from 'vitest';
import { rule } from './rule.js';

/** Names of the class members and classes of a source file that an editor shows as deprecated. */
function deprecated(path: string): string[] {
  const text = readFileSync(new URL(path, import.meta.url), 'utf8');
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const named = ts.isClassDeclaration(node) || ts.isMethodDeclaration(node);
    if (named && ts.getJSDocDeprecatedTag(node) !== undefined) names.push(node.name?.getText() ?? '');
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return names;
}

rule('VER-10', 'reading and setting roles is marked as going away, groups are not', () => {
  expect(deprecated('../../src/resources/users/professional.ts')).toEqual(['roles', 'setRoles']);
  expect(deprecated('../../src/resources/users/roles.ts')).toEqual(['Roles']);
  expect(deprecated('../../src/resources/users/groups.ts')).toEqual([]);
});
