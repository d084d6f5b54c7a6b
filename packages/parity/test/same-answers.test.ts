import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MemoryLogger } from '../../node/test/memory-logger.js';
import { call, post, RawClient, type RawResponse } from '../../node/test/raw-client.js';
import { parityApi } from './parity-api.js';
import { contestedRequests, foreignRequests, requests } from './requests.js';
import { frameworks } from './servers.js';
import { node } from './servers/node.js';
import type { Serving } from './servers/server.js';

/** How an api may be mounted, and where its clients find it then. */
const mountings = [
  { at: 'at the root', prefix: '', below: '' },
  { at: 'below a prefix', prefix: '/bank/v1', below: '/bank/v1' },
  { at: 'below a parameter', prefix: '/:tenant', below: '/t%20%C5%BE' },
];

const HELLO = call('echo', { text: 'hello' });
const HELLO_ANSWER = '{"jsonrpc":"2.0","id":1,"result":"hello"}';

let bare: Serving;
beforeAll(async () => {
  bare = await node.serve({ apis: [{ api: parityApi() }] });
});
afterAll(() => bare.close());

describe.each(frameworks)('$name', ({ serve, answersItself }) => {
  describe.each(mountings)('with an api $at', ({ prefix, below }) => {
    let framework: Serving;
    beforeAll(async () => {
      framework = await serve({ apis: [{ api: parityApi(), prefix }] });
    });
    afterAll(() => framework.close());

    describe.each(Object.entries(requests))('%s', (_, rows) => {
      test.each(rows)('%s', async (_name, request, expected) => {
        const answered = await answersTo(framework.port, request(below), below);
        expect(answered[0]).toMatchObject(expected);
        expectEntityHeaders(answered.at(-1));
        expect(answered).toEqual(await answersTo(bare.port, request(''), ''));
      });
    });

    test.each(contestedRequests)('%s', async (name, request, expected) => {
      const own = answersItself[name];
      const next = own === undefined ? below : undefined;
      const [answered] = await answersTo(framework.port, request(below), next);
      expect(answered).toMatchObject(own ?? expected);
    });

    test.each(foreignRequests)("%s is nobody's", async (name, request, expected) => {
      const own = answersItself[name];
      const next = own === undefined ? below : undefined;
      const [answered] = await answersTo(framework.port, request(below), next);
      expect(answered).toMatchObject(own ?? { ...expected, body: "nobody's" });
    });
  });
});

test.each(foreignRequests)('node:http has no route for %s', async (_, request, expected) => {
  const [answered] = await answersTo(bare.port, request(''), '');
  expect(answered).toMatchObject({ ...expected, body: '{"detail":"Not Found"}' });
  expectEntityHeaders(answered);
});

describe.each([node, ...frameworks])('$name logs', ({ serve }) => {
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
    'that an HTTP error has the header %s, in one line',
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

/** A body comes with its length, its media type, and the instruction not to guess another. */
function expectEntityHeaders(response: RawResponse | undefined): void {
  if (response === undefined || response.status === 204) return;
  const { body, headers } = response;
  // That of a HEAD is the length of the body that a GET would have had.
  const lengths = body === '' ? headers['content-length'] : [String(Buffer.byteLength(body))];
  expect(headers).toMatchObject({
    'content-length': lengths,
    'content-type': [expect.any(String)],
    'x-content-type-options': ['nosniff'],
  });
}

/**
 * What is answered to the bytes. Whatever came before, the connection stays usable for a call after
 * them, unless `below` is undefined.
 */
async function answersTo(
  port: number,
  request: string | Buffer,
  below: string | undefined,
): Promise<RawResponse[]> {
  const client = new RawClient(port).send(request);
  const first = await client.response({ toHead: request.toString().startsWith('HEAD') });
  const answers = first.status === 100 ? [first, await client.response()] : [first];
  if (below !== undefined) await expectHello(client, below);
  return answers.map(({ headers, ...answer }) => ({ ...answer, headers: ofTheAnswer(headers) }));
}

async function expectHello(client: RawClient, below: string): Promise<void> {
  client.send(post(`${below}/rpc`, HELLO));
  expect((await client.response()).body).toBe(HELLO_ANSWER);
}

/** Headers that a server or a framework puts on everything. */
const OF_THE_SERVER = new Set(['date', 'connection', 'keep-alive', 'x-powered-by']);

function ofTheAnswer(headers: RawResponse['headers']): RawResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_SERVER.has(name)));
}
