import { describe, expect, test } from 'vitest';
import { call, post, RawClient, type RawResponse } from '../../node/test/raw-client.js';
import {
  contestedRequests,
  type RequestBytes,
  requests,
  requestsToTheApplication,
} from './requests.js';
import type { Server, Serving } from './servers/server.js';

/** A running server whose responses are compared. */
export interface Compared {
  /** The server with the api of `parityApi()`. Read when a test runs. */
  readonly serving: () => Serving;
  /** A server of `node:http` with the same api. Read when a test runs. */
  readonly bare: () => Serving;
  /** Where the api is mounted, for clients. */
  readonly below: string;
  readonly ownResponses: Server['ownResponses'];
  /** Headers that the server adds or drops, which aren't compared. */
  readonly ignoredHeaders?: readonly string[];
  /** The body of the response to a path that isn't one of the api's. Default: any. */
  readonly notFound?: string;
}

/** Declares the tests that a server sends the same responses as `node:http` to all requests. */
export function testSameResponses({
  serving,
  bare,
  below,
  ownResponses,
  ignoredHeaders = [],
  notFound,
}: Compared): void {
  const compared = ({ headers, ...response }: RawResponse): RawResponse => ({
    ...response,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !ignoredHeaders.includes(name)),
    ),
  });
  const first = async (name: string, request: RequestBytes): Promise<RawResponse | undefined> => {
    const next = ownResponses[name] === undefined ? below : undefined;
    return (await responsesTo(serving().port, request(below), next))[0];
  };

  describe.each(Object.entries(requests))('%s', (_, rows) => {
    test.each(rows)(
      'sends the same response as without a framework to %s',
      async (name, request, expected) => {
        const own = ownResponses[name];
        const next = own === undefined ? below : undefined;
        const received = await responsesTo(serving().port, request(below), next);
        expect(received[0]).toMatchObject(own ?? expected);
        if (own !== undefined) return;
        const without = await responsesTo(bare().port, request(''), '');
        expectEntityHeaders(without.at(-1));
        expect(received.map(compared)).toEqual(without.map(compared));
      },
    );
  });

  test.each(contestedRequests)(
    'sends the response of the framework or of the api to %s',
    async (name, request, expected) => {
      expect(await first(name, request)).toMatchObject(ownResponses[name] ?? expected);
    },
  );

  test.each(requestsToTheApplication)(
    'leaves %s to the application',
    async (name, request, expected) => {
      const response = await first(name, request);
      expect(response).toMatchObject(
        ownResponses[name] ?? { ...expected, ...(notFound !== undefined && { body: notFound }) },
      );
    },
  );
}

/** Expects a body to come with its length, its media type, and `nosniff`. */
export function expectEntityHeaders(response: RawResponse | undefined): void {
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

const HELLO = call('echo', { text: 'hello' });
const HELLO_RESPONSE = '{"jsonrpc":"2.0","id":1,"result":"hello"}';

/**
 * Returns the responses to the bytes. Expects the connection to be usable for another call after
 * them, unless `below` is undefined.
 */
export async function responsesTo(
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
