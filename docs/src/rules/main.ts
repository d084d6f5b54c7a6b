// `npm run rules`: writes the pages about the rules of `jsonrpc-kit diff`.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type RuleId, rules } from '@jsonrpc-kit/openrpc/diff';
import { rulePage } from './rule-page.js';

const folder = join(import.meta.dirname, '../../guide/rules');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const rule of Object.keys(rules) as RuleId[]) {
  writeFileSync(join(folder, `${rule}.md`), rulePage(rule));
}
