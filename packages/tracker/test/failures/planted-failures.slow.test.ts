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
const CALM = 5;
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

  /** Returns the highest value of a line in the time of a failure. */
  highest(failure: Failure, title: string, labels: Series['labels'] = {}): number {
    return Math.max(0, ...this.#values(failure, { title, labels, isCalm: false }));
  }

  /** Returns the median of a line in the time of a failure, which a pause of the machine doesn't change. */
  usual(failure: Failure, title: string, labels: Series['labels'] = {}): number {
    const values = this.#values(failure, { title, labels, isCalm: false });
    return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  }

  /** Returns the lowest value of a line in the calm time before a failure. */
  before(failure: Failure, title: string, labels: Series['labels'] = {}): number {
    const values = this.#values(failure, { title, labels, isCalm: true });
    return values.length === 0 ? 0 : Math.min(...values);
  }

  #values(failure: Failure, { title, labels, isCalm }: Line): readonly number[] {
    const time = this.#times.find(({ name }) => name === failure);
    const panel = this.#panels.find((one) => one.title === title);
    if (time === undefined || panel === undefined) throw new Error(`${title}: ${failure}`);
    const [from, to] = isCalm ? [time.from - 4, time.from] : [time.from, time.to];
    return panel.series
      .filter(({ labels: own }) =>
        Object.entries(labels).every(([key, value]) => own[key] === value),
      )
      .flatMap(({ points }) => points.filter(([at]) => at > from && at <= to))
      .map(([, value]) => value)
      .filter(Number.isFinite);
  }
}

interface Line {
  readonly title: string;
  readonly labels: Series['labels'];
  readonly isCalm: boolean;
}

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
    expect(dashboard.before(failure, P99, { rpc_method: 'transfer' })).toBeLessThan(0.3);
    expect(dashboard.usual(failure, P99, { rpc_method: 'transfer' })).toBeGreaterThan(0.3);
    expect(dashboard.usual(failure, P99, { rpc_method: 'ping' })).toBeLessThan(0.3);
    expect(dashboard.usual(failure, FAILED)).toBe(0);
    expect(dashboard.usual(failure, ABANDONED)).toBe(0);
  });

  test('a hung dependency: its method times out, and handlers run past their time limit', () => {
    const failure = 'hung dependency';
    const timedOut = (method: string): Series['labels'] => ({
      rpc_method: method,
      error_type: '-32002',
    });
    expect(dashboard.highest(failure, FAILED, timedOut('exchangeRates'))).toBeGreaterThan(1);
    expect(dashboard.usual(failure, FAILED, timedOut('transfer'))).toBe(0);
    expect(dashboard.before(failure, ABANDONED)).toBe(0);
    expect(dashboard.highest(failure, ABANDONED)).toBeGreaterThan(10);
  });

  test('a stalled reader: a connection is congested, and calls are as fast as before', () => {
    const failure = 'stalled reader';
    expect(dashboard.before(failure, CONGESTED)).toBe(0);
    expect(dashboard.highest(failure, CONGESTED)).toBeGreaterThan(0);
    const unread = dashboard.highest(failure, 'Data that clients have not read');
    expect(unread).toBeGreaterThan(1_000_000);
    // The limit of each of the two clients, and an event.
    expect(unread).toBeLessThan(2_400_000);
    expect(dashboard.usual(failure, P99, { rpc_method: 'transfer' })).toBeLessThan(0.3);
  });

  test('a flood from one caller: the rate limit rejects calls of one method', () => {
    const failure = 'flood from one caller';
    const flooded = { jsonrpc_limit: 'rateLimit', rpc_method: 'ping' };
    expect(dashboard.before(failure, REJECTED, flooded)).toBe(0);
    expect(dashboard.highest(failure, REJECTED, flooded)).toBeGreaterThan(20);
    const calls = dashboard.highest(failure, CALLS, { rpc_method: 'ping' });
    const callsBefore = dashboard.before(failure, CALLS, { rpc_method: 'ping' });
    expect(calls).toBeGreaterThan(2 * callsBefore);
    expect(dashboard.usual(failure, ABANDONED)).toBe(0);
  });
});
