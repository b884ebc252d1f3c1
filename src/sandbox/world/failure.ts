/** One entry of `extra` in an error body. */
export interface Problem {
  /** The field, or whatever the problem is about. */
  readonly name: string;
  /** The problem as a sentence. */
  readonly message: string;
}

/** The documented messages of `extra`, letter by letter. */
export const inputMissing = 'Required input is missing.';
export const notAnEmail = 'Not a valid email address.';
export const notAString = 'Must be transferred as string.';
export const unknownValue = 'Unknown value.';

/** Thrown by any check or operation to respond with an error body. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message: string,
    problems: readonly Problem[] = [],
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.problems = problems;
    this.headers = headers;
  }
}

/** The body of a create or modify call is invalid. */
export const invalidJson = (...problems: Problem[]) => new ApiFailure(400, 'Invalid JSON input', problems);

export const invalidQuery = (...problems: Problem[]) => new ApiFailure(400, 'Invalid query parameters', problems);

export const badRequest = (message: string) => new ApiFailure(400, message);

// The documentation gives no texts for these.
export const notAuthorized = (message = 'Not authorized') =>
  // RFC 9110, section 11.6.1: a 401 names the scheme to use.
  new ApiFailure(401, message, [], { 'WWW-Authenticate': 'svc-token' });
export const forbidden = () => new ApiFailure(403, 'Forbidden');
export const notFound = () => new ApiFailure(404, 'Not found');
export const methodNotAllowed = (allowed: readonly string[]) =>
  new ApiFailure(405, 'Method not allowed', [], { Allow: allowed.join(', ') });
export const invalidPayload = () => new ApiFailure(406, 'Invalid payload');
export const tooLarge = () => new ApiFailure(413, 'Request body too large');
export const tooMany = (message: string) => new ApiFailure(429, message, [], { 'Retry-After': '1' });
