import { brandName } from '../runtime/branded-error.js';
import { CareError, hideUrl, type Problem } from './care-error.js';
import { printable } from './printable.js';
import { keepProblems } from './problems.js';

/** What is known of the answer whose document has another shape. */
interface ResponseFacts {
  readonly attempts: number;
  readonly waited: number;
  readonly resourceUrl?: string | undefined;
}

/** What the platform sent, but not in its documented shape. Names resource, item and field, never a value. */
export class ResponseValidationError extends CareError {
  override readonly name = brandName(this, 'ResponseValidationError');
  /** What was read, in fixed words. */
  readonly resource: string;
  /** One for each field that is not as documented. */
  readonly problems: readonly Problem[];
  /** Requests sent for the answer. */
  readonly attempts: number;
  /** Milliseconds spent waiting for it, without its own time. */
  readonly waited: number;
  /** Where the response to a write says that its resource is. A method, since it can hold a patient's id. */
  declare readonly resourceUrl: () => string | undefined;

  /** @internal */
  constructor(message: string, resource: string, problems: readonly Problem[], answered?: ResponseFacts) {
    super(message);
    this.resource = printable(resource);
    this.problems = keepProblems(problems);
    this.attempts = answered?.attempts ?? 0;
    this.waited = answered?.waited ?? 0;
    hideUrl(this, 'resourceUrl', answered?.resourceUrl);
  }
}

/** Refused by this package before anything was sent; `problems` names each field. */
export class InputError extends CareError {
  override readonly name = brandName(this, 'InputError');
  /** One for each field or option that was refused. */
  readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[]) {
    super(message);
    this.problems = keepProblems(problems);
  }

  /** The error for one field or option: `what: name: message`. */
  static of(what: string, name: string, message: string): InputError {
    return inputError(`${what}: ${name}: ${message}`, [{ name, message }]);
  }
}

/** Outside of its class: a class that names itself within is built with another name, `_InputError`. */
function inputError(message: string, problems: readonly Problem[]): InputError {
  return new InputError(message, problems);
}

/**
 * A lazy module of this package could not be loaded: the page is offline, or older than the files on its server. No change
 * was sent to the platform.
 */
export class LazyLoadError extends CareError {
  override readonly name = brandName(this, 'LazyLoadError');
}

const mostOffered = 100;

/** The resource does not offer that link: as a rule, no access to the feature. */
export class LinkNotFoundError extends CareError {
  override readonly name = brandName(this, 'LinkNotFoundError');
  /** The name of the link. */
  readonly wanted: string;
  /** The names of the links that there are. */
  readonly offered: readonly string[];

  constructor(message: string, wanted: string, offered: readonly string[]) {
    super(message);
    this.wanted = printable(wanted);
    this.offered = offered.slice(0, mostOffered).map((name) => printable(name));
  }
}

const mapIt = 'If a proxy before the platform rewrites addresses, set `mapLink`.';

/** A link leads off the origin of the base URL, so neither request nor token was sent. */
export class ForeignLinkError extends CareError {
  override readonly name = brandName(this, 'ForeignLinkError');

  /** Names origins only: the path of a foreign link can hold a patient's id, its query a secret. */
  static to(target: URL, origin: string, what = 'link', todo = mapIt): ForeignLinkError {
    // Without them it may be our own origin.
    if (target.username + target.password !== '') {
      return foreignLinkError(`The ${what} contains a user name or password: nothing was sent.`);
    }
    const where = /^https?:$/.test(target.protocol) ? target.origin : target.protocol;
    return foreignLinkError(
      `The ${what} leads to ${where}, but this connection is to ${origin}: nothing was sent there. ${todo}`,
    );
  }
}

/** Outside of its class, as `inputError` is. */
function foreignLinkError(message: string): ForeignLinkError {
  return new ForeignLinkError(message);
}

/**
 * The connection was closed with `close()` while this call waited or ran, or before it began. A write that had been sent
 * by then may have been done.
 */
export class ClosedError extends CareError {
  override readonly name = brandName(this, 'ClosedError');
  /** Requests sent for this call before that. */
  readonly attempts: number;
  /** Milliseconds this call spent waiting for the throttle and between its attempts. */
  readonly waited: number;

  constructor(
    message: string,
    { attempts, waited }: { attempts: number; waited: number } = { attempts: 0, waited: 0 },
  ) {
    super(message);
    this.attempts = attempts;
    this.waited = waited;
  }
}
