import { latestRevision } from '@jsonrpc-kit/conformance';
import { expect, test } from 'vitest';
import { auditedServers, readResults } from '../../audited-servers/audited-servers.mjs';
import { conformancePage } from './page.js';

/** `npx vitest run --root packages/conformance conformance-page -u` updates the page. */
const page = new URL('../../../../docs/conformance.md', import.meta.url);

test('docs/conformance.md has the committed results of the audit', async () => {
  await expect(conformancePage(auditedServers, readResults())).toMatchFileSnapshot(page.pathname);
});

test('the committed results are those of the latest revision of the cases', () => {
  expect(readResults().revision).toBe(latestRevision);
});

test('the committed results cover at least eight libraries in four languages', () => {
  const packages = new Set(auditedServers.map(({ npm, debian }) => npm ?? debian));
  const languages = new Set(auditedServers.map(({ language }) => language));
  expect(packages.size).toBeGreaterThanOrEqual(8);
  expect(languages.size).toBeGreaterThanOrEqual(4);
});

test('jsonrpc-kit passes every case in the committed results', () => {
  const own = readResults().servers.find(({ id }) => id === 'jsonrpc-kit');
  expect(own?.results).toEqual([]);
});
