// `npm run rules`: writes the pages about the rules of `jsonrpc-kit diff`.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ruleGuides } from './rule-guides.js';
import { rulePage } from './rule-page.js';
import type { RuleId } from '@jsonrpc-kit/openrpc/diff';

const folder = join(import.meta.dirname, '../../guide/rules');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const rule of Object.keys(ruleGuides) as RuleId[]) {
  writeFileSync(join(folder, `${rule}.md`), rulePage(rule));
}
