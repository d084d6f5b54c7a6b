import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MemoryLogger } from '@jsonrpc-kit/test-support/memory-logger';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { parityApi } from './parity-api.js';
import { requestsToTheApplication } from './requests.js';
import { expectEntityHeaders, responsesTo, testSameResponses } from './same-responses.js';
import { adapters, frameworks } from './servers.js';
import { fetchHandler } from './servers/fetch.js';
import { node } from './servers/node.js';
import type { Serving } from './servers/server.js';

/** Prefixes of an api, with the paths at which clients call it. */
const mountings = [
  { at: 'at the root', prefix: '', mountPath: '' },
  { at: 'below a prefix', prefix: '/bank/v1', mountPath: '/bank/v1' },
  { at: 'below a parameter', prefix: '/:tenant', mountPath: '/t%20%C5%BE' },
];

let nodeServer: Serving;
beforeAll(async () => {
  nodeServer = await node.serve({ apis: [{ api: parityApi() }] });
});
afterAll(() => nodeServer.close());

describe.each([fetchHandler, ...frameworks])('$name', ({ name, serve, ownResponses }) => {
  // The fetch handler has the same code for both kinds of prefixes.
  const without = name === fetchHandler.name ? '/bank/v1' : undefined;
  describe.each(mountings.filter(({ prefix }) => prefix !== without))(
    'with an api $at',
    ({ prefix, mountPath }) => {
      let framework: Serving;
      beforeAll(async () => {
        framework = await serve({ apis: [{ api: parityApi(), prefix }] });
      });
      afterAll(() => framework.close());

      testSameResponses({
        serving: () => framework,
        nodeServer: () => nodeServer,
        mountPath,
        ownResponses,
        notFound: 'not found',
      });
    },
  );
});

test.each(requestsToTheApplication)(
  'node:http responds with 404 to %s',
  async (_, request, expected) => {
    const [response] = await responsesTo(nodeServer.port, request(''), '');
    expect(response).toMatchObject({ ...expected, body: '{"detail":"Not Found"}' });
    expectEntityHeaders(response);
  },
);

describe.each(adapters)('the log of $name', ({ serve }) => {
  let logger: MemoryLogger;
  let serving: Serving;
  let client: RawClient;
  beforeEach(async () => {
    logger = new MemoryLogger();
    serving = await serve({ apis: [{ api: parityApi(logger) }] });
    client = new RawClient(serving.port);
  });
  afterEach(() => serving.close());

  test.each(['trailer', 'connection', 'content-length'])(
    'logs one line when an HTTP error has the header %s, which only the server sets',
    async (name) => {
      client.send(post('/rpc', call('forbidden', { name })));
      expect(await client.response()).toMatchObject({ status: 403 });
      expect(logger.entries).toEqual([
        { details: { headers: [name] }, message: 'Headers ignored: only the server sets them' },
      ]);
    },
  );

  test('logs one line when an HTTP error has an invalid header', async () => {
    client.send(post('/rpc', call('forbidden', { name: 'x bad' })));
    expect(await client.response()).toMatchObject({ status: 500 });
    expect(logger.entries).toEqual([
      {
        details: { header: 'x bad' },
        message: 'Response replaced: one of its headers is not allowed',
      },
    ]);
  });
});
