import { readFileSync } from 'node:fs';
import { cpus, loadavg, platform } from 'node:os';

/** Where and when something was measured. */
export interface Machine {
  readonly node: string;
  readonly platform: string;
  readonly cpu: string;
  readonly cores: number;
  /** How many processes wanted to run in the minute before: above 0.5, the figures are noisy. */
  readonly loadBefore: number;
  readonly date: string;
  readonly versions: Readonly<Record<string, string>>;
}

const measuredPackages = [
  'hono',
  '@hono/node-server',
  'express',
  'fastify',
  'valibot',
  'jayson',
  'json-rpc-2.0',
  '@trpc/server',
  '@orpc/server',
] as const;

export function thisMachine(): Machine {
  return {
    node: process.version,
    platform: platform(),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    loadBefore: loadavg()[0] ?? 0,
    date: new Date().toISOString(),
    versions: Object.fromEntries(measuredPackages.map((name) => [name, versionOf(name)])),
  };
}

/** As installed for this package. */
function versionOf(name: string): string {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
