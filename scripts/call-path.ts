// npm run call-path -- Client.update: the files from a method to `fetch`, followed by go-to-definition.
import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = resolve(import.meta.dirname, '..');

/** A function of the package, by where its declaration starts. */
interface Step {
  readonly file: string;
  readonly node: ts.Node;
}

/** Follows calls through the sources of a package, as an editor does. */
export class CallGraph {
  readonly #service: ts.LanguageService;
  readonly #folder: string;

  constructor(folder = root) {
    const { config } = ts.readConfigFile(resolve(folder, 'tsconfig.json'), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
    const entry = resolve(folder, 'src/index.ts');
    this.#folder = folder;
    this.#service = ts.createLanguageService({
      getScriptFileNames: () => [entry],
      getScriptVersion: () => '0',
      getScriptSnapshot: (file) =>
        ts.sys.fileExists(file) ? ts.ScriptSnapshot.fromString(readFileSync(file, 'utf8')) : undefined,
      getCurrentDirectory: () => folder,
      getCompilationSettings: () => options,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  /** The files on the shortest way from `Class.method` to the global `fetch`, each as often as a reader enters it. */
  filesToFetch(method: string): string[] {
    const start = this.#method(method);
    // The shortest way first. A way that comes back to a file is longer by one.
    let ways = [{ step: start, files: [start.file] }];
    const done = new Set<ts.Node>();
    for (let way = ways.shift(); way !== undefined; way = ways.shift()) {
      if (done.has(way.step.node)) continue;
      done.add(way.step.node);
      const { calls, namesFetch } = this.#read(way.step);
      if (namesFetch) return way.files.map((file) => relative(this.#folder, file));
      for (const step of calls) {
        const files = way.files.at(-1) === step.file ? way.files : [...way.files, step.file];
        ways.push({ step, files });
      }
      ways = ways.toSorted((left, right) => left.files.length - right.files.length);
    }
    throw new Error(`No way leads from ${method} to \`fetch\`.`);
  }

  #method(method: string): Step {
    const [className, name] = method.split('.');
    for (const source of this.#program().getSourceFiles()) {
      if (!this.#isOurs(source.fileName)) continue;
      for (const statement of source.statements) {
        if (!ts.isClassDeclaration(statement) || statement.name?.text !== className) continue;
        const node = statement.members.find((member) => member.name?.getText() === name && hasBody(member));
        if (node !== undefined) return { file: source.fileName, node };
      }
    }
    throw new Error(`There is no \`${method}\` in src.`);
  }

  /** What a function calls or hands on, and whether it names the global `fetch`. */
  #read({ file, node }: Step): { calls: Step[]; namesFetch: boolean } {
    const calls: Step[] = [];
    let namesFetch = false;
    const visit = (inner: ts.Node): void => {
      if (ts.isIdentifier(inner) || ts.isPrivateIdentifier(inner)) {
        if (inner.text === 'fetch' && ts.isPropertyAccessExpression(inner.parent)) {
          namesFetch ||= inner.parent.expression.getText() === 'globalThis';
        }
        if (isUse(inner)) calls.push(...this.#declarationsOf(file, inner));
      }
      ts.forEachChild(inner, visit);
    };
    ts.forEachChild(node, visit);
    return { calls, namesFetch };
  }

  #declarationsOf(file: string, name: ts.Node): Step[] {
    const found = this.#service.getImplementationAtPosition(file, name.getStart()) ?? [];
    if (found.length === 0) return this.#loadedAs(name);
    return found.flatMap(({ fileName, textSpan }) => {
      const source = this.#isOurs(fileName) ? this.#program().getSourceFile(fileName) : undefined;
      const node = source && functionAt(source, textSpan.start);
      return node === undefined ? [] : [{ file: fileName, node }];
    });
  }

  /** The function in a variable, which was taken out of a module that is loaded on first use. */
  #loadedAs(name: ts.Node): Step[] {
    const { symbol } = this.#program().getTypeChecker().getTypeAtLocation(name);
    const nodes = (symbol?.declarations ?? []).filter(
      (node) => ts.isFunctionDeclaration(node) && node.body !== undefined,
    );
    return nodes
      .map((node) => ({ file: node.getSourceFile().fileName, node }))
      .filter(({ file }) => this.#isOurs(file));
  }

  #isOurs(file: string): boolean {
    return file.startsWith(resolve(this.#folder, 'src'));
  }

  #program(): ts.Program {
    const program = this.#service.getProgram();
    if (program === undefined) throw new Error('TypeScript gives no program.');
    return program;
  }
}

/** Not a signature of an overload. */
function hasBody(member: ts.ClassElement): boolean {
  return 'body' in member && member.body !== undefined;
}

/** A name that is called or handed on, not one that is declared or a type. */
function isUse(name: ts.Identifier | ts.PrivateIdentifier): boolean {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === name && isUsed(parent);
  return ts.isExpression(name) && isUsed(name);
}

function isUsed(expression: ts.Expression): boolean {
  const { parent } = expression;
  return (
    (ts.isCallExpression(parent) && (parent.expression === expression || parent.arguments.includes(expression))) ||
    (ts.isNewExpression(parent) && parent.expression === expression)
  );
}

function functionAt(source: ts.SourceFile, position: number): ts.Node | undefined {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (position < node.getFullStart() || position >= node.getEnd()) return;
    const isNamedHere =
      (ts.isFunctionLike(node) || ts.isVariableDeclaration(node)) && node.name?.getStart() === position;
    if (isNamedHere) found = node;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const method = argv[2] ?? 'Client.update';
  const files = new CallGraph().filesToFetch(method);
  console.log(
    `${method} reaches \`fetch\` in ${new Set(files).size} files:\n${files.map((file) => `  ${file}`).join('\n')}`,
  );
}
