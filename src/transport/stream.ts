import type { Answering } from './attempt.js';

/**
 * The body as a stream that holds its connection until it ends, fails or is cancelled. A download may take hours, so its
 * time limit is an idle one: `timeout` milliseconds without a byte. It does not count while nobody reads.
 */
export function openStream(answering: Answering): ReadableStream<Uint8Array<ArrayBuffer>> {
  const { response, lifetime, timeout } = answering;
  const reader = response.body?.getReader();
  lifetime.rest();
  lifetime.dropDeadline();
  if (reader === undefined) answering.finish('done');
  return new ReadableStream(
    {
      start(controller) {
        // An unread body has nobody who would notice, and would keep its connection.
        const ended = () => {
          controller.error(answering.failure(undefined, 'bytes'));
          answering.finish('aborted');
          // Node's fetch follows a signal by a weak reference only, and may have lost it: this closes the socket surely.
          reader?.cancel().catch(() => undefined);
        };
        if (lifetime.signal.aborted) ended();
        else lifetime.signal.addEventListener('abort', ended, { once: true });
      },
      async pull(controller) {
        if (reader === undefined) {
          controller.close();
          return;
        }
        try {
          lifetime.restart(timeout);
          const { done, value } = await reader.read();
          lifetime.rest();
          if (lifetime.signal.aborted) return;
          if (!done) {
            controller.enqueue(value);
            return;
          }
          answering.finish('done');
          controller.close();
        } catch (thrown) {
          const failure = answering.failure(thrown, 'bytes');
          answering.finish('aborted');
          controller.error(failure);
        }
      },
      async cancel(reason) {
        answering.finish('aborted');
        await reader?.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
