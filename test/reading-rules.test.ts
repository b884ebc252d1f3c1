import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'care-platform';
import { createSandbox, type Sandbox } from 'care-platform/sandbox';
import { expect, test } from 'vitest';
import {
  checkRule,
  openReading,
  type ReadingRule,
  type RuleResult,
  readingRules as rules,
  WireTap,
} from '../src/conformance/index.js';

test('each rule that reading can show is a test of its section', () => {
  const sections = [...new Set(rules.map(({ section }) => section))];
  const missing = sections.filter((section) => {
    const file = `test/conformance/${section}.test.ts`;
    return !existsSync(file) || !readFileSync(file, 'utf8').includes(`\nreadingRules('${section}');`);
  });
  expect(missing).toEqual([]);
  expect(rules.length).toBeGreaterThan(40);
});

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The document with each field replaced by what `change` returns for it; `undefined` leaves it out. */
function changeFields(value: Json, change: (name: string, value: Json) => Json | undefined): Json {
  if (Array.isArray(value)) return value.map((item) => changeFields(item, change));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, field]) => {
    const changed = change(name, changeFields(field, change));
    return changed === undefined ? [] : [[name, changed]];
  });
  return Object.fromEntries(entries);
}

type Platform = (response: Response) => Response | Promise<Response>;

/** Data of a patient that a platform puts where it does not belong. */
const misplaced = 'Geheim Patientje';
const json = 'application/json;charset=utf-8';

/** A platform whose JSON differs in its fields. */
function withFields(change: (name: string, value: Json) => Json | undefined): Platform {
  return async (response) => {
    if (!response.headers.get('content-type')?.includes('json')) return response;
    const document = changeFields(await response.json(), change);
    return Response.json(document, { status: response.status, headers: { 'content-type': json } });
  };
}

/** What platforms could do that breaks rules. */
const brokenPlatforms: Readonly<Record<string, Platform>> = {
  'other types': withFields((name, value) => (name === '@type' ? `${value}/${misplaced}` : value)),
  'other URLs': withFields((name, value) => (name === '@url' ? `${value}/${misplaced}` : value)),
  'no links': withFields((name, value) => (name === '@links' ? [] : value)),
  'links to another origin': withFields((name, value) =>
    name === 'url' ? `https://elsewhere.example/${misplaced}` : value,
  ),
  'links with other fields': withFields((name, value) =>
    name === '@links' && Array.isArray(value) ? value.map(() => ({ [misplaced]: misplaced })) : value,
  ),
  'items as an object': withFields((name, value) => (name === '@items' ? { [misplaced]: value } : value)),
  'another paging': withFields((name, value) => (name === '@paging' ? { start: misplaced, [misplaced]: 7 } : value)),
  'texts of a patient': withFields((name, value) =>
    typeof value === 'string' && !name.startsWith('@') && name !== 'url' ? misplaced : value,
  ),
  'times and schemas as texts': withFields((name, value) =>
    ['@changes', '@schemas', 'fields'].includes(name) ? misplaced : value,
  ),
  'a web address that is a number': withFields((name, value) => (name === 'web_url' ? 7 : value)),
  'lists for resources': async (response) => {
    if (!response.headers.get('content-type')?.includes('json')) return response;
    const document = { ...((await response.json()) as object), '@items': [] };
    return Response.json(document, { status: response.status, headers: { 'content-type': json } });
  },
  'everything there is': async (response) => (response.status === 404 ? Response.json({}) : response),
  'pages of a gateway': () =>
    new Response(`<h1>${misplaced}</h1>`, { headers: { 'content-type': `text/html;name="${misplaced}"` } }),
  refusals: () =>
    Response.json({ code: 400, message: misplaced, extra: [{ name: misplaced, message: misplaced }] }, { status: 400 }),
  'another calendar': (response) =>
    response.headers.get('content-type')?.includes('json')
      ? response
      : new Response(`BEGIN:VEVENT\r\nVERSION:${misplaced}\r\n`, { headers: { 'content-type': 'text/calendar' } }),
};

/** Checks all rules against a platform that responds as it should only until the connection is open. */
async function checkAll(
  sandbox: Sandbox,
  platform: Platform,
  checked: readonly ReadingRule[] = rules,
): Promise<readonly RuleResult[]> {
  let isBroken = false;
  const tap = new WireTap(async (input, init) => {
    // Only the platform gets the token.
    expect(String(input).startsWith(sandbox.baseUrl)).toBe(true);
    const response = await sandbox.fetch(input, init);
    return isBroken ? platform(response) : response;
  });
  const limits = { requestsPerSecond: 1000, burst: 1000 };
  const { baseUrl, tokens } = sandbox;
  const care = await connect({ baseUrl, token: tokens.apiUser, fetch: tap.fetch, throttle: limits });
  isBroken = true;
  const reading = openReading(care, tap, 'EHR-1042');
  const results: RuleResult[] = [];
  for (const rule of checked) results.push(await checkRule(rule, reading));
  care.close();
  return results;
}

/** Texts of the platform's data, such as names, and the token. */
function secretsOf({ control, tokens }: Sandbox): string[] {
  const ofUsers = control.users().flatMap(({ name, id, email }) => [...name.split(' '), id ?? '', email ?? '']);
  return [misplaced, tokens.apiUser, ...ofUsers.filter((text) => text.length > 3)];
}

test('each rule fails on some platform that breaks it, and no result holds data of patients or the token', async () => {
  const sandbox = createSandbox({ limits: false });
  const held = new Set(rules.map(({ id }) => id));
  const texts: string[] = [];
  const listed = new Map(rules.map(({ id }) => [id, new Set<string>()]));
  for (const platform of Object.values(brokenPlatforms)) {
    for (const { rule, outcome, text = '', findings } of await checkAll(sandbox, platform)) {
      if (outcome === 'not held') held.delete(rule.id);
      expect(text === '', text).toBe(outcome === 'held');
      texts.push(text, ...findings);
      for (const line of [text, ...findings].filter((found) => found !== '')) listed.get(rule.id)?.add(line);
    }
  }
  expect([...held]).toEqual([]);
  const shown = texts.join('\n');
  expect(secretsOf(sandbox).filter((secret) => shown.includes(secret))).toEqual([]);
  expect(texts.length).toBeGreaterThan(400);
  const list = [...listed].map(([id, lines]) => [`${id}:`, ...lines].join('\n  '));
  await expect(`${list.join('\n\n')}\n`).toMatchFileSnapshot('reading-rules.txt');
});

test.each([
  [12, 0, true],
  [12, 5, true],
  [120, 99, true],
  [120, 100, false],
  [0, 0, false],
])('of %d clients of whom %d have no id, the first one with an id is found: %s', async (clients, without, isFound) => {
  const sandbox = createSandbox({ limits: false, clients });
  // Pages overlap, so that a user may be listed twice.
  const listed = new Set<Json>();
  let firstId: Json | undefined;
  const hideIds = withFields((name, items) => {
    if (name !== '@items' || !Array.isArray(items)) return items;
    return items.map((user: { readonly [name: string]: Json }) => {
      listed.add(user['@url'] ?? null);
      if ([...listed].indexOf(user['@url'] ?? null) < without) return { ...user, id: null };
      firstId ??= user.id;
      return user;
    });
  });
  const tap = new WireTap(async (input, init) => hideIds(await sandbox.fetch(input, init)));
  const { baseUrl, tokens } = sandbox;
  const care = await connect({ baseUrl, token: tokens.apiUser, fetch: tap.fetch, throttle: { burst: 1000 } });
  const found = openReading(care, tap).clientId();
  if (isFound) expect(await found).toBe(firstId);
  else await expect(found).rejects.toThrow();
  care.close();
});

test.each(['application/json', 'text/calendar'])('an endless response of %s is read only so far', async (type) => {
  const mebibyte = new Uint8Array(2 ** 20).fill(32);
  let read = 0;
  const endless = () => {
    const body = new ReadableStream({
      pull(controller) {
        read += 1;
        // Far enough to see, and not so far that the test would exhaust the memory.
        if (read === 300) controller.close();
        else controller.enqueue(mebibyte);
      },
    });
    return new Response(body, { headers: { 'content-type': type } });
  };
  const checked = rules.filter(({ id }) => id === 'RES-5');
  const [result] = await checkAll(createSandbox({ limits: false }), endless, checked);
  expect(result?.outcome).toBe('not held');
  expect(read).toBeLessThan(100);
});
