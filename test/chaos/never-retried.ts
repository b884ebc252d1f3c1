import { type Application, type CatalogueItem, type Client, ExportJob, Label, type Resource } from 'care-platform';
import { hosts } from './client-writes.js';
import { runConcurrently } from './concurrency.js';
import { loseWrites } from './creating.js';
import { facts } from './facts.js';
import { groupBy, lazy } from './lookups.js';
import { type Platform, settled, startPlatform, stopPlatform } from './platform.js';
import { secretsFound } from './printed-output.js';
import { Findings, type Report } from './report.js';
import { Outcomes, type Write } from './write.js';

/** So many labels, tools, exports and merges, none of which may be sent twice. */
export async function once(count: number, seed: number): Promise<Report> {
  const findings = new Findings();
  const platform = await startPlatform(seed);
  const { sandbox, care, prints } = platform;
  const clients = await hosts(platform, 3 * count);
  const writes = [
    ...newLabels(care, count),
    ...(await newTools(platform, clients.slice(0, count))),
    ...(await newExports(care, count)),
    ...merges(platform, clients.slice(count)),
  ];
  const paths = [/^\/configuration\/labels$/, /\/tools$/, /^\/export$/, /\/merge$/];
  const sent = (path: RegExp) =>
    sandbox.journal.filter((one) => one.method === 'POST' && one.status !== 429 && path.test(one.path)).length;
  const before = paths.map(sent);
  loseWrites(sandbox, 'POST', paths);

  const outcomes = new Outcomes(prints);
  await runConcurrently(
    writes.map((write) => () => outcomes.run(write)),
    50,
  );
  await settled(platform);
  await outcomes.judge(findings);
  const requests = paths.map((path, index) => sent(path) - (before[index] ?? 0));
  findings.figure('Requests not refused, for as many writes', `${requests.join(', ')} for ${count} each`);
  findings.bound(
    `Sent more than once: ${requests} requests.`,
    requests.every((one) => one === count),
  );
  secretsFound(prints, findings);
  await stopPlatform(platform, findings);
  return findings;
}

function newLabels(care: Application, count: number): Write[] {
  const labels = lazy(async () => groupBy(await care.labels().toArray(), ({ data }) => data.label));
  return Array.from({ length: count }, (_, index): Write => {
    const text = `${facts.label} ${index}`;
    return {
      kind: 'labels',
      refusal: 'no',
      send: () => care.createLabel(text),
      state: async (result) => {
        const there = (await labels()).get(text) ?? [];
        return { there: there.length, mails: 0, ours: result instanceof Label && isAmong(result, there) };
      },
    };
  });
}

/** One for each client, who is mailed once for each that there is. */
async function newTools({ sandbox, care }: Platform, clients: readonly Client[]): Promise<Write[]> {
  const content: CatalogueItem[] = await care.catalogue({ limit: 50 }).toArray({ max: 50 });
  const id = content.find(({ data }) => data.content_type !== 'diary')?.data.id ?? '';
  const mails = lazy(() => groupBy(sandbox.outbox, ({ to }) => to));
  return clients.map((client): Write => {
    const state = () => {
      const there =
        mails()
          .get(client.data.email)
          ?.filter(({ kind }) => kind === 'tool').length ?? 0;
      return { there, mails: there, ours: there === 1 };
    };
    return { kind: 'tools', refusal: 'no', send: () => client.addTool({ id, notify: true }), state };
  });
}

/** Jobs are all alike, so they are counted by the requests, and each that was reported must be one of its own. */
async function newExports(care: Application, count: number): Promise<Write[]> {
  const jobs = lazy(() => care.exports().toArray());
  const reported = new Set<string>();
  return Array.from({ length: count }, (): Write => {
    const send = () => care.startExport({ name: 'client', output_format: 'csv' });
    const state = async (result: unknown) => {
      if (!(result instanceof ExportJob)) return { there: 0, mails: 0, ours: false };
      const ours = !reported.has(result.url) && isAmong(result, await jobs());
      reported.add(result.url);
      return { there: 1, mails: 0, ours };
    };
    return { kind: 'exports', refusal: 'no', send, state };
  });
}

/** Each client with the one after it, which is then gone. */
function merges({ sandbox }: Platform, clients: readonly Client[]): Write[] {
  const users = lazy(() => new Set(sandbox.control.users('client').map(({ key }) => key)));
  const pairs = Array.from({ length: clients.length / 2 }, (_, index) => clients.slice(2 * index, 2 * index + 2));
  return pairs.flatMap(([survivor, duplicate]): Write[] => {
    if (survivor === undefined || duplicate === undefined) return [];
    const isThere = ({ url }: Client) => users().has(url.split('/').at(-1) ?? '');
    const state = () => ({ there: isThere(duplicate) ? 0 : 1, mails: 0, ours: isThere(survivor) });
    return [{ kind: 'merges', refusal: 'no', send: () => survivor.mergeIn(duplicate), state }];
  });
}

function isAmong({ url }: Resource<unknown>, others: readonly Resource<unknown>[]): boolean {
  return others.some((one) => one.url === url);
}
