import {
  Client,
  type ClientData,
  type Collection,
  connect,
  isCareError,
  type NewClient,
  type Throttle,
  type UserReference,
} from 'care-platform';
import { type Calendar, parseCalendar } from 'care-platform/calendar';
import { fileCursor, saveDownload } from 'care-platform/node';
import { withTelemetry } from 'care-platform/opentelemetry';
import { redisThrottle } from 'care-platform/redis';
import { createSandbox } from 'care-platform/sandbox';
import { Redis } from 'ioredis';

const sandbox = createSandbox({ clients: 7, settings: { exportQueuedFor: 0, exportRunsFor: 0 } });
const care = await connect({ baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch });

const users: Collection<unknown> = care.clients({ limit: 3 });
let clients = 0;
for await (const user of users) if (user instanceof Client) clients++;

const client = await care.client({ id: 'EHR-1042' });
const data: ClientData = client.data;
const calendar: Calendar = parseCalendar(await client.calendar());
const failure: unknown = await care.client({ id: 'nobody' }).catch((error: unknown) => error);
const status = isCareError(failure, 'NotFoundError') ? failure.status : undefined;

// The entries know each other's types, though each has its declarations in a file of its own.
export const save = async (url: string) => saveDownload(await (await care.exportJob(url)).download(), 'exports/');
export const follow = () => care.watchChanges({ types: ['tasks'], cursor: fileCursor('changes.json') });
export const cursor = fileCursor('changes.json');
export const schemas = async () => (await client.diarySchemas()).map((schema) => schema.zodSchema());
export const away = (error: unknown) => isCareError(error, 'RedisUnavailableError') && error.name;
export const unreadable = (error: unknown) => isCareError(error, 'CalendarError') && error.property;
export const throttle: Throttle = redisThrottle({ redis: new Redis({ lazyConnect: true }), processes: 2 });
export const configured = (options: { timeout: number | undefined; fetch: typeof fetch | undefined }) =>
  connect({
    baseUrl: sandbox.baseUrl,
    token: undefined,
    anonymous: true,
    logger: undefined,
    hooks: undefined,
    ...options,
  });
export const traced = () =>
  connect(withTelemetry({ baseUrl: sandbox.baseUrl, anonymous: true, throttle }, { propagate: true }));
export const shared = () => connect({ baseUrl: sandbox.baseUrl, token: undefined, anonymous: true, throttle });

// @ts-expect-error A misspelt field is refused in reading,
export const misspelt = data.frist_name;
// @ts-expect-error in writing,
export const refused = () => client.update({ frist_name: 'Fenna' });
// @ts-expect-error and where one is missing.
export const incomplete: NewClient = {};
// @ts-expect-error Nothing is `any` where a module was not found.
export const reference: UserReference = 7;

console.log(JSON.stringify({ id: data.id, clients, calendar: calendar.todos.length > 0, status }));
