// Prints the spans of a few calls: one per call, and one per attempt below it. Of a path they show documented words only.
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { connect } from 'care-platform';
import { withTelemetry } from 'care-platform/opentelemetry';
import { createSandbox } from 'care-platform/sandbox';

const exporter = new InMemorySpanExporter(); // yours sends them to a collector
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
const sandbox = createSandbox();
const care = await connect(
  withTelemetry(
    { baseUrl: sandbox.baseUrl, token: sandbox.tokens.apiUser, fetch: sandbox.fetch },
    { tracer: provider.getTracer('example') },
  ),
);

sandbox.faults.add({ kind: 'drop', when: 'before' }); // the first attempt is lost, and is retried
const client = await care.client({ id: 'EHR-1042' });
await client.update({ first_name: 'Fenna' });
await care.client({ id: 'EHR-9999' }).catch(() => undefined);
care.close();

for (const { name, parentSpanContext, attributes } of exporter.getFinishedSpans()) {
  const outcome = attributes['error.type'] ?? attributes['http.response.status_code'] ?? 'done';
  console.log(parentSpanContext === undefined ? `${name}: ${outcome}` : `  ${name}: ${outcome}`);
}
