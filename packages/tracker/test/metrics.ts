import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';

/** A data point of a counter. */
export interface Point {
  readonly name: string;
  readonly attributes: object;
  readonly value: unknown;
}

/** Returns the provider of an SDK, and a function that collects what it has counted. */
export function countingProvider(): {
  readonly provider: MeterProvider;
  readonly collect: () => Promise<readonly Point[]>;
} {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const provider = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter })],
  });
  return {
    provider,
    collect: async () => {
      await provider.forceFlush();
      const scopes = exporter.getMetrics().at(-1)?.scopeMetrics ?? [];
      return scopes.flatMap(({ metrics }) =>
        metrics.flatMap(({ descriptor: { name }, dataPoints }) =>
          dataPoints.map(({ attributes, value }) => ({ name, attributes, value })),
        ),
      );
    },
  };
}
