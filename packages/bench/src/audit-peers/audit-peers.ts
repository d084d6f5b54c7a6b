import { readFileSync } from 'node:fs';
import {
  type AuditOptions,
  type AuditReport,
  type Profile,
  profiles,
  runAudit,
} from '@jsonrpc-kit/conformance';
import { jaysonPeer } from './jayson-peer.js';
import { jsonRpc20Peer, jsonRpc20TextPeer } from './json-rpc-2.0-peer.js';
import { kitPeer } from './kit-peer.js';
import { type Peer, servePeer } from './peer.js';

export interface AuditedPeer {
  readonly name: string;
  readonly version: string;
  readonly setup: string;
  /** Of the profile that also has the cases of the first one. */
  readonly report: AuditReport;
}

/** Others are not held to what jsonrpc-kit promises on its own. */
const profile: Profile = profiles[1];

/** Audits each of them, one after the other. */
export async function auditPeers(
  options: Pick<AuditOptions, 'timeout'> = {},
): Promise<readonly AuditedPeer[]> {
  const audited: AuditedPeer[] = [];
  for (const peer of [kitPeer, jaysonPeer, jsonRpc20Peer, jsonRpc20TextPeer]) {
    const report = await servePeer(peer, (url) => runAudit(url, { ...options, profile }));
    audited.push({ name: peer.name, version: versionOf(peer), setup: peer.setup, report });
  }
  return audited;
}

/** As installed for this package. */
function versionOf({ name }: Peer): string {
  const manifest = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
