import { formatReport, profiles, runAudit } from '@jsonrpc-kit/testing/conformance';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { targetApi } from '../../testing/test/target-api.js';
import { frameworks } from './servers.js';
import { node } from './servers/node.js';
import type { Serving } from './servers/server.js';

describe.each([node, ...frameworks])('$name keeps every rule', ({ serve }) => {
  let server: Serving;
  beforeAll(async () => {
    server = await serve({ apis: [{ api: targetApi() }] });
  });
  afterAll(() => server.close());

  test.each(profiles)('of the profile %s', async (profile) => {
    const report = await runAudit(`http://127.0.0.1:${server.port}/rpc`, { profile });
    const isKept = report.results.every(({ status }) => status === 'ok');
    expect(isKept ? '' : formatReport(report)).toBe('');
    expect(report.results.length).toBeGreaterThan(0);
  });
});
