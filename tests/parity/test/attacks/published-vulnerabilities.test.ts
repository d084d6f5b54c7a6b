import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const page = new URL('../../../../docs/guide/published-vulnerabilities.md', import.meta.url);
const NAMES = /(?:CVE|trpc|go-ethereum)-\d[\d-]*/g;

test('docs/guide/published-vulnerabilities.md explains exactly the weaknesses that have a test', async () => {
  const files = (await readdir(import.meta.dirname)).filter((file) => file.endsWith('.test.ts'));
  const tested = await Promise.all(
    files.map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
  );
  const text = await readFile(page, 'utf8');
  const explained = text.match(/(?<=^- `)[^`]+/gm) ?? [];
  const titles = tested.join().match(NAMES) ?? [];
  expect(explained.toSorted()).toEqual([...new Set(titles)].toSorted());
});
