// What a worker does when it is told of a platform: reads a client, and says how that went.
import { type Client, connect } from 'care-platform';

export interface Errand {
  readonly baseUrl: string;
  readonly token: string;
  readonly tokenKind?: 'user' | 'apiUser';
  readonly simulatedPage?: boolean;
}

export type Report =
  | { readonly name: string; readonly tasks: number; readonly rate: number }
  | { readonly error: string; readonly message: string };

export async function run(errand: Errand): Promise<Report> {
  try {
    const care = await connect(errand);
    const client: Client = await care.client({ id: 'EHR-1042' });
    const tasks = await client.tasks().toArray();
    const { requestsPerSecond } = care.throttle.stats();
    care.close();
    return { name: client.data.name, tasks: tasks.length, rate: requestsPerSecond };
  } catch (error) {
    return error instanceof Error
      ? { error: error.name, message: error.message }
      : { error: '', message: String(error) };
  }
}

if (typeof document === 'undefined') {
  addEventListener('message', async ({ data }: MessageEvent<Errand>) => postMessage(await run(data)));
  addEventListener('connect', (event) => {
    const [port] = (event as MessageEvent).ports;
    port?.addEventListener('message', async ({ data }: MessageEvent<Errand>) => port.postMessage(await run(data)));
    port?.start();
  });
}
