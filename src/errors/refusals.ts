import { brandName } from '../runtime/branded-error.js';
import { CareError, type Problem, type ProblemCode } from './care-error.js';
import { printable } from './printable.js';
import { keepProblems } from './problems.js';

/** The response whose document is not as documented. */
interface ResponseFacts {
  readonly attempts: number;
  readonly waited: number;
  readonly resourceUrl?: string | undefined;
}

/** A document of the platform is not as documented. The message names resource, item and field, never a value. */
export class ResponseValidationError extends CareError {
  override readonly name = brandName(this, 'ResponseValidationError');
  /** The resource, in fixed words. */
  declare readonly resource: string;
  /** One for each field that is not as documented. */
  declare readonly problems: readonly Problem[];
  /** Requests sent until the response came. */
  declare readonly attempts: number;
  /** Milliseconds spent waiting for the throttle and between attempts. */
  declare readonly waited: number;

  /** @internal */
  constructor(
    message: string,
    resource: string,
    problems: readonly Problem[],
    { attempts, waited, resourceUrl }: ResponseFacts = { attempts: 0, waited: 0 },
  ) {
    super(message, { resource: printable(resource), problems: keepProblems(problems), attempts, waited, resourceUrl });
  }
}

/** This package rejected the input before anything was sent. `problems` names each field or option. */
export class InputError extends CareError {
  override readonly name = brandName(this, 'InputError');
  /** One for each rejected field or option. */
  declare readonly problems: readonly Problem[];

  constructor(message: string, problems: readonly Problem[]) {
    super(message, { problems: keepProblems(problems) });
  }

  /** The error for one field or option: `what: name: message`. */
  static of(what: string, name: string, message: string, code: ProblemCode = 'invalid'): InputError {
    // By `this`: the build renames a class that names itself, to `_InputError`.
    return new this(`${what}: ${name}: ${message}`, [{ name, message, code }]);
  }
}

/**
 * A lazy module of this package could not be loaded. The page is offline, or older than the files on its server. No change
 * was sent to the platform.
 */
export class LazyLoadError extends CareError {
  override readonly name = brandName(this, 'LazyLoadError');
}

const maxOffered = 100;

/** The resource does not offer that link. Usually the token's user has no access to the feature. */
export class LinkNotFoundError extends CareError {
  override readonly name = brandName(this, 'LinkNotFoundError');
  /** The name of the missing link. */
  declare readonly wanted: string;
  /** The names of the links that the resource offers. */
  declare readonly offered: readonly string[];

  constructor(message: string, wanted: string, offered: readonly string[]) {
    const kept = offered.slice(0, maxOffered).map((name) => printable(name));
    super(message, { wanted: printable(wanted), offered: kept });
  }
}

const mapLinkAdvice = 'If a proxy before the platform rewrites addresses, set `mapLink`.';

/** A link leads to another origin than that of the base URL, so neither request nor token was sent. */
export class ForeignLinkError extends CareError {
  override readonly name = brandName(this, 'ForeignLinkError');

  /** Names origins only: the path of a foreign link may contain a patient's id, and its query a secret. */
  static to(target: URL, origin: string, what = 'link', advice = mapLinkAdvice): ForeignLinkError {
    // Such a link may lead to our own origin, so its origin would not explain the failure.
    if (target.username + target.password !== '') {
      return new this(`The ${what} contains a user name or password: nothing was sent.`);
    }
    const leadsTo = /^https?:$/.test(target.protocol) ? target.origin : target.protocol;
    return new this(
      `The ${what} leads to ${leadsTo}, but this connection is to ${origin}: nothing was sent there. ${advice}`,
    );
  }
}

/**
 * The connection was closed with `close()` while this call waited or ran, or before it began. A write that was already sent
 * may have been applied.
 */
export class ClosedError extends CareError {
  override readonly name = brandName(this, 'ClosedError');
  /** Requests sent for this call before the connection was closed. */
  declare readonly attempts: number;
  /** Milliseconds this call spent waiting for the throttle and between its attempts. */
  declare readonly waited: number;

  constructor(
    message: string,
    { attempts, waited }: { attempts: number; waited: number } = { attempts: 0, waited: 0 },
  ) {
    super(message, { attempts, waited });
  }
}
