import { LazyLoadError } from './refusals.js';

/** For the `catch` of an `import()`. In its own file, so that a program that needs only the errors does not bundle it. */
export function notLoaded(what: string): (cause: unknown) => never {
  return (cause) => {
    throw new LazyLoadError(
      `The lazy module for ${what} could not be loaded. No change was sent. ` +
        'Check the connection, or reload the page: it may be out of date.',
      { cause },
    );
  };
}
