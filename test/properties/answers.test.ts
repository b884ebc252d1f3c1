import {
  type Application,
  Collection,
  DiaryEntry,
  type DiarySchema,
  ExportJob,
  InputError,
  isCareError,
  Resource,
} from 'care-platform';
import fc from 'fast-check';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { applicationDocument, baseUrl, clientDocument } from '../support/documents.js';
import { connected } from './answering.js';
import { mutated, written } from './mutated-json.js';
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
async function lookAt(resource: Resource<unknown>): Promise<void> {
  expect(typeof resource.url).toBe('string');
  expect(typeof resource.type).toBe('string');
  expect(resource.createdAt ?? new Date(0)).toBeInstanceOf(Date);
  expect(resource.modifiedAt?.getTime()).not.toBeNaN();
  expect(resource.links.names().every((name) => resource.links.get(name).name === name)).toBe(true);
  expect(Object.getPrototypeOf(resource.data)).toBe(Object.prototype);
  expect(Object.isFrozen(resource.data)).toBe(true);
  expect(resource.attribute('toString')).toBe(Object.getOwnPropertyDescriptor(resource.toJSON(), 'toString')?.value);
  if (resource instanceof ExportJob) expect([resource.ready, resource.ended].join()).toMatch(/true|false/);
  if (resource instanceof DiaryEntry && resource.schema !== undefined) await lookAtSchema(resource.schema);
}

async function lookAtSchema(schema: DiarySchema): Promise<void> {
  await defined(() => schema.validate({ dt: new Date(), ...schema.defaults() }));
  await defined(() => schema.jsonSchema());
  await defined(() => schema.chart([], { zone: 'Europe/Amsterdam' }));
  for (const field of schema.fields) for (const choice of field.choices ?? []) await defined(() => schema.icon(choice));
}

/** Opens whatever a URL answers, looks at it, iterates it, and follows its first links. */
async function openAll(care: Application): Promise<void> {
  const opened = await defined(() => care.open(`${baseUrl}/c/1`));
  if (opened instanceof Resource) {
    await lookAt(opened);
    for (const name of opened.links.names().slice(0, 3)) await defined(() => opened.follow(name));
  }
  if (opened instanceof Collection) await defined(() => readAll(opened));
  await defined(async () => lookAt(await care.client({ id: 'EHR-1' })));
  await defined(() => readAll(care.clients({ limit: 3 })));
  await defined(() => readAll(care.labels()));
}

async function readAll(list: Collection<Resource<unknown>>): Promise<void> {
  let read = 0;
  for await (const item of list) {
    await lookAt(item);
    expect(++read).toBeLessThan(1000);
  }
}

describe('an answer like a valid one, with something changed in it', () => {
  test('gives valid resources or documented errors, and its lists end', async () => {
    await fc.assert(
      fc.asyncProperty(mutated(...valid), async (text) => {
        const care = await connected(() => new Response(written(text), { headers: json }));
        try {
          await openAll(care);
        } finally {
          care.close();
        }
      }),
      { numRuns: 250, interruptAfterTimeLimit: 4000 },
    );
  });

  test('is no trouble for a lenient connection either', async () => {
    const warned: unknown[] = [];
    const logger = { debug() {}, info() {}, warn: (message: unknown) => warned.push(message), error() {} };
    await fc.assert(
      fc.asyncProperty(mutated(...valid), async (text) => {
        const answer = () => new Response(written(text), { headers: json });
        const care = await connected(answer, { validation: 'lenient', logger });
        try {
          await defined(async () => lookAt(await care.client({ id: 'EHR-1' })));
          await defined(() => readAll(care.clients({ limit: 3 })));
        } finally {
          care.close();
        }
      }),
      { numRuns: 120, interruptAfterTimeLimit: 2000 },
    );
    expect(warned.length).toBeGreaterThan(0);
  });

  test('gives a connection or a documented error where it is the root', async () => {
    await fc.assert(
      fc.asyncProperty(mutated(applicationDocument()), async (root) => {
        const care = await defined(() => connected(() => clientDocument(), {}, written(root)));
        if (care instanceof Resource) {
          await lookAt(care);
          await defined(() => (care as Application).client({ id: 'EHR-1' }));
          (care as Application).close();
        }
      }),
      { numRuns: 150, interruptAfterTimeLimit: 2000 },
    );
  });

  test('says what was refused in an error of its status, whatever the body says', async () => {
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
          expect(isCareError(failure, 'ApiError') || isCareError(failure)).toBe(true);
          expect(failure).toMatchObject({ status, method: 'GET', attempts: 1 });
          expect(failure).not.toBeInstanceOf(InputError);
        },
      ),
      { numRuns: 200, interruptAfterTimeLimit: 2000 },
    );
  });
});
