import { formatReport, profiles, runAudit } from '@jsonrpc-kit/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { frameworks } from './servers.js';
import { node } from './servers/node.js';
import type { Serving } from './servers/server.js';
import { targetApi } from './target-api.js';

// The slow tests run the suite against core/fetch, on other runtimes.
describe.each([node, ...frameworks])('the adapter for $name', ({ serve }) => {
  let server: Serving;
  beforeAll(async () => {
    server = await serve({ apis: [{ api: targetApi() }] });
  });
  afterAll(() => server.close());

  test.each(profiles)('passes every case of the profile %s', async (profile) => {
    const report = await runAudit(`http://127.0.0.1:${server.port}/rpc`, { profile });
    const isConformant = report.results.every(({ status }) => status === 'ok');
    expect(isConformant ? '' : formatReport(report)).toBe('');
    expect(report.results.length).toBeGreaterThan(0);
  });
});
