// npm run trace-picture: draws docs/trace.svg, the trace of a run against the sandbox. The platform refuses one request and
// fails one, and the throttle lets few through, so that the picture has what a trace can show.
import { writeFileSync } from 'node:fs';
import { context, SpanKind, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { connect } from 'care-platform';
import { withTelemetry } from 'care-platform/opentelemetry';
import { createSandbox } from 'care-platform/sandbox';

const exporter = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }));
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

const sandbox = createSandbox();
await using server = await sandbox.listen();
using care = await connect(
  withTelemetry({
    baseUrl: server.baseUrl,
    token: sandbox.tokens.apiUser,
    throttle: { requestsPerSecond: 20, burst: 2 },
  }),
);
exporter.reset();
sandbox.faults.add({ kind: 'response', status: 503, method: 'PATCH' }, { kind: 'delay', milliseconds: 60, times: 9 });

await trace.getTracer('a program').startActiveSpan('evening run', async (span) => {
  const client = await care.client({ id: 'EHR-1042' });
  const tasks = client.tasks().toArray();
  const labels = care.labels().toArray();
  await client.update({ first_name: 'Fenna' });
  await Promise.all([tasks, labels]);
  span.end();
});

const file = new URL('../docs/trace.svg', import.meta.url);
writeFileSync(file, drawing(exporter.getFinishedSpans()));
console.log(`Drawn in ${file.pathname}.`);

interface Row {
  readonly span: ReadableSpan;
  readonly depth: number;
}

function rowsOf(spans: readonly ReadableSpan[], parent: string | undefined, depth: number): Row[] {
  return spans
    .filter(({ parentSpanContext }) => parentSpanContext?.spanId === parent)
    .sort((left, right) => startOf(left) - startOf(right))
    .flatMap((span) => [{ span, depth }, ...rowsOf(spans, span.spanContext().spanId, depth + 1)]);
}

/** In milliseconds. */
function startOf({ startTime: [seconds, nanoseconds] }: ReadableSpan): number {
  return seconds * 1000 + nanoseconds / 1e6;
}

function durationOf({ duration: [seconds, nanoseconds] }: ReadableSpan): number {
  return seconds * 1000 + nanoseconds / 1e6;
}

function drawing(spans: readonly ReadableSpan[]): string {
  const rows = rowsOf(spans, undefined, 0);
  const begin = Math.min(...spans.map(startOf));
  const total = Math.max(...spans.map((span) => startOf(span) + durationOf(span))) - begin;
  const [left, width, top, height] = [350, 490, 78, 28];
  const x = (milliseconds: number) => Math.round(left + (milliseconds / total) * width);
  const bottom = top + rows.length * height;
  const bars = rows.map(({ span, depth }, index) => {
    const y = top + index * height;
    const [from, to] = [x(startOf(span) - begin), x(startOf(span) - begin + durationOf(span))];
    const label = labelOf(span);
    return `<text x="${20 + depth * 18}" y="${y + 18}">${span.name}</text>
<rect x="${from}" y="${y + 5}" width="${Math.max(2, to - from)}" height="18" rx="3" fill="${colourOf(span)}"/>
<text x="${to + 6}" y="${y + 18}" font-size="12" fill="#57606a">${label}</text>`;
  });
  const step = [50, 100, 200, 500, 1000].find((milliseconds) => total / milliseconds <= 8) ?? 2000;
  const marks = Array.from({ length: Math.floor(total / step) + 1 }, (_, index) => index * step);
  const lines = marks.map((mark) => `M${x(mark)} ${top}V${bottom}`).join('');
  const times = marks.map(
    (mark) => `<text x="${x(mark)}" y="${bottom + 20}" text-anchor="middle" fill="#57606a">${mark} ms</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 ${bottom + 36}" font-family="system-ui, sans-serif" font-size="13" fill="#1f2328">
<title>A trace: spans of calls, and of their attempts below them</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="20" y="28" font-size="16" font-weight="600">A trace of a run against the sandbox</text>
<text x="20" y="50" fill="#57606a">Grey: the program. Green: calls, with their waits. Blue: attempts. Red: an attempt that failed, and was sent again.</text>
<path d="${lines}" stroke="#d8dee4"/>
${bars.join('\n')}
${times.join('\n')}
</svg>
`;
}

function labelOf(span: ReadableSpan): string {
  const milliseconds = `${Math.round(durationOf(span))} ms`;
  const status = span.attributes['http.response.status_code'];
  return status === undefined ? milliseconds : `${status}, ${milliseconds}`;
}

function colourOf({ kind, attributes, parentSpanContext }: ReadableSpan): string {
  if (attributes['error.type'] !== undefined) return '#d1242f';
  if (kind === SpanKind.CLIENT) return '#1f6feb';
  return parentSpanContext === undefined ? '#8c959f' : '#2da44e';
}
