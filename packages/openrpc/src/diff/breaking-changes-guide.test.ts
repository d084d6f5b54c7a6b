import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { rules } from './rules/rules.js';

test('the guide lists each rule, with its page, severity and consequence', async () => {
  const path = new URL('../../../../docs/guide/breaking-changes.md', import.meta.url);
  const guide = (await readFile(path, 'utf8')).replaceAll(/ +/g, ' ');
  const rows = Object.entries(rules).map(
    ([id, { severity, consequence }]) =>
      `| [\`${id}\`](./rules/${id}.md) | \`${severity}\` | ${consequence} |`,
  );
  expect(guide.split('\n').filter((line) => line.startsWith('| [`'))).toEqual(rows);
});
