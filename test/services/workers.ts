import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { WorkerTask } from './worker.ts';

const script = fileURLToPath(new URL('worker.ts', import.meta.url));

/** Runs workers that start together. Resolves with the result of each, once all have ended by themselves. */
export async function runWorkers(task: Omit<WorkerTask, 'waits'>): Promise<{ code: unknown; output: string }[]> {
  const argument = JSON.stringify({ ...task, waits: true });
  const workers = Array.from({ length: task.processes }, () => {
    const child = spawn(process.execPath, [script, argument], { stdio: ['pipe', 'pipe', 'inherit'] });
    const worker = { child, output: '', connected: once(child.stdout, 'data'), ended: once(child, 'close') };
    child.stdout.on('data', (text: Buffer) => {
      worker.output += text;
    });
    return worker;
  });
  await Promise.all(workers.map(({ connected }) => connected));
  for (const { child } of workers) child.stdin.end('go');
  return Promise.all(
    workers.map(async (worker) => {
      const [code] = await worker.ended;
      return { code, output: worker.output };
    }),
  );
}
