import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { rules } from './rules.js';

test('has a section for each rule in the guide, with its severity and consequence', async () => {
  const path = new URL('../../../../docs/guide/breaking-changes.md', import.meta.url);
  const guide = (await readFile(path, 'utf8')).replaceAll(/\s+/g, ' ');
  for (const [id, { severity, consequence }] of Object.entries(rules)) {
    expect(guide).toContain(`#### ${id} Severity: \`${severity}\`. ${consequence}.`);
  }
});
