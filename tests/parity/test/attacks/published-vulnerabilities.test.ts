import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const guide = new URL('../../../../docs/guide/', import.meta.url);
const NAMES = /(?:CVE|trpc|go-ethereum)-\d[\d-]*/g;

test('docs/guide/published-vulnerabilities.md explains exactly the weaknesses that have a test', async () => {
  const text = await readFile(new URL('published-vulnerabilities.md', guide), 'utf8');
  const explained = text.match(/(?<=^- `)[^`]+/gm) ?? [];
  expect(explained.toSorted()).toEqual(await testedWeaknesses());
});

test('docs/guide/threat-model.md assigns exactly the weaknesses that have a test to risks', async () => {
  const text = await readFile(new URL('threat-model.md', guide), 'utf8');
  const lists = text.match(/(?<=^- \*\*Tests:\*\*)[^.]+/gm) ?? [];
  // A weakness may belong to several risks.
  const assigned = new Set(lists.join().match(NAMES) ?? []);
  expect([...assigned].toSorted()).toEqual(await testedWeaknesses());
});

test('docs/index.md counts the weaknesses that have a test', async () => {
  const text = await readFile(new URL('../index.md', guide), 'utf8');
  expect(text).toContain(`[${(await testedWeaknesses()).length} published weaknesses]`);
});

/** Returns the names at the beginning of the titles in this folder, sorted. */
async function testedWeaknesses(): Promise<string[]> {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.test.ts'));
  const tests = await Promise.all(
    files.map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
  );
  return [...new Set(tests.join().match(NAMES) ?? [])].toSorted();
}
