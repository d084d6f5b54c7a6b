import type { Attributes } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';

/** A data point. */
export interface Point {
  readonly name: string;
  readonly attributes: Attributes;
  readonly value: unknown;
}

/** Returns the provider of an SDK, and a function that collects the data points of a metric. */
export function countingProvider(): {
  readonly provider: MeterProvider;
  readonly collect: (metric: string) => Promise<readonly Point[]>;
} {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const provider = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter })],
  });
  return {
    provider,
    collect: async (metric) => {
      await provider.forceFlush();
      const scopes = exporter.getMetrics().at(-1)?.scopeMetrics ?? [];
      return scopes.flatMap(({ metrics }) =>
        metrics
          .filter(({ descriptor: { name } }) => name === metric)
          .flatMap(({ descriptor: { name }, dataPoints }) =>
            dataPoints.map(({ attributes, value }) => ({ name, attributes, value })),
          ),
      );
    },
  };
}
