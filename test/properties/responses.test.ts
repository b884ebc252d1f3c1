import {
  ApiError,
  type Application,
  Collection,
  type ConnectOptions,
  DiaryEntry,
  DiarySchema,
  ExportJob,
  isCareError,
  Resource,
} from 'care-platform';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { applicationDocument, baseUrl, clientDocument, type Document, listDocument } from '../support/documents.js';
import { connected } from '../support/scripted-fetch.js';
import { eachPlaceChanged, mutated, withTreacherousNames, written } from './mutated-json.js';
import { hostAt, type Reading, readings } from './readings.js';
import { validDocuments } from './valid-documents.js';

const valid = await validDocuments();
const json = { 'content-type': 'application/json' };
const rejections: unknown[] = [];
const unhandled = (reason: unknown) => rejections.push(reason);
process.on('unhandledRejection', unhandled);
afterAll(() => process.off('unhandledRejection', unhandled));
afterEach(() => expect(rejections).toEqual([]));

/** Does it, and lets nothing but a documented error end it. */
async function defined(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (thrown) {
    if (!isCareError(thrown)) throw thrown;
    expect(thrown.message).not.toBe('');
    expect(() => JSON.stringify(thrown)).not.toThrow();
    return undefined;
  }
}

/** Everything that can be looked at without a request. */
function lookAt(resource: Resource<unknown>): void {
  expect(typeof resource.url).toBe('string');
  expect(typeof resource.type).toBe('string');
  expect(resource.createdAt ?? new Date(0)).toBeInstanceOf(Date);
  expect(resource.modifiedAt?.getTime()).not.toBeNaN();
  expect(resource.links.names().every((name) => resource.links.get(name).name === name)).toBe(true);
  expect(Object.getPrototypeOf(resource.data)).toBe(Object.prototype);
  expect(Object.isFrozen(resource.data)).toBe(true);
  expect(resource.attribute('toString')).toBe(Object.getOwnPropertyDescriptor(resource.toJSON(), 'toString')?.value);
  if (!(resource instanceof ExportJob)) return;
  expect([typeof resource.ready, typeof resource.ended]).toEqual(['boolean', 'boolean']);
  // A job whose file is ready has ended.
  expect(resource.ended || !resource.ready).toBe(true);
}

async function useSchema(schema: DiarySchema): Promise<void> {
  await defined(() => schema.validate({ dt: new Date(), ...schema.defaults() }));
  await defined(() => schema.jsonSchema());
}

async function drawSchema(schema: DiarySchema): Promise<void> {
  await defined(() => schema.chart([], { zone: 'Europe/Amsterdam' }));
  for (const { choices } of schema.fields) {
    for (const choice of Array.isArray(choices) ? choices : []) await defined(() => schema.icon(choice));
  }
}

/** All that a call gave. */
async function looked(result: unknown): Promise<unknown[]> {
  const found: unknown[] = result instanceof Collection ? [] : [result].flat();
  if (result instanceof Collection) {
    for await (const item of result) expect(found.push(item)).toBeLessThan(1000);
  }
  for (const one of found) if (one instanceof Resource) lookAt(one);
  for (const schema of schemasOf(found)) await useSchema(schema);
  return found;
}

/** With the icons and charts there are. */
async function lookAtAll(result: unknown): Promise<unknown[]> {
  const found = await looked(result);
  for (const schema of schemasOf(found)) await drawSchema(schema);
  return found;
}

function schemasOf(found: readonly unknown[]): DiarySchema[] {
  const schemas = found.map((one) => (one instanceof DiaryEntry ? one.schema : one));
  return schemas.filter((one) => one instanceof DiarySchema);
}

/**
 * A connection that has this text for every response but those of the people whose parts are asked for.
 *
 * @param goesOn whether a list has the same again where it goes on, and not what comes after
 */
function connectTo(text: string, goesOn: boolean, options: Partial<ConnectOptions> = {}): Promise<Application> {
  const respond = (url: URL) => {
    const start = Number(url.searchParams.get('start'));
    const shown = start > 0 && !goesOn ? rest(text, start) : text;
    return hostAt(url, valid) ?? new Response(written(shown), { headers: json });
  };
  return connected(respond, options);
}

/** What a list has from that place on. */
function rest(text: string, start: number): string {
  const document = JSON.parse(text) as { '@items'?: unknown } | null;
  const items = document?.['@items'];
  return JSON.stringify(listDocument(Array.isArray(items) ? items.slice(start) : []));
}

/** Any kind of response with something changed in it, and a call that reads that kind. */
const changedResponses = fc.oneof(
  ...readings.map((reading) =>
    fc
      .record({ text: mutated(documentOf(reading)), goesOn: fc.boolean() })
      .map((response) => ({ ...response, read: reading.read, toString: () => `${reading.read}: ${response.text}` })),
  ),
);

function documentOf({ response }: Reading): Document {
  const document = valid.get(response);
  if (document === undefined) throw new Error(`There is no document of ${response}.`);
  return document;
}

test.each(readings.map((reading) => [reading.response, reading] as const))(
  'a response as the platform gives it is read whole: %s',
  async (_, reading) => {
    const care = await connectTo(JSON.stringify(documentOf(reading)), false);
    const found = await lookAtAll(await reading.read(care)).finally(() => care.close());
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) expect(one).toBeInstanceOf(reading.gives);
  },
);

test.each(readings.map((reading) => [reading.response, reading] as const))(
  'names like those of an object’s own parts are attributes like any other: %s',
  async (_, reading) => {
    const care = await connectTo(JSON.stringify(withTreacherousNames(documentOf(reading))), false);
    const found = await lookAtAll(await reading.read(care)).finally(() => care.close());
    for (const one of found) {
      expect(one).toBeInstanceOf(reading.gives);
      expect((one as { polluted?: unknown }).polluted).toBeUndefined();
    }
  },
);

test('a response with one value of another type gives valid resources or documented errors', async () => {
  for (const reading of readings) {
    for (const text of eachPlaceChanged(documentOf(reading))) {
      const care = await connectTo(text, false);
      await defined(async () => lookAtAll(await reading.read(care))).finally(() => care.close());
    }
  }
});

describe('a response like a valid one, with something changed in it', () => {
  test('gives valid resources or documented errors, and its lists end', async () => {
    await fc.assert(
      fc.asyncProperty(changedResponses, async ({ read, text, goesOn }) => {
        const care = await connectTo(text, goesOn);
        try {
          await defined(async () => lookAtAll(await read(care)));
          await defined(async () => {
            const opened = await care.open(`${baseUrl}/c/1`);
            await lookAtAll(opened);
            if (!(opened instanceof Resource)) return;
            for (const name of opened.links.names().slice(0, 3)) await defined(() => opened.follow(name));
          });
        } finally {
          care.close();
        }
      }),
      { numRuns: 600 },
    );
  });

  test('is no trouble for a lenient connection either', async () => {
    const warned: unknown[] = [];
    const logger = { debug() {}, info() {}, warn: (message: unknown) => warned.push(message), error() {} };
    await fc.assert(
      fc.asyncProperty(changedResponses, async ({ read, text, goesOn }) => {
        const care = await connectTo(text, goesOn, { validation: 'lenient', logger });
        try {
          await defined(async () => lookAtAll(await read(care)));
        } finally {
          care.close();
        }
      }),
      { numRuns: 300 },
    );
    expect(warned.length).toBeGreaterThan(0);
  });

  test('gives a connection or a documented error if it is the root', async () => {
    await fc.assert(
      fc.asyncProperty(mutated(applicationDocument()), async (root) => {
        const care = await defined(() => connected(() => clientDocument(), {}, written(root)));
        if (care instanceof Resource) {
          lookAt(care);
          await defined(() => (care as Application).client({ id: 'EHR-1' }));
          (care as Application).close();
        }
      }),
      { numRuns: 150 },
    );
  });

  test('is an error of its status, whatever the body says', async () => {
    const problem = { name: 'email', message: 'Must be unique.' };
    const bodies = mutated(
      { code: 400, message: 'Not valid.', extra: [problem, problem] },
      { code: 500, message: 'x' },
    );
    await fc.assert(
      fc.asyncProperty(
        bodies,
        fc.constantFrom(400, 401, 403, 404, 405, 406, 409, 418, 500, 503),
        async (text, status) => {
          const care = await connected(() => new Response(written(text), { status, headers: json }));
          const failure = await care.client({ id: 'EHR-1' }).catch((thrown: unknown) => thrown);
          care.close();
          expect(failure).toBeInstanceOf(ApiError);
          expect(failure).toMatchObject({ status, method: 'GET', attempts: 1 });
        },
      ),
      { numRuns: 200 },
    );
  });
});
