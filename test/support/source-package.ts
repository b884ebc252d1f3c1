// `node --import`: runs a program against the sources, without a build. The package's entries are its source files, and
// what those import as `./x.js` is `./x.ts`.
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const entry = /^care-platform(?:\/(\w+))?$/;

registerHooks({
  resolve(specifier, context, next) {
    const [whole, name] = entry.exec(specifier) ?? [];
    if (whole !== undefined) {
      return next(new URL(`../../src/${name === undefined ? '' : `${name}/`}index.ts`, import.meta.url).href, context);
    }
    if (/^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts')) {
      const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
      if (existsSync(fileURLToPath(source))) return next(source.href, context);
    }
    return next(specifier, context);
  },
});
