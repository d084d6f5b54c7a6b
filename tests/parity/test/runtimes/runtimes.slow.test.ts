import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatReport, profiles, runAudit } from '@jsonrpc-kit/conformance';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { call, chunk, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { parityApi } from '../parity-api.js';
import { testSameResponses } from '../same-responses.js';
import { node } from '../servers/node.js';
import type { Serving } from '../servers/server.js';
import {
  fetchModule,
  installRuntimes,
  modulesOnRuntimes,
  modulesWithShutdown,
  runtimes,
  serveOn,
  versionOf,
} from './runtimes.js';

const folder = mkdtempSync(join(tmpdir(), 'jsonrpc-kit-runtimes-'));
let nodeServer: Serving;
beforeAll(async () => {
  await installRuntimes(folder);
  for (const runtime of runtimes) {
    console.log(`${runtime.name}: ${await versionOf(runtime, folder)}`);
  }
  nodeServer = await node.serve({ apis: [{ api: parityApi() }] });
}, 300_000);
afterAll(async () => {
  await nodeServer.close();
  rmSync(folder, { recursive: true });
});

describe.each(runtimes)('core/fetch on $name', (runtime) => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serveOn(runtime, folder, { app: 'parity-app', module: fetchModule });
  });
  afterAll(() => serving.close());

  testSameResponses({
    serving: () => serving,
    nodeServer: () => nodeServer,
    mountPath: '',
    ownResponses: runtime.ownResponses,
    notFound: '{"detail":"Not Found"}',
  });

  async function resultOf(method: string): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${serving.port}/recording`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: call(method),
    });
    return ((await response.json()) as { readonly result: unknown }).result;
  }

  const expectRecorded = (...events: readonly string[]): Promise<void> =>
    vi.waitFor(async () => expect(await resultOf('events')).toEqual(events), { timeout: 4_000 });

  test('a disconnect aborts the signal of the running call and runs its teardown', async () => {
    await resultOf('clearEvents');
    const client = new RawClient(serving.port).send(post('/recording', call('wait')));
    await expectRecorded('waiting');
    client.socket[runtime.disconnect]();
    await expectRecorded('waiting', 'aborted', 'teardown');
  });

  test('teardowns and background tasks run after the response', async () => {
    await resultOf('clearEvents');
    const client = new RawClient(serving.port).send(post('/recording', call('later')));
    expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":1,"result":"now"}');
    await expectRecorded('teardown', 'task');
  });

  test('the client receives 408 when its body does not arrive in time', async () => {
    const unfinished = post('/recording', '', { 'transfer-encoding': 'chunked' });
    const client = new RawClient(serving.port).send(unfinished, chunk('{'));
    const { status, body } = await client.response();
    expect([status, body]).toEqual([408, expect.stringContaining('"body_timeout"')]);
  });

  test('the client receives 413 before the end of a chunked body over the limit', async () => {
    const unfinished = post('/recording', '', { 'transfer-encoding': 'chunked' });
    const client = new RawClient(serving.port).send(unfinished, chunk('x'.repeat(1001)));
    expect((await client.response()).status).toBe(413);
  });
});

describe.each(modulesOnRuntimes)('%s on %s', (_adapter, _runtime, runtime, module) => {
  let serving: Serving;
  beforeAll(async () => {
    serving = await serveOn(runtime, folder, { app: 'target-app', module });
  });
  afterAll(() => serving.close());

  test.each(profiles)('passes every case of the profile %s', async (profile) => {
    const report = await runAudit(`http://127.0.0.1:${serving.port}/rpc`, { profile });
    const failures = report.results.filter(({ status }) => status !== 'ok').map(({ id }) => id);
    const known = runtime.closesAfterRejection ? ['kit.keep-alive'] : [];
    const unexpected = failures.filter((id) => !known.includes(id));
    expect(unexpected.length === 0 ? '' : formatReport(report)).toBe('');
  });

  test('a request does not reach the api when its Host header contains a path', async () => {
    const client = new RawClient(serving.port);
    client.send(post('/elsewhere', call('get_data'), { host: 'a/rpc?' }));
    // Adapters for node:http, and Bun, ignore such a host and respond with 404 to the path.
    expect([400, 404]).toContain((await client.response()).status);
  });
});

test.each(modulesWithShutdown)(
  'SIGTERM lets running calls on %s finish, and ends the process',
  async (_, runtime, module) => {
    const serving = await serveOn(runtime, folder, { app: 'target-app', module });
    const client = new RawClient(serving.port).send(
      post('/rpc', call('wait', { milliseconds: 500 }), { connection: 'close' }),
    );
    // When a later call has a response, the server has received the first one.
    const other = new RawClient(serving.port).send(
      post('/rpc', call('get_data'), { connection: 'close' }),
    );
    await other.response();
    const code = serving.end('SIGTERM');
    expect((await client.response()).body).toContain('"result":500');
    expect(await code).toBe(0);
  },
);
