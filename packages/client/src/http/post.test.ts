import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { deferred } from '../../test/deferred.js';
import { listen } from '../../test/listen.js';
import {
  type ClientOptions,
  createClient,
  type Fetch,
  HttpStatusError,
  NetworkError,
  ResponseTooLargeError,
} from '../index.js';

async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable('The call succeeded'),
    (error: unknown) => error,
  );
}

describe('a server that redirects to another origin', () => {
  /** Serves a redirect and its target. `leaked` has the tokens that reached the target. */
  async function serveRedirect(status: number): Promise<{ url: string; leaked: string[] }> {
    const leaked: string[] = [];
    const elsewhere = await listen((request, response) => {
      leaked.push(String(request.headers['user-auth-token']));
      response.end('{"jsonrpc":"2.0","id":1,"result":"elsewhere"}');
    });
    const url = await listen((request, response) => {
      request.resume();
      response.writeHead(status, { location: elsewhere }).end();
    });
    return { url, leaked };
  }
  const headers = { 'user-auth-token': 'secret' };

  test.each([301, 302, 303, 307, 308])(
    'fails the call and sends no request to the other origin for status %i',
    async (status) => {
      const { url, leaked } = await serveRedirect(status);
      const error = await errorOf(createClient({ url, headers }).$call('whoami'));
      expect(error).toBeInstanceOf(NetworkError);
      expect((error as Error).message).toBe(
        'The server redirected the request, and the client does not follow redirects. ' +
          'Create the client with the URL that the server redirects to.',
      );
      expect(leaked).toEqual([]);
    },
  );

  test('fails batches and notifications', async () => {
    const { url, leaked } = await serveRedirect(307);
    const client = createClient({ url, headers });
    const batch = client.$batch((b) => [b.$call('a'), b.$call('b')]);
    expect(await errorOf(batch)).toBeInstanceOf(NetworkError);
    expect(await errorOf(client.$notify.$call('a'))).toBeInstanceOf(NetworkError);
    expect(leaked).toEqual([]);
  });

  test.each([
    ['Node', new TypeError('fetch failed', { cause: new Error('unexpected redirect') })],
    ['Deno', new TypeError("Encountered redirect while redirect mode is set to 'error'")],
    ['Bun', new Error('UnexpectedRedirect fetching "http://bank/"')],
  ])('is reported when fetch throws the error of %s', async (_, thrown) => {
    const fetch: Fetch = () => {
      throw thrown;
    };
    const error = await errorOf(createClient({ url: '/', fetch }).$call('a'));
    expect((error as Error).message).toContain('The server redirected the request');
  });

  test('is not reported when fetch throws undefined, a string, an error that is its own cause, or the name of a host', async () => {
    const cycle = new TypeError('fetch failed');
    cycle.cause = cycle;
    const unknown = new Error('getaddrinfo ENOTFOUND redirect.bank.example');
    const unresolved = new TypeError('fetch failed', { cause: unknown });
    for (const thrown of [cycle, undefined, 'redirect', unresolved]) {
      const fetch: Fetch = () => {
        throw thrown;
      };
      const error = await errorOf(createClient({ url: '/', fetch }).$call('a'));
      expect(error).toBeInstanceOf(NetworkError);
      expect(error).toMatchObject({
        message: 'The request failed, or the connection closed before the end of the response',
      });
    }
  });

  test.each<[string, () => unknown]>([
    [
      'rejects it, such as Cloudflare Workers',
      () => {
        throw new TypeError('Invalid redirect value, must be one of "follow" or "manual"');
      },
    ],
    ['ignores it', () => ({})],
  ])("is not followed on a runtime without redirect: 'error' that %s", async (_, construct) => {
    vi.stubGlobal('Request', function Request() {
      return construct();
    });
    onTestFinished(() => void vi.unstubAllGlobals());
    const { url, leaked } = await serveRedirect(307);
    const error = await errorOf(createClient({ url, headers }).$call('whoami'));
    expect(error).toBeInstanceOf(HttpStatusError);
    expect(error).toMatchObject({ status: 307 });
    expect(leaked).toEqual([]);
  });
});

describe('maxResponseBytes', () => {
  /** Serves a body in these chunks. */
  const serveBody = (
    body: readonly (string | Uint8Array)[],
    headers: Record<string, string> = {},
  ): Promise<string> =>
    listen((request, response) => {
      request.resume();
      response.writeHead(200, headers);
      for (const chunk of body) response.write(chunk);
      response.end();
    });
  const result = (text: string): string => `{"jsonrpc":"2.0","id":1,"result":"${text}"}`;

  test('allows a response of exactly that size and rejects one with a byte more', async () => {
    const body = result('žluť');
    const maxResponseBytes = Buffer.byteLength(body);
    const url = await serveBody([body]);
    await expect(createClient({ url, maxResponseBytes }).$call('a')).resolves.toBe('žluť');
    const error = await errorOf(
      createClient({ url, maxResponseBytes: maxResponseBytes - 1 }).$call('a'),
    );
    expect(error).toBeInstanceOf(ResponseTooLargeError);
    expect(error).toMatchObject({
      name: 'ResponseTooLargeError',
      code: 'response-too-large',
      maxResponseBytes: maxResponseBytes - 1,
      message:
        `The response is larger than ${maxResponseBytes - 1} bytes. ` +
        'Request less data, or raise maxResponseBytes in createClient().',
    });
  });

  test('closes the connection of an endless response', async () => {
    const closed = deferred();
    const url = await listen((request, response) => {
      request.resume();
      response.once('close', () => closed.resolve());
      const chunk = Buffer.alloc(64 * 1024, 'x');
      const write = (): void => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', write);
      write();
    });
    const error = await errorOf(createClient({ url }).$call('a'));
    expect(error).toMatchObject({ code: 'response-too-large', maxResponseBytes: 26 * 1024 * 1024 });
    await closed.promise;
  });

  test('counts the bytes after decompression', async () => {
    const compressed = gzipSync(result('x'.repeat(1_000_000)));
    expect(compressed.length).toBeLessThan(10_000);
    const url = await serveBody([compressed], { 'content-encoding': 'gzip' });
    const error = await errorOf(createClient({ url, maxResponseBytes: 10_000 }).$call('a'));
    expect(error).toBeInstanceOf(ResponseTooLargeError);
  });

  test('applies to every call of a batch, to notifications and to failed requests', async () => {
    const url = await serveBody(['x'.repeat(101)]);
    const client = createClient({ url, maxResponseBytes: 100 });
    const outcomes = await client.$batch.safe((b) => [b.$call('a'), b.$call('b')]);
    expect(outcomes).toMatchObject([
      { error: { code: 'response-too-large' } },
      { error: { code: 'response-too-large' } },
    ]);
    const notified = errorOf(client.$notify.$call('a'));
    expect(await notified).toBeInstanceOf(ResponseTooLargeError);
    const fetch: Fetch = () => new Response('x'.repeat(101), { status: 502 });
    const failed = createClient({ url, maxResponseBytes: 100, fetch }).$call('a');
    expect(await errorOf(failed)).toBeInstanceOf(ResponseTooLargeError);
  });

  test('allows any response when it is Infinity', async () => {
    const url = await serveBody([result('x'.repeat(30_000_000))]);
    const client = createClient({ url, maxResponseBytes: Infinity });
    await expect(client.$call('a')).resolves.toHaveLength(30_000_000);
  });

  test('is checked after reading when a response has no stream', async () => {
    const fetch: Fetch = () => {
      const response = new Response(result('x'.repeat(100)));
      Object.defineProperty(response, 'body', { value: undefined });
      return response;
    };
    const maxResponseBytes = result('x'.repeat(100)).length;
    const client = createClient({ url: '/', fetch, maxResponseBytes });
    await expect(client.$call('a')).resolves.toHaveLength(100);
    const limited = createClient({ url: '/', fetch, maxResponseBytes: 100 }).$call('a');
    expect(await errorOf(limited)).toBeInstanceOf(ResponseTooLargeError);
  });

  test.each([0, -1, 1.5, NaN])(
    'causes createClient() to throw when it is %d',
    (maxResponseBytes) => {
      const options: ClientOptions = { url: '/', maxResponseBytes };
      expect(() => createClient(options)).toThrow(
        new RangeError(
          `createClient(): maxResponseBytes must be a positive integer, not ${maxResponseBytes}. ` +
            'Use Infinity for no limit.',
        ),
      );
    },
  );
});

test('decodes a character whose bytes arrive in several chunks', async () => {
  const bytes = new TextEncoder().encode('{"jsonrpc":"2.0","id":1,"result":"€"}');
  const fetch: Fetch = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      }),
    );
  await expect(createClient({ url: '/', fetch }).$call('a')).resolves.toBe('€');
});
