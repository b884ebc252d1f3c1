import * as z from 'zod/mini';
import { isCareError } from '../errors.js';
import { copyAsJson } from '../hypermedia/copy-as-json.js';
import { isJsonObject, type JsonObject, type Source } from '../hypermedia/document.js';
import { checkInput, type InputSchema, inputErrorOf } from '../hypermedia/input.js';
import { Page } from '../hypermedia/lists/page.js';
import { isOtherMeta } from '../hypermedia/plain.js';
import { Resource } from '../hypermedia/resource.js';
import { anyValue } from '../hypermedia/schema.js';
import type { ResourceType, Session } from '../hypermedia/session.js';
import { parseDateTime } from '../values/date-time.js';
import { refine } from '../values/refine.js';
import type { DiarySchema, PlainDiarySchema } from './diary/diary.js';
import { directoryOf, setDirectory } from './label.js';
import { loadDiary, loadTool } from './lazy.js';

/** Makes a resource, a page or a diary schema of its plain form. Nothing is sent. */
export async function restore(session: Session, given: unknown): Promise<unknown> {
  const plain = copyAsJson(given, 'plain resource');
  if (!isJsonObject(plain))
    throw inputErrorOf('plain resource', [{ name: '(whole)', message: 'Must be an object.', code: 'wrong-type' }]);
  if ('@id' in plain) return restoreDiarySchema(session, plain);
  if ('items' in plain) return restorePage(session, plain);
  return restoreResource(session, plain);
}

const plainPage = z.object({ items: z.array(anyValue), total: z.nullable(z.number()) });

async function restorePage(session: Session, given: JsonObject): Promise<Page<unknown>> {
  const { items, total } = checkPlain(plainPage, given, 'plain page');
  const restored: unknown[] = [];
  for (const [index, item] of items.entries()) {
    restored.push(await restorePart(`items.${index}`, () => restoreResource(session, item)));
  }
  return new Page(restored, total);
}

async function restoreDiarySchema(session: Session, plain: unknown): Promise<DiarySchema> {
  const { DiarySchema } = await loadDiary();
  const schema = DiarySchema.restore(plain as PlainDiarySchema);
  session.resolve(schema.toPlain()['@base'], undefined, '@base of the plain diary schema');
  return schema;
}

const dateTimeText = z.nullable(
  z.string().check(refine((text) => parseDateTime(text) !== undefined, 'Not a date with time and zone.')),
);

function plainObject() {
  const schema = anyValue.check(refine(isJsonObject, 'Must be an object.', 'wrong-type', true));
  return schema as z.ZodMiniType as z.ZodMiniType<JsonObject>;
}

/** @param fits whether an attribute may have that name */
function attributes(expected: string, fits: (name: string) => boolean) {
  return plainObject().check(refine((value) => Object.keys(value).every(fits), expected, 'unknown-field'));
}

// By hand: `z.record` would enlarge the first load.
const linkUrls = plainObject().check(({ value, issues }) => {
  for (const [name, input] of Object.entries(value)) {
    if (typeof input !== 'string') issues.push({ code: 'invalid_type', expected: 'string', input, path: [name] });
  }
});

const plainResource = z.object({
  kind: z.string(),
  type: z.string(),
  url: z.string(),
  links: z.nullable(linkUrls),
  createdAt: dateTimeText,
  modifiedAt: dateTimeText,
  meta: attributes('Must have names of other meta attributes only.', isOtherMeta),
  data: attributes('Must have no name that begins with @.', (name) => !name.startsWith('@')),
  existed: z.optional(z.boolean()),
  schema: z.optional(anyValue),
});

async function restoreResource(session: Session, given: unknown): Promise<unknown> {
  const { kind, schema, ...plain } = checkPlain(plainResource, given, 'plain resource');
  const source = sourceOfPlain(session, plain);
  const type = await classOf(session, kind);
  const resource = await restorePart('data', async () => {
    const directory = directoryOf(session);
    const restored = session.instantiate(type, source, `restored ${type.type}`);
    // This connection did not read a restored application: its links may be those of another user.
    setDirectory(session, directory);
    return restored;
  });
  if (schema == null) return resource;
  const { DiaryEntry } = await loadDiary();
  return resource instanceof DiaryEntry
    ? resource.withSchema(await restorePart('schema', () => restoreDiarySchema(session, schema)))
    : resource;
}

/** By the name of the class: some documents have no `@type`, since their list or link says what they are. */
async function classOf(session: Session, kind: string): Promise<ResourceType<unknown>> {
  const named = { '@type': kind };
  await session.prepare([named]);
  // No response with a tool is documented, so its class is not found by `@type`.
  return kind === 'tool' ? (await loadTool()).Tool : (session.kindOf(named) ?? Resource);
}

/** The document of which the plain form was made. */
function sourceOfPlain(
  session: Session,
  { type, url, links, createdAt, modifiedAt, meta, data, existed }: Omit<z.infer<typeof plainResource>, 'kind'>,
): Source {
  // An empty one belongs to an item or a created resource without a URL.
  if (url !== '') session.resolve(url, undefined, 'url of the plain resource');
  const changes = { creation_time: createdAt, modification_time: modifiedAt };
  const document = {
    ...data,
    ...meta,
    ...(type !== '' && { '@type': type }),
    ...(url !== '' && { '@url': url }),
    ...(links !== null && { '@links': Object.entries(links).map(([name, link]) => ({ name, url: link })) }),
    ...((createdAt ?? modifiedAt) !== null && { '@changes': changes }),
  };
  return {
    document,
    base: session.resolve('.'),
    ...((links === null || url === '') && { listedIn: {} }),
    // `false` would mean that its links are unknown, also for an entry that was read.
    ...(existed === true && { existed }),
    context: { attempts: 0, waited: 0 },
  };
}

/** The checked input, without names that this release does not know: the plain form may come from a later one. */
function checkPlain<Input>(schema: z.ZodMiniType<Input>, given: unknown, what: string): Input {
  return checkInput(schema as unknown as InputSchema<unknown>, given, what) as Input;
}

/** Names the part in the problems of its failure. */
async function restorePart<Part>(path: string, restoreIt: () => Promise<Part>): Promise<Part> {
  try {
    return await restoreIt();
  } catch (failure) {
    if (!isCareError(failure, 'InputError') && !isCareError(failure, 'ResponseValidationError')) throw failure;
    const inPart = failure.problems.map((problem) => ({
      ...problem,
      name: problem.name === '(whole)' ? path : `${path}.${problem.name}`,
    }));
    throw inputErrorOf('plain resource', inPart);
  }
}
