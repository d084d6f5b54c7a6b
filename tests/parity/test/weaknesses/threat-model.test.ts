import { readdir, readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const page = new URL('../../../../docs/guide/threat-model.md', import.meta.url);

test('docs/guide/threat-model.md names exactly the weaknesses that have a test file', async () => {
  const files = await readdir(new URL('.', import.meta.url));
  const weaknesses = files
    .filter((file) => /\d\.test\.ts$/.test(file))
    .map((file) => basename(file, '.test.ts'));
  const named = (await readFile(page, 'utf8')).match(/(?<=`)(CVE|trpc|go-ethereum)-[\d-]+(?=`)/g);
  expect([...new Set(named)].toSorted()).toEqual(weaknesses.toSorted());
});
