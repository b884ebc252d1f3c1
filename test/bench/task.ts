/** The task of a program of the bench, as JSON in its first argument. */
export interface Task {
  readonly url: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly requests: number;
}

/** What it says at its end, as JSON in its last line. */
export interface Outcome {
  readonly seconds: number;
  /** Calls that its user would see fail. */
  readonly failed: number;
}

export const task: Task = JSON.parse(process.argv[2] ?? '{}');

/** Makes all calls at once, as a caller that trusts the limiter would, and reports the result. */
export async function measure(call: () => Promise<unknown>): Promise<void> {
  const started = performance.now();
  const results = await Promise.allSettled(Array.from({ length: task.requests }, call));
  const outcome: Outcome = {
    seconds: (performance.now() - started) / 1000,
    failed: results.filter(({ status }) => status === 'rejected').length,
  };
  console.log(JSON.stringify(outcome));
}

/** A plain GET, read to its end. */
export async function get(): Promise<unknown> {
  const response = await fetch(task.url, { headers: { authorization: `svc-token ${task.token}` } });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(String(response.status));
  return body;
}
