import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { auditPeers } from './audit-peers.js';
import { conformancePage } from './conformance-page.js';

const page = readFileSync(new URL('../../../../docs/conformance.md', import.meta.url), 'utf8');

/** Tables without their alignment. */
const plain = (markdown: string): string =>
  markdown.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---').trim();

test('docs/conformance.md tells what is measured; else: npm run audit-peers', async () => {
  const audited = await auditPeers({ timeout: 2_000 });
  expect(plain(conformancePage(audited))).toBe(plain(page));
  const own = audited.find(({ name }) => name.startsWith('@jsonrpc-kit/'));
  expect(own?.report.counts).toMatchObject({ fail: 0, warn: 0, skipped: 0 });
}, 60_000);
