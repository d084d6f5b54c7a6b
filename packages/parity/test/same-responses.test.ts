import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MemoryLogger } from '../../node/test/memory-logger.js';
import { call, post, RawClient, type RawResponse } from '../../node/test/raw-client.js';
import { parityApi } from './parity-api.js';
import { contestedRequests, requestsToTheApplication, requests } from './requests.js';
import { frameworks } from './servers.js';
import { node } from './servers/node.js';
import type { Serving } from './servers/server.js';

/** Prefixes of an api, and the paths at which clients call it. */
const mountings = [
  { at: 'at the root', prefix: '', below: '' },
  { at: 'below a prefix', prefix: '/bank/v1', below: '/bank/v1' },
  { at: 'below a parameter', prefix: '/:tenant', below: '/t%20%C5%BE' },
];

const HELLO = call('echo', { text: 'hello' });
const HELLO_RESPONSE = '{"jsonrpc":"2.0","id":1,"result":"hello"}';

let bare: Serving;
beforeAll(async () => {
  bare = await node.serve({ apis: [{ api: parityApi() }] });
});
afterAll(() => bare.close());

describe.each(frameworks)('$name', ({ serve, ownResponses }) => {
  describe.each(mountings)('with an api $at', ({ prefix, below }) => {
    let framework: Serving;
    beforeAll(async () => {
      framework = await serve({ apis: [{ api: parityApi(), prefix }] });
    });
    afterAll(() => framework.close());

    describe.each(Object.entries(requests))('%s', (_, rows) => {
      test.each(rows)(
        'sends the same response as without a framework to %s',
        async (_name, request, expected) => {
          const received = await responsesTo(framework.port, request(below), below);
          expect(received[0]).toMatchObject(expected);
          expectEntityHeaders(received.at(-1));
          expect(received).toEqual(await responsesTo(bare.port, request(''), ''));
        },
      );
    });

    test.each(contestedRequests)(
      'sends the response of the framework or of the api to %s',
      async (name, request, expected) => {
        const own = ownResponses[name];
        const next = own === undefined ? below : undefined;
        const [response] = await responsesTo(framework.port, request(below), next);
        expect(response).toMatchObject(own ?? expected);
      },
    );

    test.each(requestsToTheApplication)(
      'leaves %s to the application',
      async (name, request, expected) => {
        const own = ownResponses[name];
        const next = own === undefined ? below : undefined;
        const [response] = await responsesTo(framework.port, request(below), next);
        expect(response).toMatchObject(own ?? { ...expected, body: 'not found' });
      },
    );
  });
});

test.each(requestsToTheApplication)(
  'responds with 404 without a framework to %s',
  async (_, request, expected) => {
    const [response] = await responsesTo(bare.port, request(''), '');
    expect(response).toMatchObject({ ...expected, body: '{"detail":"Not Found"}' });
    expectEntityHeaders(response);
  },
);

describe.each([node, ...frameworks])('the log of $name', ({ serve }) => {
  let logger: MemoryLogger;
  let serving: Serving;
  let client: RawClient;
  beforeEach(async () => {
    logger = new MemoryLogger();
    serving = await serve({ apis: [{ api: parityApi(logger) }] });
    client = new RawClient(serving.port);
  });
  afterEach(() => serving.close());

  test.each(['trailer', 'connection', 'x bad'])(
    'logs one line when an HTTP error has the header %s',
    async (name) => {
      client.send(post('/rpc', call('forbidden', { name })));
      expect(await client.response()).toMatchObject({ status: 500 });
      expect(logger.entries).toEqual([
        {
          details: { header: name },
          message: 'Response replaced: HTTP can not carry one of its headers',
        },
      ]);
    },
  );
});

/** Expects a body to come with its length, its media type, and `nosniff`. */
function expectEntityHeaders(response: RawResponse | undefined): void {
  if (response === undefined || response.status === 204) return;
  const { body, headers } = response;
  // The response to HEAD has the length of the body that GET returns.
  const lengths = body === '' ? headers['content-length'] : [String(Buffer.byteLength(body))];
  expect(headers).toMatchObject({
    'content-length': lengths,
    'content-type': [expect.any(String)],
    'x-content-type-options': ['nosniff'],
  });
}

/**
 * Returns the responses to the bytes. Expects the connection to be usable for another call after
 * them, unless `below` is undefined.
 */
async function responsesTo(
  port: number,
  request: string | Buffer,
  below: string | undefined,
): Promise<RawResponse[]> {
  const client = new RawClient(port).send(request);
  const first = await client.response({ toHead: request.toString().startsWith('HEAD') });
  const responses = first.status === 100 ? [first, await client.response()] : [first];
  if (below !== undefined) await expectHello(client, below);
  return responses.map(({ headers, ...response }) => ({
    ...response,
    headers: withoutServerHeaders(headers),
  }));
}

async function expectHello(client: RawClient, below: string): Promise<void> {
  client.send(post(`${below}/rpc`, HELLO));
  expect((await client.response()).body).toBe(HELLO_RESPONSE);
}

/** Headers that a server or a framework adds to every response. */
const SERVER_HEADERS = new Set(['date', 'connection', 'keep-alive', 'x-powered-by']);

function withoutServerHeaders(headers: RawResponse['headers']): RawResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !SERVER_HEADERS.has(name)));
}
