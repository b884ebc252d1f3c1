import ts from 'typescript';

/** The sources of the package's entries, by the name that an import has. */
export const entries = {
  'care-platform': 'src/index.ts',
  'care-platform/calendar': 'src/calendar/index.ts',
  'care-platform/node': 'src/node/index.ts',
  'care-platform/opentelemetry': 'src/opentelemetry/index.ts',
  'care-platform/redis': 'src/redis/index.ts',
  'care-platform/sandbox': 'src/sandbox/index.ts',
} as const;

/** What each entry exports, and which methods of its classes send requests, as the compiler sees them. */
class PublicApi {
  readonly #program = ts.createProgram(Object.values(entries), {
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    strict: true,
    skipLibCheck: true,
  });
  readonly #checker = this.#program.getTypeChecker();

  exportsOf(entry: keyof typeof entries): ts.Symbol[] {
    const source = this.#program.getSourceFile(entries[entry]);
    const module = source && this.#checker.getSymbolAtLocation(source);
    return module === undefined ? [] : this.#checker.getExportsOfModule(module);
  }

  functionsOf(entry: keyof typeof entries): string[] {
    return this.exportsOf(entry)
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol))
      .filter(({ flags }) => flags & ts.SymbolFlags.Function)
      .map(({ name }) => name);
  }

  /** Methods that the classes of resources declare themselves or inherit, below `Resource`: `Client` has `tasks`, not `refresh`. */
  sendingMethods(): { readonly className: string; readonly method: string }[] {
    const classes = this.exportsOf('care-platform')
      .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? this.#checker.getAliasedSymbol(symbol) : symbol))
      .filter(({ flags }) => flags & ts.SymbolFlags.Class);
    const resource = classes.find(({ name }) => name === 'Resource');
    const generic = new Set(resource && this.#methodsOf(resource));
    return classes.flatMap((symbol) => {
      const methods = this.#methodsOf(symbol);
      if (!methods.includes('refresh')) return [];
      const own = symbol === resource ? methods : methods.filter((method) => !generic.has(method));
      return own.map((method) => ({ className: symbol.name, method }));
    });
  }

  #methodsOf(symbol: ts.Symbol): string[] {
    return this.#checker
      .getDeclaredTypeOfSymbol(symbol)
      .getProperties()
      .filter((property) => isPublicMethod(property) && this.#isAsynchronous(property))
      .map(({ name }) => name);
  }

  #isAsynchronous(property: ts.Symbol): boolean {
    const [signature] = this.#checker.getTypeOfSymbol(property).getCallSignatures();
    const returned = signature && this.#checker.typeToString(signature.getReturnType());
    return /^(?:Promise|Collection|AsyncGenerator)</.test(returned ?? '');
  }
}

/** One for all files of tests: to compile the entries takes seconds. */
export const publicApi = new PublicApi();

function isPublicMethod({ name, flags, valueDeclaration }: ts.Symbol): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  const modifiers = valueDeclaration === undefined ? 0 : ts.getCombinedModifierFlags(valueDeclaration);
  return Boolean(flags & ts.SymbolFlags.Method) && !(modifiers & hidden) && /^[a-z]/i.test(name);
}
