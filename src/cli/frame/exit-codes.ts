/** What a command ends with, so that scripts need not read messages. `help` prints the list. */
export const exitCodes = {
  success: 0,
  failure: 1,
  usage: 2,
  notFound: 3,
  notAllowed: 4,
  noConnection: 5,
  changed: 6,
  /** As shells do: 128, and the number of the signal. */
  interrupted: 130,
  terminated: 143,
} as const;

export const exitCodeTexts: readonly (readonly [number, string])[] = [
  [exitCodes.success, 'done'],
  [exitCodes.failure, 'it failed'],
  [exitCodes.usage, 'wrong arguments, or a setting is missing'],
  [exitCodes.notFound, 'the platform has no such resource or link'],
  [exitCodes.notAllowed, 'the token is not valid, or its user may not do this'],
  [exitCodes.noConnection, 'no connection to the platform, or no response in time'],
  [exitCodes.changed, 'the installation has changed (types --check)'],
  [exitCodes.interrupted, 'ended by Ctrl-C (143: by SIGTERM)'],
];

const codesOfErrors: Readonly<Record<string, number>> = {
  UsageError: exitCodes.usage,
  InputError: exitCodes.usage,
  ForeignLinkError: exitCodes.usage,
  NotFoundError: exitCodes.notFound,
  LinkNotFoundError: exitCodes.notFound,
  UnauthorizedError: exitCodes.notAllowed,
  ForbiddenError: exitCodes.notAllowed,
  ConnectionError: exitCodes.noConnection,
  TimeoutError: exitCodes.noConnection,
};

/** The exit code of an error by its name: the library, which has the classes, may not be loaded. */
export function exitCodeOf(error: Error): number {
  return codesOfErrors[error.name] ?? exitCodes.failure;
}

/** The command line or a setting is wrong. The message says which values are valid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command failed for a reason that its message explains. */
export class CommandFailure extends Error {
  override readonly name: string = 'CommandFailure';
}

/** What a command does last has failed. It is reported after Ctrl-C too. */
export class FinalFailure extends CommandFailure {
  override readonly name = 'FinalFailure';
}
