import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditPeers } from './audit-peers.js';
import { conformancePage } from './conformance-page.js';

const page = fileURLToPath(new URL('../../../../docs/conformance.md', import.meta.url));
const audited = await auditPeers();
for (const { name, version, setup, report } of audited) {
  const { ok, fail, warn, skipped } = report.counts;
  console.log(
    `${name} ${version}, ${setup}: ${ok} ok, ${fail} failed, ${warn} warnings, ${skipped} skipped`,
  );
}
mkdirSync(dirname(page), { recursive: true });
writeFileSync(page, conformancePage(audited));
console.log(`Written to ${page}`);
