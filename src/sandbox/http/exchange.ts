import {
  ApiFailure,
  badRequest,
  forbidden,
  invalidPayload,
  methodNotAllowed,
  notAuthorized,
  notFound,
} from '../world/failure.js';
import { startOf } from '../world/history.js';
import { isJsonObject, type JsonObject } from '../world/json.js';
import type { AnyStore } from '../world/store.js';
import type { User } from '../world/user.js';
import type { World } from '../world/world.js';
import { Call } from './call/call.js';
import type { PathAliases, PathParams } from './call/urls.js';
import { Urls } from './call/urls.js';
import type { ApiResponse } from './response/api-response.js';
import { failureResponse } from './response/encode.js';
import { decorate } from './response/future-release.js';
import type { Router } from './routing/router.js';

/** One request to the API, read completely. */
export interface Incoming {
  readonly method: string;
  readonly url: URL;
  /** The `{base_url}` under which the request arrived. */
  readonly base: string;
  /** The path below the base, starting with a slash. Undefined if the request is not below the base. */
  readonly path: string | undefined;
  readonly headers: Headers;
  readonly payload: Uint8Array<ArrayBuffer>;
}

/** The parts of the API that are the same for every world. */
export interface Api {
  readonly router: Router;
  readonly aliases: PathAliases;
  /** Each of them learns of every failed request. */
  readonly stores: readonly AnyStore[];
}

export interface Exchange {
  readonly response: ApiResponse;
  readonly user: User | undefined;
  readonly ignored: readonly string[];
}

/** RFC 9110, section 11.1: scheme names are case-insensitive. */
const credentials = /^svc-token[ \t]+(\S+)$/i;

/** How much of a failed request the error log keeps: bytes of the body, and entries of `extra`. */
const maxLoggedBytes = 16 * 1024;
const maxLoggedProblems = 100;

/**
 * Runs a request through the API. The checks come in this order (undocumented): 401, 404, 405, 403, 406, 400. Only the
 * 400 of a body that is too large comes before the 406.
 */
export async function exchange(incoming: Incoming, world: World, api: Api): Promise<Exchange> {
  const { router, aliases, stores } = api;
  const user = authenticate(incoming.headers, world);
  const urls = new Urls(incoming.base, aliases, world.settings.relativeUrls);
  const ignored: string[] = [];
  try {
    const response = await operate(incoming, world, router, urls, user, ignored);
    const json = response.json === undefined ? undefined : decorate(response.json, world.settings, urls);
    return { response: json === undefined ? response : { ...response, json }, user, ignored };
  } catch (error) {
    const failure = error instanceof ApiFailure ? error : internalFailure(error);
    reportFailure(stores, incoming, world, user, failure);
    return { response: failureResponse(failure), user, ignored };
  }
}

/** Passes every failed request to the stores. One of them keeps the error log. */
export function reportFailure(
  stores: readonly AnyStore[],
  incoming: Incoming,
  world: World,
  user: User | undefined,
  failure: ApiFailure,
): void {
  const { method, url, payload } = incoming;
  const { status: code, message, problems } = failure;
  const text = payload.byteLength > 0 ? new TextDecoder().decode(payload.subarray(0, maxLoggedBytes)) : null;
  const kept = problems
    .slice(0, maxLoggedProblems)
    .map((problem) => ({ ...problem, name: startOf(problem.name, 200) }));
  const failed = { at: world.clock.now(), user, method, url: url.href, code, message, problems: kept, payload: text };
  for (const store of stores) store.recordFailure(world, failed);
}

function authenticate(headers: Headers, world: World): User | undefined {
  const token = credentials.exec(headers.get('Authorization')?.trim() ?? '')?.[1];
  return token === undefined ? undefined : world.tokens.userOf(token);
}

async function operate(
  incoming: Incoming,
  world: World,
  router: Router,
  urls: Urls,
  user: User | undefined,
  ignored: string[],
): Promise<ApiResponse> {
  const { method, path, headers, payload, url } = incoming;
  // A path that is not below the base is not part of the API, with or without a token.
  if (path === undefined) throw notFound();
  const match = router.match(path === '' ? '/' : path);
  // Undocumented: if a token is sent it must be valid, on the open root too.
  const open = match?.route.open === true && !headers.has('Authorization');
  if (user === undefined && !open) throw notAuthorized();
  if (match === undefined) throw notFound();
  const callTo = (params: PathParams, query: URLSearchParams): Call =>
    new Call({ world, urls, user, query, params, allows: (path) => isAllowed(path) });
  const isAllowed = (path: string): boolean => {
    const found = router.match(path);
    // The documentation names this link, but shows neither its request nor its response.
    if (found === undefined) return true;
    const resolved = found.route.resolve(callTo(found.params, new URLSearchParams()));
    return resolved?.methods.some((method) => resolved.operation(method)?.allowed()) ?? false;
  };
  const call = callTo(match.params, url.searchParams);
  const resolved = match.route.resolve(call);
  if (resolved === undefined) throw notFound();
  const operation = resolved.operation(method);
  if (operation === undefined) throw methodNotAllowed(resolved.methods);
  if (!operation.allowed()) throw forbidden();
  const { maxBodyBytes, strictAccept } = world.settings;
  if (maxBodyBytes !== null && payload.byteLength > maxBodyBytes) throw badRequest('Request body too large');
  if (method === 'POST' || method === 'PATCH') call.body = readPayload(headers, payload, operation.body);
  if (operation.body === 'none') call.ignored.push(...Object.keys(call.body));
  if (strictAccept && !/(\*|application)\/(\*|json)/.test(headers.get('Accept') ?? '')) {
    throw badRequest('Accept must allow application/json');
  }
  const response = await operation.respond();
  ignored.push(...call.ignored);
  return response;
}

/** Requires one JSON object in UTF-8 with the content type JSON. Otherwise 406. */
function readPayload(headers: Headers, payload: Uint8Array, wanted: 'object' | 'none'): JsonObject {
  if (wanted === 'none' && payload.byteLength === 0) return {};
  const type = (headers.get('Content-Type') ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw invalidPayload();
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload));
  } catch {
    throw invalidPayload();
  }
  if (!isJsonObject(value)) throw invalidPayload();
  return value;
}

export function internalFailure(error: unknown): ApiFailure {
  // This is a bug in the sandbox. Without this line its cause would be lost behind the 500.
  console.error(error);
  return new ApiFailure(500, 'Unexpected error');
}
