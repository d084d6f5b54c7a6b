import { Api, dependency, Entrypoint } from '@jsonrpc-kit/core';
import { expect, test, vi } from 'vitest';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { frameworks } from './servers.js';
import { node } from './servers/node.js';
import { silent } from './attacks/attacked-api.js';

const RESULT = 'x'.repeat(600_000);
const MAX_RESPONSE_BYTES = 25 * 1024 * 1024;

const ids = Array.from({ length: 1000 }, (_, id) => id);
/** Together, the results exceed the maximum length of a string. */
const batch = `[${ids.map((id) => call('large', { account: '1.1' }, id)).join()}]`;

test.each([node, ...frameworks])(
  '$name responds with LimitExceeded to the calls of a batch after 25 MiB of results',
  async ({ serve }) => {
    const dependencies = { opened: 0, closed: 0 };
    const countedDependency = () =>
      dependency({}, function* () {
        dependencies.opened += 1;
        try {
          yield 1;
        } finally {
          dependencies.closed += 1;
        }
      });
    const rpc = new Entrypoint('/rpc', {
      messageDependencies: [countedDependency()],
      commonDependencies: [countedDependency()],
    });
    rpc.method('large', {}, async () => RESULT);
    const api = new Api({ logger: silent }).bindEntrypoint(rpc);
    const { port, close } = await serve({ apis: [{ api }] });

    expect(batch.length).toBeGreaterThan(67_000);
    const { status, body } = await new RawClient(port).send(post('/rpc', batch)).response();
    expect(status).toBe(200);
    const responses = JSON.parse(body) as readonly Response[];
    expect(responses.map(({ id }) => id)).toEqual(ids);
    const results = responses.filter(({ result }) => result === RESULT);
    expect(results).toHaveLength(Math.floor(MAX_RESPONSE_BYTES / RESULT.length));
    expect(responses.slice(results.length).map(({ error }) => error?.code)).toEqual(
      ids.slice(results.length).map(() => -32005),
    );

    await vi.waitFor(() => expect(dependencies.closed).toBe(dependencies.opened));
    expect(dependencies.opened).toBeGreaterThan(results.length);
    await api.close({ timeout: 5_000 });
    await close();
  },
);

interface Response {
  readonly id: number;
  readonly result?: string;
  readonly error?: { readonly code: number };
}
