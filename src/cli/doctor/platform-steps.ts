import { type Application, isCareError } from 'care-platform';
import type { ExaminedPlatform } from './examined-platform.js';
import { explain } from './explain.js';
import type { Finding, Step } from './finding.js';

/** The platform's limit is 30 requests a second. This burst is within it, and leaves room for others. */
const burst = 20;
/** Milliseconds that two clocks may differ. `Date` has whole seconds, and a response takes time. */
const clockMargin = 60_000;

/** What the platform says: first without a token, then with it. */
export function platformSteps(platform: ExaminedPlatform): Step[] {
  let care: Application | undefined;
  const withToken = async () => {
    care ??= await platform.connect();
    return care;
  };
  const withAdvice = (work: () => Promise<Finding>) => async () => {
    try {
      return await work();
    } catch (error) {
      platform.shell.signal.throwIfAborted();
      return explain(error);
    }
  };
  return [
    { name: 'application', run: withAdvice(() => readRoot(platform)) },
    { name: 'clock', run: async () => compareClocks(platform.clockAhead) },
    {
      name: 'token',
      run: withAdvice(async () => {
        await withToken();
        return { outcome: 'ok', text: 'The platform accepts it.' };
      }),
    },
    { name: 'access', run: withAdvice(async () => tryLists(await withToken())) },
    {
      name: 'rate',
      run: withAdvice(async () => {
        const finding = await sendBurst(await withToken());
        care?.close();
        return finding;
      }),
    },
  ];
}

async function readRoot(platform: ExaminedPlatform): Promise<Finding> {
  try {
    const root = await platform.connect(true);
    root.close();
    const { name, mode, warning } = root.data;
    const more = [mode, warning].filter((text) => text).join('; ');
    return { outcome: 'ok', text: `${name}${more ? ` (${more})` : ''} responds at ${root.url}.` };
  } catch (error) {
    // An installation may ask for a token even here. The next step says whether it is right.
    if (!isCareError(error, 'UnauthorizedError')) throw error;
    return { outcome: 'ok', text: 'It responds, and asks for a token.' };
  }
}

function compareClocks(ahead: number | undefined): Finding {
  if (ahead === undefined) return { outcome: 'skipped', text: 'The responses do not say the time.' };
  const seconds = Math.round(Math.abs(ahead) / 1000);
  if (Math.abs(ahead) <= clockMargin) return { outcome: 'ok', text: `It differs by less than ${seconds + 1} s.` };
  const text = `The platform's clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's.`;
  return { outcome: 'warning', text, cause: 'clock', advice: 'Let this machine set its clock by the network (NTP).' };
}

const listsToTry: Readonly<Record<string, (care: Application) => Promise<unknown>>> = {
  clients: (care) => care.clients({ limit: 1 }).first(),
  professionals: (care) => care.professionals({ limit: 1 }).first(),
  labels: (care) => care.labels({ limit: 1 }).first(),
  catalogue: (care) => care.catalogue({ limit: 1 }).first(),
  exports: (care) => care.exports({ limit: 1 }).first(),
  changes: (care) => care.changes({ type: 'tasks', since: new Date() }).first(),
  'error logs': (care) => care.apiErrors({ limit: 1 }).first(),
};

/** The lists that every user of an integration may read. */
const basic = ['clients', 'professionals', 'labels', 'catalogue'];

async function tryLists(care: Application): Promise<Finding> {
  const refusals = new Map<string, boolean>();
  for (const [name, read] of Object.entries(listsToTry)) {
    const isRefused = await read(care).then(() => false, expectRefusal);
    refusals.set(name, isRefused);
  }
  const readable = [...refusals].flatMap(([name, isRefused]) => (isRefused ? [] : [name]));
  const others = [...refusals].flatMap(([name, isRefused]) => (isRefused ? [name] : []));
  const text = `It may read ${readable.join(', ') || 'no list'}${others.length > 0 ? `, and not ${others.join(', ')}` : ''}.`;
  if (basic.some((name) => readable.includes(name))) return { outcome: 'ok', text };
  return {
    outcome: 'warning',
    text: `${text} It is the token of a client or of a self-help user.`,
    cause: 'token-of-a-person',
    advice: 'An integration needs the token of an API user or of a professional.',
  };
}

/** A user without a right gets 403. A feature that is switched off is 404. */
function expectRefusal(error: unknown): true {
  if (isCareError(error, 'ForbiddenError') || isCareError(error, 'NotFoundError')) return true;
  if (isCareError(error, 'MethodNotAllowedError') || isCareError(error, 'LinkNotFoundError')) return true;
  throw error;
}

async function sendBurst(care: Application): Promise<Finding> {
  const started = performance.now();
  const results = await Promise.allSettled(Array.from({ length: burst }, () => care.refresh()));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const other = errors.find((error) => !isCareError(error, 'RateLimitedError'));
  if (other !== undefined) throw other;
  if (errors.length === 0) return { outcome: 'ok', text: `${burst} requests took ${seconds} s, and none was refused.` };
  return {
    outcome: 'warning',
    text: `${errors.length} of ${burst} requests were refused with 429, though they were within the limit.`,
    cause: 'rate-limited',
    advice: 'Other programs send from the same address. Let them share one throttle, or send less.',
  };
}
