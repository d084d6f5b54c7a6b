import { describe, expect, test } from 'vitest';
import { call, post, RawClient, type RawResponse } from '@jsonrpc-kit/test-support/raw-client';
import {
  requestsWithUnusualHosts,
  type RequestBytes,
  requests,
  requestsToTheApplication,
} from './requests.js';
import type { Server, Serving } from './servers/server.js';

/** The servers that `testSameResponses()` compares. */
export interface ComparedServers {
  /** Returns the server to test, with the api of `parityApi()`. Called when a test runs. */
  readonly serving: () => Serving;
  /** Returns a server of `node:http` with the same api. Called when a test runs. */
  readonly nodeServer: () => Serving;
  /** The path at which clients call the api, such as `/bank/v1`. */
  readonly mountPath: string;
  readonly ownResponses: Server['ownResponses'];
  /** Headers that the server adds or drops, which aren't compared. */
  readonly ignoredHeaders?: readonly string[];
  /** The body of the response to a path outside the api. Default: any body. */
  readonly notFound?: string;
}

/** Declares tests which check that a server responds to every request as `node:http` does. */
export function testSameResponses({
  serving,
  nodeServer,
  mountPath,
  ownResponses,
  ignoredHeaders = [],
  notFound,
}: ComparedServers): void {
  const withoutIgnoredHeaders = ({ headers, ...response }: RawResponse): RawResponse => ({
    ...response,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => !ignoredHeaders.includes(name)),
    ),
  });
  const firstResponse = async (
    name: string,
    request: RequestBytes,
  ): Promise<RawResponse | undefined> => {
    const next = ownResponses[name] === undefined ? mountPath : undefined;
    return (await responsesTo(serving().port, request(mountPath), next))[0];
  };

  describe.each(Object.entries(requests))('%s', (_, rows) => {
    test.each(rows)(
      'sends the same response as node:http to %s',
      async (name, request, expected) => {
        const own = ownResponses[name];
        const next = own === undefined ? mountPath : undefined;
        const received = await responsesTo(serving().port, request(mountPath), next);
        expect(received[0]).toMatchObject(own ?? expected);
        if (own !== undefined) return;
        const expectedResponses = await responsesTo(nodeServer().port, request(''), '');
        expectEntityHeaders(expectedResponses.at(-1));
        expect(received.map(withoutIgnoredHeaders)).toEqual(
          expectedResponses.map(withoutIgnoredHeaders),
        );
      },
    );
  });

  test.each(requestsWithUnusualHosts)(
    'responds to %s as its framework does, or as the api does',
    async (name, request, expected) => {
      expect(await firstResponse(name, request)).toMatchObject(ownResponses[name] ?? expected);
    },
  );

  test.each(requestsToTheApplication)(
    'leaves %s to the application',
    async (name, request, expected) => {
      const response = await firstResponse(name, request);
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
 * them, unless `mountPath` is undefined.
 */
export async function responsesTo(
  port: number,
  request: string | Buffer,
  mountPath: string | undefined,
): Promise<RawResponse[]> {
  const client = new RawClient(port).send(request);
  const first = await client.response({ toHead: request.toString().startsWith('HEAD') });
  const responses = first.status === 100 ? [first, await client.response()] : [first];
  if (mountPath !== undefined) await expectHello(client, mountPath);
  return responses.map(({ headers, ...response }) => ({
    ...response,
    headers: withoutServerHeaders(headers),
  }));
}

async function expectHello(client: RawClient, mountPath: string): Promise<void> {
  client.send(post(`${mountPath}/rpc`, HELLO));
  expect((await client.response()).body).toBe(HELLO_RESPONSE);
}

/** Headers that a server or a framework adds to every response. */
const SERVER_HEADERS = new Set(['date', 'connection', 'keep-alive', 'x-powered-by']);

function withoutServerHeaders(headers: RawResponse['headers']): RawResponse['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !SERVER_HEADERS.has(name)));
}
