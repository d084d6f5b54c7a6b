import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { profiles, runAudit } from '@jsonrpc-kit/conformance';
import { expect, test } from 'vitest';
import { type AuditedPeer, conformancePage } from './page.js';
import { type Peer, peers } from './peers.js';

/** `npx vitest run --root packages/parity conformance-page -u` updates the page. */
const page = new URL('../../../../docs/conformance.md', import.meta.url);

test('docs/conformance.md has the results of the audit', async () => {
  const audited: AuditedPeer[] = [];
  for (const peer of peers) audited.push(await audit(peer));
  await expect(conformancePage(audited)).toMatchFileSnapshot(page.pathname);
  expect(audited[0]?.report.counts).toMatchObject({ fail: 0, warn: 0, skipped: 0 });
}, 60_000);

/** Leaves out the last profile, whose rules only jsonrpc-kit has. */
async function audit(peer: Peer): Promise<AuditedPeer> {
  const server = peer.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  try {
    const options = { profile: profiles[1], timeout: 2_000 };
    const report = await runAudit(`http://127.0.0.1:${port}/`, options);
    return { ...peer, version: versionOf(peer), report };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function versionOf({ name }: Peer): string {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
