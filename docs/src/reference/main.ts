/**
 * Writes `docs/reference` anew: `npm run reference`. It fails where an export has no comment, or a
 * comment leads nowhere.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { generateReference } from './generate-reference.js';

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'docs/reference');

const { files, ...faults } = await generateReference(root);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, content] of files) writeFileSync(join(folder, name), content);
console.log(`${files.size} files in docs/reference`);

for (const [what, all] of Object.entries(faults)) {
  if (all.length > 0) console.error([`${what}:`, ...all].join('\n  '));
}
process.exitCode = Object.values(faults).every((all) => all.length === 0) ? 0 : 1;
