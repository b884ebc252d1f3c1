// The peers are not installed with the package, so their types are not there. Only what is used here.
declare module '@octokit/core' {
  interface Instance {
    request(route: string, options: { headers: Record<string, string> }): Promise<unknown>;
  }
  export const Octokit: {
    plugin(...plugins: unknown[]): new (options: Record<string, unknown>) => Instance;
  };
}
declare module '@octokit/plugin-retry' {
  export const retry: unknown;
}
declare module '@octokit/plugin-throttling' {
  export const throttling: unknown;
}
declare module 'p-throttle' {
  export default function pThrottle(options: {
    limit: number;
    interval: number;
  }): <Arguments extends unknown[], Result>(
    work: (...args: Arguments) => Promise<Result>,
  ) => (...args: Arguments) => Promise<Result>;
}
declare module 'octokit' {
  export class Octokit {
    constructor(options: Record<string, unknown>);
    request(route: string): Promise<unknown>;
  }
}
declare module 'openai' {
  export default class OpenAI {
    constructor(options: { baseURL: string; apiKey: string; maxRetries: number });
    get(path: string): Promise<unknown>;
  }
}
declare module '@notionhq/client' {
  export class Client {
    constructor(options: { auth: string; baseUrl: string });
    request(options: { path: string; method: 'get' }): Promise<unknown>;
  }
}
declare module 'ketting' {
  interface State<Data> {
    readonly data: Data;
  }
  export interface Resource<Data> {
    get(): Promise<State<Data>>;
    refresh(): Promise<State<Data>>;
    go<Other>(uri: string): Resource<Other>;
    follow<Other>(rel: string): PromiseLike<Resource<Other>>;
    post(options: { data: object }): Promise<unknown>;
    postFollow<Other>(options: { data: object }): Promise<Resource<Other>>;
    patch(options: { data: object }): Promise<unknown>;
    delete(): Promise<void>;
    fetchOrThrow(): Promise<Response>;
  }
  interface Document {
    readonly '@links'?: readonly { readonly name: string; readonly url: string }[];
  }
  type Responder = Omit<Response, 'json'> & { json(): Promise<Document> };
  type StateFactory = (client: Ketting, uri: string, response: Responder) => Promise<BaseState>;
  export class Links {
    constructor(context: string);
    add(rel: string, href: string): void;
  }
  export class BaseState {
    constructor(init: { client: Ketting; uri: string; data: object; links: Links; headers: Headers });
  }
  export class Ketting {
    constructor(base: string);
    readonly contentTypeMap: Record<string, [StateFactory, string]>;
    go<Data>(url?: string): Resource<Data>;
    use(middleware: (request: Request) => Promise<Response>): void;
  }
}
declare module 'fhir-kit-client' {
  export class Client {
    constructor(options: { baseUrl: string; bearerToken: string });
    read(what: { resourceType: string; id: string }): Promise<unknown>;
  }
}
