import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Editor } from '../src/site/editor.js';

const file = join(
  import.meta.dirname,
  '../../examples/deployment/prometheus/grafana-dashboard.json',
);
const json = readFileSync(file, 'utf8');

/** Returns what Grafana's own types say about a dashboard. */
function problems(dashboard: string): readonly string[] {
  const code = `import type { Dashboard } from '@grafana/schema';
    export const dashboard: Dashboard = ${dashboard};`;
  const folder = join(import.meta.dirname, '..');
  return new Editor(folder, new Map([['dashboard.ts', code]])).errors('dashboard.ts');
}

test('the dashboard has the schema of Grafana', () => {
  expect(problems(json)).toEqual([]);
});

test('a mistake in the dashboard would be found', () => {
  expect(problems(json.replace('"schemaVersion"', '"schemaVersions"'))).toHaveLength(1);
});
