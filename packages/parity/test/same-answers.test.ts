import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
        expect(answered).toEqual(await answersTo(bare.port, request(''), ''));
      });
    });

    test.each(contestedRequests)('%s', async (name, request, expected) => {
      const [answered] = await answersTo(framework.port, request(below), below);
      expect(answered).toMatchObject(answersItself[name] ?? expected);
    });

    test.each(foreignRequests)("%s is nobody's", async (_, request, expected) => {
      const [answered] = await answersTo(framework.port, request(below), below);
      expect(answered).toMatchObject({ ...expected, body: "nobody's" });
    });
  });
});

/**
 * What is answered to the bytes, and to a call after them on the same connection: whatever came
 * before, it stays usable.
 */
async function answersTo(
  port: number,
  request: string | Buffer,
  below: string,
): Promise<RawResponse[]> {
  const client = new RawClient(port).send(request);
  const first = await client.response({ toHead: request.toString().startsWith('HEAD') });
  const answers = first.status === 100 ? [first, await client.response()] : [first];
  client.send(post(`${below}/rpc`, HELLO));
  expect((await client.response()).body).toBe(HELLO_ANSWER);
  return answers.map(({ headers, ...answer }) => ({ ...answer, headers: ofTheAnswer(headers) }));
}

/** Headers that a server or a framework puts on everything. */
const OF_THE_SERVER = new Set(['date', 'connection', 'keep-alive', 'x-powered-by']);

function ofTheAnswer(headers: RawResponse['headers']): RawResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_SERVER.has(name)));
}
