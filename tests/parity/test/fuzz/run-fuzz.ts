import fc from 'fast-check';
import { checkResponse } from './check-response.js';
import { MAX_BATCH_SIZE, MAX_BODY_BYTES, SECRET } from './fuzz-api.js';
import { FuzzConnection, type FuzzResponse } from './fuzz-connection.js';
import { encodeRequest, type FuzzRequest, fuzzRequests } from './fuzz-request.js';
import { type FuzzServer, startFuzzServers } from './fuzz-servers.js';
import { malformedRequests } from './malformed-request.js';
import { type Expected, expectedOf } from './reference-model.js';

export interface FuzzOptions {
  /** Repeats the run with this seed. Default: a random seed. */
  readonly seed?: number | undefined;
  /** The number of requests after which the run stops. Default: no limit. */
  readonly requests?: number | undefined;
  /** The number of seconds after which the run stops. Default: no limit. */
  readonly seconds?: number | undefined;
}

export interface FuzzResult {
  readonly seed: number;
  readonly requests: number;
  /** Describes the smallest request that failed, with the seed. Undefined if no request failed. */
  readonly failure: string | undefined;
}

/**
 * Sends random requests to every adapter over real sockets. Each response must be the one that the
 * reference model expects, all adapters must send the same response, and the connection must stay usable.
 */
export async function runFuzz({ seed, requests, seconds }: FuzzOptions): Promise<FuzzResult> {
  const { servers, close } = await startFuzzServers();
  try {
    let sent = 0;
    const property = fc.asyncProperty(anyRequest, async (request) => {
      sent += 1;
      const violations =
        request instanceof Uint8Array
          ? await violationsOfMalformed(request, servers)
          : await violationsOf(request, servers);
      if (violations.length > 0) throw new Error(violations.join('\n'));
    });
    const details = await fc.check(property, {
      ...(seed === undefined ? {} : { seed }),
      numRuns: requests ?? Number.MAX_SAFE_INTEGER,
      ...(seconds === undefined ? {} : { interruptAfterTimeLimit: seconds * 1000 }),
    });
    const failure = details.failed ? describeFailure(details) : undefined;
    return { seed: details.seed, requests: sent, failure };
  } finally {
    close();
  }
}

const anyRequest = fc.oneof(
  { weight: 9, arbitrary: fuzzRequests },
  { weight: 1, arbitrary: malformedRequests },
);

function describeFailure({
  seed,
  counterexample,
  errorInstance,
}: fc.RunDetails<[FuzzRequest | Uint8Array]>): string {
  const request = counterexample?.[0] ?? Buffer.alloc(0);
  const parts = request instanceof Uint8Array ? [request] : encodeRequest(request);
  const error = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `seed ${seed}\n${error}\nrequest: ${JSON.stringify(Buffer.concat(parts).toString('latin1'))}`;
}

async function violationsOf(
  request: FuzzRequest,
  servers: readonly FuzzServer[],
): Promise<string[]> {
  const expected = expectedOf(request, {
    maxBodyBytes: MAX_BODY_BYTES,
    maxBatchSize: MAX_BATCH_SIZE,
  });
  const toHead = request.verb === 'HEAD';
  const outcomes = await Promise.all(servers.map(({ port }) => exchange(port, request)));
  const violations = outcomes.flatMap((outcome, index) => {
    const server = servers[index];
    if (typeof outcome === 'string') return [`${server?.adapter}: ${outcome}`];
    if (expected.kind === 'outside-api' && server?.normalizesUrls) return [];
    const leak = leaks(outcome) ? ['the response contains an internal message'] : [];
    const found = [...checkResponse(outcome, expected, { toHead }), ...leak];
    return found.map((violation) => `${server?.adapter}: ${violation}`);
  });
  return [...violations, ...differences(outcomes, { servers, expected })];
}

/** Finds server errors, leaks and crashes after bytes that may not be valid HTTP. */
async function violationsOfMalformed(
  bytes: Uint8Array,
  servers: readonly FuzzServer[],
): Promise<string[]> {
  const violations = servers.map(async ({ adapter, port }) => {
    const connection = new FuzzConnection(port);
    try {
      await connection.send([bytes]);
      connection.finishSending();
      const response = await connection.response({ toHead: false });
      const isValid = response === undefined || (response.status < 500 && !leaks(response));
      if (!isValid) return [`${adapter} sent ${JSON.stringify(response)}`];
    } finally {
      connection.close();
    }
    const pong = await ping(new FuzzConnection(port));
    return pong === PONG
      ? []
      : [`${adapter}: the next connection received ${JSON.stringify(pong)}`];
  });
  return (await Promise.all(violations)).flat();
}

/** Returns the response, or a description of the violation if there is no response or no next one. */
async function exchange(port: number, request: FuzzRequest): Promise<FuzzResponse | string> {
  const connection = new FuzzConnection(port);
  try {
    await connection.send(encodeRequest(request));
    const response = await connection.response({ toHead: request.verb === 'HEAD' });
    if (response === undefined) return 'no response';
    if (response.headers['connection'] === 'close') return response;
    const pong = await ping(connection);
    if (pong === PONG) return response;
    return `the next request on the connection received ${JSON.stringify(pong)}`;
  } finally {
    connection.close();
  }
}

function leaks({ body }: FuzzResponse): boolean {
  return body.includes(SECRET);
}

/** Sends one more call, closes the connection, and returns the body of the response. */
async function ping(connection: FuzzConnection): Promise<string | undefined> {
  await connection.send([PING]);
  const response = await connection.response({ toHead: false });
  connection.close();
  return response?.body;
}

const PING_BODY = '{"jsonrpc":"2.0","id":"ping","method":"echo","params":{"text":"pong"}}';
const PING =
  'POST /rpc HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
  `content-length: ${PING_BODY.length}\r\n\r\n${PING_BODY}`;
const PONG = '{"jsonrpc":"2.0","id":"ping","result":"pong"}';

/** Headers that a server or a framework adds to all of its responses. */
const SERVER_HEADERS = new Set(['date', 'connection', 'keep-alive', 'x-powered-by']);

/** Describes how the adapters differ. If the framework responds instead of the api, they may differ. */
function differences(
  outcomes: readonly (FuzzResponse | string)[],
  { servers, expected }: { readonly servers: readonly FuzzServer[]; readonly expected: Expected },
): string[] {
  if (expected.kind === 'outside-api') return [];
  const texts = outcomes.map((outcome) => {
    if (typeof outcome === 'string') return outcome;
    const headers = Object.entries(outcome.headers).filter(([name]) => !SERVER_HEADERS.has(name));
    return JSON.stringify([outcome.status, headers.map(String).toSorted(), outcome.body]);
  });
  if (new Set(texts).size === 1) return [];
  return texts.map((text, index) => `${servers[index]?.adapter} sent ${text.slice(0, 300)}`);
}
