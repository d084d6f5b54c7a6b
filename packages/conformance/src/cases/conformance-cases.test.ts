import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { profiles } from './conformance-case.js';
import { casesOf, conformanceCases, needsConnection } from './conformance-cases.js';
import { renderAttempt } from './render-attempt.js';
import { targetMethodNames, targetMethods } from './target-methods.js';

const root = new URL('../../', import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const jsonOf = (path: string): Record<string, unknown> =>
  JSON.parse(textOf(path)) as Record<string, unknown>;
const readme = textOf('README.md');

test('ids and titles are unique', () => {
  const ids = conformanceCases.map(({ id }) => id);
  const titles = conformanceCases.map(({ title }) => title);
  expect(new Set(ids).size).toBe(ids.length);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('the promises of jsonrpc-kit link to the README of the package', () => {
  const own = new Set(casesOf('jsonrpc-kit').map(({ clause }) => clause));
  const { name } = jsonOf('package.json');
  const clause = `https://www.npmjs.com/package/${String(name)}#what-jsonrpc-kit-adds`;
  expect([...own].filter((url) => url.includes('jsonrpc-kit'))).toEqual([clause]);
  expect(readme).toMatch(/^#+ What jsonrpc-kit adds$/m);
});

test('the profile json-rpc-2.0 contains only rules of that specification', () => {
  const clauses = new Set(casesOf('json-rpc-2.0').map(({ clause }) => clause.split('#')[0]));
  expect([...clauses]).toEqual(['https://www.jsonrpc.org/specification']);
  expect(casesOf('json-rpc-2.0').filter(needsConnection)).toEqual([]);
});

test('each case declares the size of its largest batch', () => {
  const methods = Object.fromEntries(targetMethodNames.map((name) => [name, name])) as never;
  const settings = { methods, maxBodyBytes: 1000, maxBatchSize: 1000 };
  const isLimitCase = (id: string): boolean => id === 'kit.batch-limit';
  const declared = conformanceCases.map(({ id, needsBatchOf = 1 }) => [id, needsBatchOf] as const);
  const sent = conformanceCases.map(({ id, attempts }) => {
    const bodies = attempts
      .flatMap((attempt) => renderAttempt(attempt, settings))
      .flatMap(({ exchanges }) => exchanges.map(({ request }) => request.body));
    return [id, isLimitCase(id) ? 1 : Math.max(1, ...bodies.map(batchSize))] as const;
  });
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(sent));
});

function batchSize(body: Uint8Array | undefined): number {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return Array.isArray(value) ? value.length : 1;
  } catch {
    return 1;
  }
}

test('each profile contains the cases of the profiles before it', () => {
  const [base = [], http = [], kit = []] = profiles.map((profile) => casesOf(profile));
  expect(http.slice(0, base.length)).toEqual(base);
  expect(kit.slice(0, http.length)).toEqual(http);
  expect(kit).toEqual(conformanceCases);
});

describe('the README', () => {
  const compact = readme.replaceAll(/ +/g, ' ');

  test('lists every case', () => {
    const rows = conformanceCases.map(
      ({ id, level, title, clause }) => `| [\`${id}\`](${clause}) | ${level} | ${title} |`,
    );
    expect(compact.split('\n').filter((line) => line.startsWith('| [`'))).toEqual(rows);
  });

  test('lists every method that the audit calls', () => {
    const rows = Object.entries(targetMethods).map(
      ([name, description]) => `| \`${name}\` | ${description} |`,
    );
    expect(rows.filter((row) => !compact.includes(row))).toEqual([]);
  });
});
