import { isError } from '../../runtime/shape.js';
import type { Sandbox } from '../api/sandbox.js';
import { changeSettings } from '../control/check-settings.js';
import type { Check } from '../control/check-value.js';
import type { SandboxControl } from '../control/control.js';
import { describeHooks } from '../control/describe-hooks.js';
import { hookParameters } from '../control/hook-arguments.js';
import { listPeople } from '../control/list-people.js';
import { readBody } from '../http/body/read-body.js';
import { isJsonObject, type JsonObject } from '../world/json.js';
import type { World } from '../world/world.js';
import { type Caller, type ControlNames, refusalFor } from './caller.js';
import { moveClock } from './clock-input.js';
import { faultAsJson, faultsFrom, removeFaults } from './fault-input.js';
import { withInstants } from './instants.js';
import { controlPage } from './page/control-page.js';

/** The path of the control. The platform's API is below `/api/2`, so the paths never meet. */
export const controlPath = '/_sandbox';

/** The tokens in the responses are neither stored by a browser nor embedded by a page. */
const protection = {
  'Cache-Control': 'no-store',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

type Action = (body: unknown, query: URLSearchParams) => unknown;

/** The control of a sandbox as JSON over HTTP, for tests in other languages and for Playwright. */
export class RemoteControl {
  readonly #sandbox: Sandbox;
  readonly #counts: () => object;
  readonly #names: ControlNames;
  readonly #actions: Readonly<Record<string, Readonly<Record<string, Action>>>>;

  /** `counts`: the connections and requests of the server. */
  constructor(sandbox: Sandbox, world: () => World, counts: () => object, names: ControlNames) {
    this.#sandbox = sandbox;
    this.#names = names;
    this.#counts = counts;
    this.#actions = {
      '': { GET: () => ({ tokens: sandbox.tokens, ...this.#clock(), endpoints: this.#endpoints() }) },
      '/clock': {
        GET: () => this.#clock(),
        POST: (body) => {
          moveClock(sandbox.clock, objectOf(body));
          return this.#clock();
        },
      },
      '/faults': {
        GET: () => sandbox.faults.pending.map(faultAsJson),
        POST: (body) => {
          sandbox.faults.add(...faultsFrom(body));
          return sandbox.faults.pending.map(faultAsJson);
        },
        DELETE: (_, query) => removeFaults(sandbox.faults, query),
      },
      '/mails': { GET: (_, query) => newestOf(sandbox.outbox, query) },
      '/people': { GET: () => listPeople(sandbox.control.users(), world(), sandbox.tokens) },
      '/requests': { GET: (_, query) => newestOf(sandbox.journal, query) },
      '/stats': { GET: () => this.#counts() },
      '/settings': {
        GET: () => sandbox.settings,
        PATCH: (body) => {
          changeSettings(sandbox.settings, objectOf(body));
          return sandbox.settings;
        },
      },
      '/reset': { POST: () => sandbox.control.reset() },
      '/hooks': { GET: () => describeHooks(world()) },
    };
  }

  async respond(request: Request, caller: Caller): Promise<Response> {
    const response = await this.#respond(request, caller);
    for (const [name, value] of Object.entries(protection)) response.headers.set(name, value);
    return response;
  }

  async #respond(request: Request, caller: Caller): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.slice(controlPath.length).replace(/\/$/, '');
    const asPage =
      path === '' && request.method === 'GET' && /\btext\/html\b/i.test(request.headers.get('Accept') ?? '');
    const refused = refusalFor(request, caller, this.#names, asPage);
    if (refused !== undefined) return refusal(403, `${controlPath} ${refused}`);
    if (asPage) return pathname.endsWith('/') ? controlPage() : redirectTo(`${controlPath}/`);
    const methods = Object.hasOwn(this.#actions, path) ? this.#actions[path] : this.#hook(path);
    if (methods === undefined) {
      const known = path.startsWith('/hooks/') ? Object.keys(this.#sandbox.control) : this.#endpoints();
      return refusal(404, `There is no ${controlPath}${path}. There are: ${known.join('; ')}.`);
    }
    const action = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
    if (action === undefined) {
      return refusal(405, `${controlPath}${path} takes ${Object.keys(methods).join(', ')}, not ${request.method}.`);
    }
    const body = await readBody(request, this.#sandbox.settings.maxRequestBytes);
    if (body === undefined) return refusal(400, 'The body is incomplete.');
    if ('tooLarge' in body) return refusal(413, 'The body is too large.');
    // A page may send a body of another type without a preflight.
    const type = request.headers.get('Content-Type');
    const isJson = /^application\/json\s*(;|$)/i.test(type ?? '');
    if (!isJson && (type !== null || body.bytes.byteLength > 0)) {
      return refusal(415, `${controlPath} takes JSON. Send it with Content-Type: application/json.`);
    }
    try {
      const result = await action(parseJson(new TextDecoder().decode(body.bytes)), searchParams);
      return result === undefined ? new Response(null, { status: 204 }) : Response.json(result);
    } catch (error) {
      return refusal(400, messageOf(error));
    }
  }

  #endpoints(): string[] {
    const own = Object.entries(this.#actions);
    const listed = own.map(([path, methods]) => `${Object.keys(methods).join(', ')} ${controlPath}${path}`);
    return [...listed, `POST ${controlPath}/hooks/{name}`];
  }

  /** One of the hooks of `sandbox.control`. Its arguments are a JSON array. */
  #hook(path: string): Record<string, Action> | undefined {
    const name = /^\/hooks\/(\w+)$/.exec(path)?.[1] ?? '';
    const { control } = this.#sandbox;
    if (!Object.hasOwn(control, name)) return undefined;
    const hook = control[name as keyof SandboxControl] as (...args: unknown[]) => unknown;
    const checks: readonly Check[] = Object.values(hookParameters[name as keyof SandboxControl]);
    return {
      POST: (body) => {
        const given = body ?? [];
        if (!Array.isArray(given)) throw new Error(`The hook ${name} takes its arguments as a JSON array.`);
        try {
          return hook(...given.map((argument, at) => withInstants(argument, checks[at]?.schema)));
        } catch (error) {
          const takes = `Send the arguments of \`sandbox.control.${name}\` as a JSON array.`;
          throw new Error(`The hook ${name} failed: ${messageOf(error)}. ${takes}`);
        }
      },
    };
  }

  #clock(): object {
    const { clock } = this.#sandbox;
    return { now: clock.now(), frozen: clock.frozen };
  }
}

/** The newest items of a list, as many as `?last=` asks for. */
function newestOf<Item>(list: readonly Item[], query: URLSearchParams): readonly Item[] {
  const unknown = [...query.keys()].find((name) => name !== 'last');
  if (unknown !== undefined) throw new Error(`There is no query parameter ${unknown}. There is: last.`);
  const last = query.get('last');
  if (last === null) return list;
  if (!/^[1-9]\d*$/.test(last)) throw new Error('`last` must be a whole number from 1.');
  return list.slice(-Number(last));
}

function objectOf(body: unknown): JsonObject {
  if (!isJsonObject(body)) throw new Error('The body must be a JSON object.');
  return body;
}

/** `undefined` for an empty body. */
function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('The body is not valid JSON.');
  }
}

function messageOf(error: unknown): string {
  return isError(error) ? error.message : String(error);
}

function redirectTo(path: string): Response {
  return new Response(null, { status: 303, headers: { Location: path } });
}

function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status });
}
