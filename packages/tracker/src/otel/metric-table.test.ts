import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { METRICS } from './metric-table.js';

const packages = new URL('../../../', import.meta.url);

/** Returns the names of metrics in the sources of all packages. */
function namesInSources(): Set<string> {
  const texts = readdirSync(packages).flatMap((name) => {
    const src = new URL(`${name}/src/`, packages);
    if (!existsSync(src)) return [];
    return readdirSync(src, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test(-d)?\.ts$|metric-table/.test(file))
      .map((file) => readFileSync(new URL(file, src), 'utf8'));
  });
  const metric = /(?:name: |histogram\()'((?:jsonrpc|rpc)\.[a-z_.]+)'/g;
  return new Set(
    texts.flatMap((text) => Array.from(text.matchAll(metric), ([, name]) => name ?? '')),
  );
}

test('every metric that a package records has an instrument, and every instrument is recorded', () => {
  expect([...namesInSources()].toSorted()).toEqual(Object.keys(METRICS).toSorted());
});

test('the page of the metrics lists each one with its kind and unit', () => {
  const page = readFileSync(new URL('../docs/guide/metrics.md', packages), 'utf8');
  const rows = page.matchAll(/^\| `([a-z_.]+)` +\| (\w+) +\| `([^`]+)`/gm);
  const documented = Array.from(rows, ([, name, kind, unit]) => [name, kind, unit]);
  expect(documented).toEqual(
    Object.entries(METRICS).map(([name, { kind, unit }]) => [name, kind, unit]),
  );
});
