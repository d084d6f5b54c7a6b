import { fuzzBodies, routeBodies } from './fuzz-body.js';
import fc, { type Arbitrary } from 'fast-check';

/** The parts of a request. The reference model reads them, so it doesn't have to parse HTTP. */
export interface FuzzRequest {
  readonly verb: string;
  readonly target: string;
  readonly version: '1.0' | '1.1';
  readonly contentType: ContentType;
  /** The headers except `host`, `content-type` and those that frame the body. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  readonly framing: 'content-length' | 'chunked' | 'chunked-in-pieces';
}

/** Header lines for the media type, and whether JSON-RPC over HTTP accepts them. */
export interface ContentType {
  readonly values: readonly string[];
  readonly isAccepted: boolean;
}

const accepted = (...values: string[]): ContentType => ({ values, isAccepted: true });
const rejected = (...values: string[]): ContentType => ({ values, isAccepted: false });

const JSON_TYPE = accepted('application/json');

const contentTypes = fc.oneof(
  { weight: 12, arbitrary: fc.constant(JSON_TYPE) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      accepted('application/json-rpc'),
      accepted('application/jsonrequest'),
      accepted('Application/JSON; charset=UTF-8'),
      accepted('application/json;charset="utf-8"'),
      accepted('application/json; a="b;charset=x"'),
      rejected(),
      rejected(''),
      rejected('text/plain'),
      rejected('application/json; charset=latin1'),
      rejected('application/json, text/plain'),
      rejected('application/json\ta'),
      rejected('application/jsonx'),
      rejected('application'),
      rejected('application/json', 'text/plain'),
    ),
  },
);

const segment = fc.oneof(
  fc.constantFrom(
    'echo',
    'any',
    'sum',
    'later',
    'none',
    '',
    '%65cho',
    'a%2Fb',
    'echo;a',
    '__proto__',
  ),
  fc.string({ unit: 'grapheme', minLength: 1 }).map(encodeURIComponent),
);

const targets = fc.oneof(
  { weight: 12, arbitrary: fc.constant('/rpc') },
  { weight: 3, arbitrary: segment.map((name) => `/rpc/${name}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '/rpc/',
      '/rpc?a=%zz&__proto__[b]=1',
      '/rpc//',
      '/rpc/echo/',
      '/rpc/echo/more',
      'http://localhost/rpc',
      'http://other.example:1/rpc/echo?a',
      '/',
      '//rpc',
      '/rpcs',
      '/RPC',
      '/%72pc',
      '/docs',
      '/rpc/%zz',
      '/rpc/%C5',
      '/rpc/../rpc',
      '/rpc/%2e%2e/docs',
      '/x/./../rpc',
      '/rpc#a',
      '/rpc/echo#a',
    ),
  },
);

const token = fc.stringMatching(/^x-[a-z0-9!#$%&'*+.^_`|~-]{1,12}$/);
const fieldValue = fc.stringMatching(/^[!-~\u0080-\u00ff]([ \t!-~\u0080-\u00ff]{0,40}[!-~])?$/);

const headers = fc.uniqueArray(
  fc.oneof(
    fc.tuple(token, fieldValue),
    fc.constantFrom(
      ['__proto__', 'x'] as const,
      ['cookie', 'a=%zz; =; __proto__=1'] as const,
      ['authorization', 'Basic %%%'] as const,
      ['accept', '*/*;q=x'] as const,
      ['accept-encoding', 'gzip'] as const,
      ['if-none-match', '*'] as const,
      ['range', 'bytes=0-1'] as const,
      ['expect', '100-continue'] as const,
      ['x-http-method-override', 'DELETE'] as const,
      ['origin', 'null'] as const,
      ['connection', 'close'] as const,
      ['content-encoding', 'identity'] as const,
    ),
  ),
  { maxLength: 3, selector: ([name]) => name },
);

const parts = {
  verb: fc.oneof(
    { weight: 25, arbitrary: fc.constant('POST') },
    { weight: 1, arbitrary: fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PURGE') },
  ),
  target: targets,
  version: fc.oneof(
    { weight: 20, arbitrary: fc.constant('1.1' as const) },
    { weight: 1, arbitrary: fc.constant('1.0' as const) },
  ),
  contentType: contentTypes,
  headers,
  body: fuzzBodies,
  framing: fc.oneof(
    { weight: 4, arbitrary: fc.constant('content-length' as const) },
    { weight: 1, arbitrary: fc.constantFrom('chunked' as const, 'chunked-in-pieces' as const) },
  ),
};

/** Routes of methods, with different encodings and an unknown name. */
const methodRoutes = fc.constantFrom(
  '/rpc/echo',
  '/rpc/%65cho',
  '/rpc/%2565cho',
  '/rpc/an%79/',
  '/rpc/sum?a=1',
  '/rpc/none',
);

/** Requests that are valid HTTP, but not always valid JSON-RPC. */
export const fuzzRequests: Arbitrary<FuzzRequest> = fc.oneof(
  { weight: 9, arbitrary: fc.record(parts) },
  { weight: 1, arbitrary: fc.record({ ...parts, target: methodRoutes, body: routeBodies }) },
);

/** Returns the bytes of a request, with a buffer for each write to the socket. */
export function encodeRequest(request: FuzzRequest): readonly Buffer[] {
  const { verb, target, contentType, body } = request;
  // HTTP/1.0 has no chunked encoding.
  const framing = request.version === '1.0' ? 'content-length' : request.framing;
  const fields = [
    ['host', 'localhost'],
    ...contentType.values.map((value) => ['content-type', value]),
    framing === 'content-length'
      ? ['content-length', String(body.length)]
      : ['transfer-encoding', 'chunked'],
    ...request.headers,
  ];
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${verb} ${target} HTTP/${request.version}\r\n${lines}\r\n`, 'latin1');
  if (framing === 'content-length') return [head, Buffer.from(body)];
  const size = framing === 'chunked' ? Math.max(1, body.length) : Math.ceil(body.length / 3) || 1;
  const chunks: Buffer[] = [];
  for (let from = 0; from < body.length; from += size) {
    const data = body.subarray(from, from + size);
    chunks.push(Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, CRLF]));
  }
  return [head, ...chunks, Buffer.from('0\r\n\r\n')];
}

const CRLF = Buffer.from('\r\n');
