import { readFileSync } from 'node:fs';
import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { expect, test } from 'vitest';
import { METRICS } from './metric-table.js';

const folder = new URL('../../../../examples/deployment/prometheus/', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

/** Returns the names of all series that the exporter serves. */
async function exportedNames(): Promise<ReadonlySet<string>> {
  const reader = new PrometheusExporter({ preventServerStart: true });
  const meter = new MeterProvider({ readers: [reader] }).getMeter('test');
  for (const [name, { kind, ...options }] of Object.entries(METRICS)) {
    if (kind === 'histogram') meter.createHistogram(name, options).record(1);
    else if (kind === 'counter') meter.createCounter(name, options).add(1);
    else meter.createUpDownCounter(name, options).add(1);
  }
  const { resourceMetrics } = await reader.collect();
  const text = new PrometheusSerializer().serialize(resourceMetrics);
  return new Set(Array.from(text.matchAll(/^([a-z_]+)[{ ]/gm), ([, name]) => name ?? ''));
}

/** Returns the names of the metrics in an expression, which aren't those of labels. */
function metricsIn(expression: string): string[] {
  const withoutLabels = expression.replaceAll(
    /by \([^)]*\)|\{[^}]*\}|label_values\(|, job\)/g,
    ' ',
  );
  return withoutLabels.match(/\b(?:jsonrpc|rpc)_[a-z_]+/g) ?? [];
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets: readonly { readonly expr: string }[];
}

test('the alerts only use metrics that the exporter serves', async () => {
  const exported = await exportedNames();
  const expressions = read('alerts.yml').replaceAll(/(?:summary|#).*/g, '');
  const used = metricsIn(expressions);
  expect(used.length).toBeGreaterThan(6);
  expect(used.filter((name) => !exported.has(name))).toEqual([]);
});

test('the dashboard only draws metrics that the exporter serves, in panels that do not overlap', async () => {
  const exported = await exportedNames();
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: readonly Panel[] };
  const cells = new Set<string>();
  for (const { gridPos, targets } of panels) {
    const used = targets.flatMap(({ expr }) => metricsIn(expr));
    expect(used).not.toEqual([]);
    expect(used.filter((name) => !exported.has(name))).toEqual([]);
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    cells.add(`${gridPos.x} ${gridPos.y}`);
  }
  expect(cells.size).toBe(panels.length);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});
