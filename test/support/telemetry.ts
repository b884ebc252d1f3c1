import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  AggregationTemporality,
  type DataPoint,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { onTestFinished } from 'vitest';

/** What OpenTelemetry was given during one test. */
export interface Telemetry {
  /** Those that have ended, in the order in which they ended. */
  spans(): ReadableSpan[];
  /** The same by their names, each below its parent and indented. */
  tree(): string[];
  /** The data points of one metric; empty if there is no such metric. */
  points(metric: string): Promise<DataPoint<number | Histogram>[]>;
  /** The names of all meters that metrics came from. */
  scopes(): Promise<string[]>;
  forget(): void;
}

/** Registers the SDK globally, as a program does, until the test ends. */
export function telemetry(): Telemetry {
  const spanExporter = new InMemorySpanExporter();
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  // It is asked for its metrics: never by its timer.
  const reader = new PeriodicExportingMetricReader({ exporter: metricExporter, exportIntervalMillis: 2 ** 30 });
  const tracers = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spanExporter })] });
  const meters = new MeterProvider({ readers: [reader] });
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(meters);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  onTestFinished(async () => {
    for (const api of [trace, metrics, context, propagation]) api.disable();
    await Promise.all([tracers.shutdown(), meters.shutdown()]);
  });
  const collect = async () => {
    metricExporter.reset();
    await meters.forceFlush();
    return metricExporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics);
  };
  return {
    spans: () => [...spanExporter.getFinishedSpans()],
    tree: () => treeOf(spanExporter.getFinishedSpans()),
    async points(metric) {
      const found = (await collect()).flatMap(({ metrics: all }) =>
        all.filter(({ descriptor }) => descriptor.name === metric),
      );
      return found.flatMap(({ dataPoints }) => dataPoints as DataPoint<number | Histogram>[]);
    },
    scopes: async () => (await collect()).map(({ scope }) => scope.name),
    forget: () => spanExporter.reset(),
  };
}

function treeOf(spans: readonly ReadableSpan[], parent?: ReadableSpan): string[] {
  const ids = new Set(spans.map((span) => span.spanContext().spanId));
  const parentOf = ({ parentSpanContext }: ReadableSpan) =>
    parentSpanContext !== undefined && ids.has(parentSpanContext.spanId) ? parentSpanContext.spanId : undefined;
  return spans
    .filter((span) => parentOf(span) === parent?.spanContext().spanId)
    .flatMap((span) => [span.name, ...treeOf(spans, span).map((name) => `  ${name}`)]);
}
