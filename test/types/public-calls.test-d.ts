import {
  type Application,
  type CareError,
  type Change,
  Client,
  type Collection,
  connect,
  type Diary,
  type DiaryEntry,
  type Download,
  type ExportJob,
  Friend,
  isCareError,
  type JsonObject,
  type NotFoundError,
  Professional,
  type Resource,
  Task,
  type UserApplication,
} from 'care-platform';
import { describe, expectTypeOf, test } from 'vitest';

declare const care: Application;
declare const client: Client;

describe('connect', () => {
  test('gives the application, and takes the token of an environment variable as it is', () => {
    expectTypeOf(
      connect({ baseUrl: 'https://app.example.org', token: process.env.CARE_TOKEN }),
    ).resolves.toEqualTypeOf<Application>();
    // @ts-expect-error a base URL is needed
    connect({ token: 'x' });
    // @ts-expect-error a misspelt option
    connect({ baseUrl: 'https://app.example.org', tokken: 'x' });
  });
});

describe('navigation', () => {
  test('a method that costs one request returns a promise, and a list is a collection and no promise', () => {
    expectTypeOf(client.diary()).resolves.toEqualTypeOf<Diary>();
    expectTypeOf(client.tasks()).toEqualTypeOf<Collection<Task>>();
    expectTypeOf(client.tasks()).not.toHaveProperty('then');
    expectTypeOf(care.changes({ type: 'tasks', since: new Date() })).toEqualTypeOf<
      Collection<Change<Resource<JsonObject>>>
    >();
  });

  test('clients and friends are distinguished by class', async () => {
    for await (const user of care.clients()) {
      expectTypeOf(user).toEqualTypeOf<Client | Friend>();
      if (user instanceof Client) expectTypeOf(user.data.first_name).toEqualTypeOf<string>();
      if (user instanceof Friend) expectTypeOf(user.data.name).toEqualTypeOf<string | undefined>();
    }
  });

  test('a filtered list has the items of its class or guard', () => {
    expectTypeOf(care.clients().ofKind(Client)).toEqualTypeOf<Collection<Client>>();
    expectTypeOf(care.clients().filter(({ data }) => data.active)).toEqualTypeOf<Collection<Client | Friend>>();
    const isFriend = (user: Client | Friend): user is Friend => user instanceof Friend;
    expectTypeOf(care.clients().filter(isFriend)).toEqualTypeOf<Collection<Friend>>();
    // @ts-expect-error no professionals are in this list
    care.clients().ofKind(Professional);
    // @ts-expect-error a promise counts as true
    care.clients().filter(async ({ data }) => data.active);
  });

  test('work on a list has the item and options for its requests, and yields what the work resolves to', () => {
    const tasks = care
      .clients()
      .ofKind(Client)
      .map((user, options) => user.tasks({}, options).toArray(), { concurrency: 4 });
    expectTypeOf(tasks).toEqualTypeOf<AsyncGenerator<Task[], void>>();
    expectTypeOf(care.labels().map(({ data }) => data.label)).toEqualTypeOf<AsyncGenerator<string, void>>();
    const onError = (failure: unknown, user: Client | Friend) => {
      expectTypeOf(failure).toBeUnknown();
      expectTypeOf(user.url).toBeString();
    };
    expectTypeOf(care.clients().forEach(async () => undefined, { onError })).toEqualTypeOf<Promise<void>>();
  });

  test('a link that is known by name is typed, any other may be followed', () => {
    expectTypeOf(client.follow('diary')).resolves.toEqualTypeOf<Diary>();
    expectTypeOf(client.follow('tasks.items')).resolves.toEqualTypeOf<Collection<Task>>();
    expectTypeOf(client.follow('something.new')).resolves.toEqualTypeOf<
      Resource<JsonObject> | Collection<Resource<JsonObject>> | Download
    >();
  });

  test('every resource is a `Resource`, and one of an unknown kind has fields of any name', () => {
    const urlOf = ({ url }: Resource): string => url;
    expectTypeOf(urlOf).toBeCallableWith(client);
    expectTypeOf(urlOf).toBeCallableWith(care);
    expectTypeOf<Task | Friend | Professional | Diary | ExportJob>().toExtend<Resource>();
    expectTypeOf<Collection<Task>>().toExtend<Collection<Resource>>();
    expectTypeOf<Resource<JsonObject>['data']['shoe_size']>().toBeUnknown();
  });

  test('a user is addressed by external id or by URL, not by both or none', () => {
    care.client({ id: 'EHR-1042' });
    care.client({ url: 'https://app.example.org/api/2/c/1' });
    // @ts-expect-error both
    care.client({ id: 'EHR-1042', url: 'https://app.example.org/api/2/c/1' });
    // @ts-expect-error none
    care.client({});
    // @ts-expect-error friends have no external id
    care.friend({ id: 'EHR-1042' });
  });
});

describe('commands', () => {
  test('resolve to a new snapshot of the same class', () => {
    expectTypeOf(client.update({ phone_number: null })).resolves.toEqualTypeOf<Client>();
    expectTypeOf(client.activate({ sendEmail: 'no' })).resolves.toEqualTypeOf<Client>();
    expectTypeOf(client.addDiaryEntry('schema', { dt: new Date(), mood: 7 })).resolves.toEqualTypeOf<DiaryEntry>();
    expectTypeOf(care.startExport({ name: 'client' })).resolves.toEqualTypeOf<ExportJob>();
  });

  test('dates with time are Dates', () => {
    // @ts-expect-error a text
    client.addDiaryEntry('schema', { dt: '2026-03-02T09:00:00' });
    // @ts-expect-error a text
    care.changes({ type: 'tasks', since: '2026-03-02T09:00:00' });
  });

  test('lists that the platform wants a limit for need one', () => {
    // @ts-expect-error no limit
    care.catalogue({});
    care.catalogue({ limit: 10, contentTypes: ['topic'] });
    // @ts-expect-error no filter of that name
    care.catalogue({ limit: 10, contentTypes: ['document'] });
  });
});

describe('`retry`', () => {
  test('is a number, or an object with the end of the waiting', () => {
    client.refresh({ retry: 3 });
    for (const until of ['90s', '15m', '2h', 90_000, new Date()] as const) client.refresh({ retry: { until } });
    // @ts-expect-error no number
    client.refresh({ retry: '15m' });
    // @ts-expect-error a unit that there is not
    client.refresh({ retry: { until: '1d' } });
  });
});

describe('errors', () => {
  test('all have `isTransient`', () => {
    const error: unknown = undefined;
    if (isCareError(error)) expectTypeOf(error.isTransient).toEqualTypeOf<boolean>();
    if (isCareError(error, 'CalendarError')) expectTypeOf(error).toExtend<CareError>();
    if (isCareError(error, 'CalendarError')) expectTypeOf(error.isTransient).toEqualTypeOf<boolean>();
    if (isCareError(error, 'RedisUnavailableError')) expectTypeOf(error.isTransient).toEqualTypeOf<boolean>();
  });

  test('a literal name narrows to its class', () => {
    const error: unknown = new Error();
    if (isCareError(error, 'NotFoundError')) expectTypeOf(error).toEqualTypeOf<NotFoundError>();
  });

  test('of the other entries can be recognised by name', () => {
    const error: unknown = undefined;
    if (isCareError(error, 'CalendarError')) expectTypeOf(error.property).toEqualTypeOf<string | null>();
    if (isCareError(error, 'RedisUnavailableError')) expectTypeOf(error.name).toEqualTypeOf<'RedisUnavailableError'>();
  });
});

describe('options', () => {
  test('take `undefined` for their defaults', () => {
    const none = undefined;
    expectTypeOf(connect).toBeCallableWith({
      baseUrl: 'https://app.example.org',
      ...{ token: none, anonymous: none, tokenKind: none, simulatedPage: none, timeout: none, deadline: none },
      ...{ retry: none, throttle: none, fetch: none, mapLink: none, validation: none, logger: none, hooks: none },
      ...{ signal: none, maxResponseBytes: none, allowHttp: none },
    });
    expectTypeOf(connect).toBeCallableWith({
      baseUrl: 'https://app.example.org',
      throttle: { requestsPerSecond: none, burst: none, connections: none },
    });
    expectTypeOf(care.watchChanges).toBeCallableWith({ types: none, cursor: none, interval: none, overlap: none });
    expectTypeOf(care.clients().toArray).toBeCallableWith({ max: none });
    expectTypeOf(client.refresh).toBeCallableWith({ signal: none, timeout: none, deadline: none, extra: none });
  });
});

describe('another user', () => {
  test('has the methods of an application, and no attributes until it is read', () => {
    const user = care.as('token', { me: { url: 'https://app.example.org/api/2/c/1' } });
    expectTypeOf(user).toEqualTypeOf<UserApplication>();
    expectTypeOf(care).toExtend<UserApplication>();
    expectTypeOf(user.client({ id: '1' })).resolves.toEqualTypeOf<Client>();
    expectTypeOf(user.refresh()).resolves.toEqualTypeOf<Application>();
    expectTypeOf(user.as('token')).toEqualTypeOf<UserApplication>();
    expectTypeOf(user).not.toHaveProperty('data');
    expectTypeOf(user).not.toHaveProperty('links');
    // @ts-expect-error an address is a URL or an external id
    care.as('token', { me: {} });
    // @ts-expect-error not both
    care.as('token', { me: { url: 'c/1', id: '1' } });
  });

  test('is a client, or of the given class', () => {
    expectTypeOf(care.me()).resolves.toEqualTypeOf<Client>();
    expectTypeOf(care.me({ timeout: 1 })).resolves.toEqualTypeOf<Client>();
    expectTypeOf(care.me(Client)).resolves.toEqualTypeOf<Client>();
    expectTypeOf(care.me(Friend)).resolves.toEqualTypeOf<Friend>();
    // @ts-expect-error a task is no user
    care.me(Task);
  });
});
