import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { addInstrumentation } from '@jsonrpc-kit/core';
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus';
import { MeterProvider } from '@opentelemetry/sdk-metrics';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otelInstrumentation } from '../../src/otel.js';
import { drawPanels, type DrawnPanel, type FailureTime } from './draw-panels.js';
import { type Failure, type FailingService, startFailingService } from './failing-service.js';
import {
  freePort,
  type PrometheusServer,
  type Series,
  startPrometheus,
} from './prometheus-server.js';

const failures: readonly Failure[] = [
  'slow database',
  'hung dependency',
  'stalled reader',
  'flood from one caller',
];
/** Seconds before and during each failure. */
const CALM = 10;
const FAILING = 10;

interface DashboardPanel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

const dashboardFile = new URL(
  '../../../../examples/deployment/prometheus/grafana-dashboard.json',
  import.meta.url,
);

/** What an operator sees who has only the dashboard, drawn by a real Prometheus. */
class Dashboard {
  readonly #panels: readonly DrawnPanel[];
  readonly #times: readonly FailureTime[];

  constructor(panels: readonly DrawnPanel[], times: readonly FailureTime[]) {
    this.#panels = panels;
    this.#times = times;
  }

  /** Returns the values of a line before a failure and during it. */
  line(failure: Failure, title: string, labels: Series['labels'] = {}): Line {
    const time = this.#times.find(({ name }) => name === failure);
    const panel = this.#panels.find((one) => one.title === title);
    if (time === undefined || panel === undefined) throw new Error(`${title}: ${failure}`);
    const points = panel.series
      .filter(({ labels: own }) =>
        Object.entries(labels).every(([key, value]) => own[key] === value),
      )
      .flatMap((series) => series.points)
      .filter(([, value]) => Number.isFinite(value));
    const between = (from: number, to: number): readonly number[] =>
      points.filter(([at]) => at > from && at <= to).map(([, value]) => value);
    return {
      before: between(time.from - CALM + 1, time.from),
      during: between(time.from, time.to),
    };
  }
}

interface Line {
  readonly before: readonly number[];
  readonly during: readonly number[];
}

const highest = (values: readonly number[]): number => Math.max(0, ...values);

/** Unlike the highest value, a pause of the machine doesn't change it. */
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

describe('an operator who sees only the dashboard finds', () => {
  let service: FailingService;
  let exporter: PrometheusExporter;
  let prometheus: PrometheusServer;
  let remove: () => void;
  let dashboard: Dashboard;

  beforeAll(async () => {
    const port = await freePort();
    exporter = new PrometheusExporter({ port, host: '127.0.0.1' });
    const provider = new MeterProvider({ readers: [exporter] });
    remove = addInstrumentation(otelInstrumentation({ meterProvider: provider }));
    service = await startFailingService();
    prometheus = await startPrometheus(port);
    const begun = Date.now();
    const times: FailureTime[] = [];
    for (const name of failures) {
      await wait(CALM * 1_000);
      const from = Date.now() / 1_000;
      const end = service.plant(name);
      await wait(FAILING * 1_000);
      end();
      times.push({ name, from, to: Date.now() / 1_000 });
    }
    await wait(5_000);
    const { panels } = JSON.parse(await readFile(dashboardFile, 'utf8')) as {
      readonly panels: readonly DashboardPanel[];
    };
    const seconds = (Date.now() - begun) / 1_000;
    const drawn = await Promise.all(
      panels.map(async ({ title, targets }) => {
        const all = await Promise.all(
          targets.map(({ expr }) =>
            prometheus.query(
              expr.replaceAll('$job', 'bank').replaceAll('$__rate_interval', '4s'),
              seconds,
            ),
          ),
        );
        return { title, series: all.flat() };
      }),
    );
    dashboard = new Dashboard(drawn, times);
    const report = new URL('../../.report/', import.meta.url);
    await mkdir(report, { recursive: true });
    const withData = drawn.filter(({ series }) => series.some(({ points }) => points.length > 0));
    await writeFile(new URL('failures.svg', report), drawPanels(withData, times));
  }, 600_000);
  afterAll(async () => {
    remove();
    await service.close();
    await prometheus.close();
    await exporter.shutdown();
  });

  const P99 = 'Duration of 99 % of the calls';
  const FAILED = 'Failed calls per second by code';
  const ABANDONED = 'Handlers past their time limit';
  const CONGESTED = 'Connections whose clients read too slowly';
  const REJECTED = 'Rejected calls per second by limit';
  const CALLS = 'Calls per second by method';

  test('a slow database: only the method that uses it is slow, and nothing fails', () => {
    const failure = 'slow database';
    const transfer = dashboard.line(failure, P99, { rpc_method: 'transfer' });
    expect(median(transfer.before)).toBeLessThan(0.3);
    expect(median(transfer.during)).toBeGreaterThan(0.3);
    const ping = dashboard.line(failure, P99, { rpc_method: 'ping' });
    expect(median(ping.during)).toBeLessThan(0.3);
    expect(highest(dashboard.line(failure, FAILED).during)).toBe(0);
    expect(highest(dashboard.line(failure, ABANDONED).during)).toBe(0);
  });

  test('a hung dependency: its method times out, and handlers run past their time limit', () => {
    const failure = 'hung dependency';
    const timedOut = (method: string): Series['labels'] => ({
      rpc_method: method,
      error_type: '-32002',
    });
    const exchangeRates = dashboard.line(failure, FAILED, timedOut('exchangeRates'));
    expect(highest(exchangeRates.during)).toBeGreaterThan(1);
    const transfer = dashboard.line(failure, FAILED, timedOut('transfer'));
    expect(highest(transfer.during)).toBe(0);
    const abandoned = dashboard.line(failure, ABANDONED);
    expect(highest(abandoned.before)).toBe(0);
    expect(highest(abandoned.during)).toBeGreaterThan(10);
  });

  test('a stalled reader: a connection is congested, and calls are as fast as before', () => {
    const failure = 'stalled reader';
    const congested = dashboard.line(failure, CONGESTED);
    expect(highest(congested.before)).toBe(0);
    expect(highest(congested.during)).toBe(1);
    const unread = highest(dashboard.line(failure, 'Data that clients have not read').during);
    expect(unread).toBeGreaterThan(1_000_000);
    // The limit of one client, and an event.
    expect(unread).toBeLessThan(1_400_000);
    const transfer = dashboard.line(failure, P99, { rpc_method: 'transfer' });
    expect(median(transfer.during)).toBeLessThan(0.3);
  });

  test('a flood from one caller: the rate limit rejects calls of one method', () => {
    const failure = 'flood from one caller';
    const flooded = { jsonrpc_limit: 'rateLimit', rpc_method: 'ping' };
    const rejected = dashboard.line(failure, REJECTED, flooded);
    expect(highest(rejected.before)).toBe(0);
    expect(highest(rejected.during)).toBeGreaterThan(20);
    const calls = dashboard.line(failure, CALLS, { rpc_method: 'ping' });
    expect(highest(calls.during)).toBeGreaterThan(2 * highest(calls.before));
    expect(highest(dashboard.line(failure, ABANDONED).during)).toBe(0);
  });
});
