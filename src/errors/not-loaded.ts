import { LazyLoadError } from './refusals.js';

/** For the `catch` of an `import()`. In a file of its own, so that a program which needs the errors alone does without. */
export function notLoaded(what: string): (cause: unknown) => never {
  return (cause) => {
    throw new LazyLoadError(
      `The lazy module for ${what} could not be loaded. No change was sent to the platform. ` +
        'Check the network connection. If you are online, reload the page: a newer version has been deployed.',
      { cause },
    );
  };
}
