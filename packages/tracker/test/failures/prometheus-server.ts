import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A line of a graph: its labels, and a value for each point in time. */
export interface Series {
  readonly labels: Readonly<Record<string, string>>;
  readonly points: readonly (readonly [seconds: number, value: number])[];
}

/** A Prometheus that scrapes one process. */
export interface PrometheusServer {
  /** Evaluates an expression each second of the last `seconds`. */
  query(expression: string, seconds: number): Promise<readonly Series[]>;
  close(): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts a Prometheus that scrapes an exporter each second. */
export async function startPrometheus(exporterPort: number): Promise<PrometheusServer> {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-'));
  const config = {
    global: { scrape_interval: '1s' },
    scrape_configs: [
      { job_name: 'bank', static_configs: [{ targets: [`127.0.0.1:${exporterPort}`] }] },
    ],
  };
  // JSON is valid YAML.
  await writeFile(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  for (;;) {
    const ready = await fetch(`http://${address}/-/ready`).catch(() => undefined);
    if (ready?.ok) break;
    if (child.exitCode !== null) throw new Error(`Prometheus ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    query: (expression, seconds) => query(address, expression, seconds),
    close: async () => {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface QueryResponse {
  readonly error?: string;
  readonly data: {
    readonly result: readonly {
      readonly metric: Readonly<Record<string, string>>;
      readonly values: readonly (readonly [number, string])[];
    }[];
  };
}

async function query(
  address: string,
  expression: string,
  seconds: number,
): Promise<readonly Series[]> {
  const end = Date.now() / 1_000;
  const params = { query: expression, start: String(end - seconds), end: String(end), step: '1' };
  const search = new URLSearchParams(params).toString();
  const response = await fetch(`http://${address}/api/v1/query_range?${search}`);
  const { data, error } = (await response.json()) as QueryResponse;
  if (error !== undefined) throw new Error(`${expression}: ${error}`);
  return data.result.map(({ metric, values }) => ({
    labels: metric,
    points: values.map(([at, value]) => [at, Number(value)] as const),
  }));
}
