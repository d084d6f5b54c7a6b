import { latestRevision } from '@jsonrpc-kit/conformance';
import { expect, test } from 'vitest';
import { auditedServers, readResults } from '../../audited-servers/audited-servers.mjs';
import { casesPage, conformancePage, findingsPage } from './page.js';

/** `npx vitest run --root packages/conformance conformance-page -u` updates the pages. */
const pageNamed = (name: string): string =>
  new URL(`../../../../docs/${name}.md`, import.meta.url).pathname;

test('docs/conformance.md has the committed results of the audit', async () => {
  const page = conformancePage(auditedServers, readResults());
  await expect(page).toMatchFileSnapshot(pageNamed('conformance'));
});

test('docs/conformance-findings.md has the committed violations of each server', async () => {
  const page = findingsPage(auditedServers, readResults());
  await expect(page).toMatchFileSnapshot(pageNamed('conformance-findings'));
});

test('docs/conformance-cases.md lists the cases of the committed results', async () => {
  await expect(casesPage(readResults())).toMatchFileSnapshot(pageNamed('conformance-cases'));
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
