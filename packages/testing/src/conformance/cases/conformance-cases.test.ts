import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { profiles } from '../case/profile.js';
import { targetMethods } from '../target/target-method.js';
import { casesOf, conformanceCases } from './conformance-cases.js';

const manifest = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { readonly name: string };
const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

test('ids are words of a group, and no two cases share one', () => {
  const ids = conformanceCases.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+\.[a-z\d-]+$/.test(id))).toEqual([]);
});

test('titles are told apart, too', () => {
  const titles = conformanceCases.map(({ title }) => title);
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});

test('every clause is a place in a document', () => {
  const clauses = conformanceCases.map(({ clause }) => clause);
  expect(clauses.filter((clause) => !URL.canParse(clause))).toEqual([]);
  // The page of the package shows its README.
  const own = new Set(clauses.filter((clause) => clause.includes('jsonrpc-kit')));
  expect([...own]).toEqual([
    `https://www.npmjs.com/package/${manifest.name}#what-jsonrpc-kit-adds`,
  ]);
  expect(readme).toMatch(/^#+ What jsonrpc-kit adds$/m);
});

test('the profile json-rpc-2.0 has nothing but what that specification says', () => {
  const clauses = new Set(casesOf('json-rpc-2.0').map(({ clause }) => clause.split('#')[0]));
  expect([...clauses]).toEqual(['https://www.jsonrpc.org/specification']);
  expect(casesOf('json-rpc-2.0').filter(({ overSocket }) => overSocket)).toEqual([]);
});

test('each case says how large its largest batch is, so that it is skipped under a lower limit', () => {
  const settings = { methods: targetMethods, maxBodyBytes: 1000, maxBatchSize: 1000 };
  const sizes = conformanceCases
    // This one sends a batch over whatever is the limit.
    .filter(({ id }) => id !== 'kit.batch-limit')
    .map(({ id, attempts }) => {
      const bodies = attempts(settings).flatMap((one) =>
        one.kind === 'request' ? (one.request.body ?? []) : one.parts.map(({ body }) => body),
      );
      return [id, Math.max(1, ...bodies.map(lengthOfBatch))] as const;
    });
  const declared = conformanceCases.map(({ id, needsBatchOf }) => [id, needsBatchOf] as const);
  expect(Object.fromEntries(declared)).toEqual({
    ...Object.fromEntries(sizes),
    'kit.batch-limit': 1,
  });
});

/** Of a body that is a JSON array, how many elements it has. */
function lengthOfBatch(body: Uint8Array): number {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return Array.isArray(value) ? value.length : 1;
  } catch {
    return 1;
  }
}

test('each profile has the cases of those before it', () => {
  const [base, http, kit] = profiles.map((profile) => new Set(casesOf(profile)));
  expect([...(base ?? [])].every((one) => http?.has(one))).toBe(true);
  expect([...(http ?? [])].every((one) => kit?.has(one))).toBe(true);
  expect(kit?.size).toBe(conformanceCases.length);
});

describe('the README', () => {
  test('lists every case', () => {
    const rows = conformanceCases.map(
      ({ id, level, title, clause }) => `| [\`${id}\`](${clause}) | ${level} | ${title} |`,
    );
    const listed = readme
      .split('\n')
      .filter((line) => line.startsWith('| [`'))
      .map((line) => line.replaceAll(/ +/g, ' '));
    expect(listed).toEqual(rows);
  });

  test('lists every method that is called', () => {
    for (const [name, words] of Object.entries(targetMethods)) {
      expect(readme.replaceAll(/ +/g, ' ')).toContain(`| \`${name}\` | ${words} |`);
    }
  });
});
