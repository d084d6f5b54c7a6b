import { call, chunk, post } from '@jsonrpc-kit/test-support/raw-client';

/** Returns the bytes of a request to an api that is mounted at this prefix. */
export type RequestBytes = (prefix: string) => string | Buffer;

/** The expected response. Its headers, and a body that is undefined here, must equal those of node:http. */
export interface Expected {
  readonly status: number;
  readonly body?: string;
}

type RequestCase = readonly [name: string, request: RequestBytes, expected: Expected];

const HI = call('echo', { text: 'hi' });
const RESPONSE = '{"jsonrpc":"2.0","id":1,"result":"hi"}';
const responseWith = (result: unknown): string => JSON.stringify({ jsonrpc: '2.0', id: 1, result });
const INTERNAL_ERROR =
  '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}';
const notFound = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}';
const parseError = '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}';

/** A POST request to the entrypoint `/rpc`. */
const rpc =
  (body: string, headers: Readonly<Record<string, string>> = {}): RequestBytes =>
  (prefix) =>
    post(`${prefix}/rpc`, body, headers);

/** A POST request to a path after the prefix. */
const at =
  (target: string, body = HI): RequestBytes =>
  (prefix) =>
    post(`${prefix}${target}`, body);

/** A call with this content-type. */
const withContentType = (contentType: string): RequestBytes =>
  rpc(HI, { 'content-type': contentType });

/** A call with these header lines and its `content-length`. */
const withHeaderLines =
  (headers: readonly string[], body = HI): RequestBytes =>
  (prefix) =>
    [`POST ${prefix}/rpc HTTP/1.1`, 'host: localhost', ...headers]
      .concat(`content-length: ${Buffer.byteLength(body)}`, '', body)
      .join('\r\n');

const withBytes =
  (body: readonly number[]): RequestBytes =>
  (prefix) =>
    Buffer.concat([
      Buffer.from(post(`${prefix}/rpc`, '', { 'content-length': String(body.length) })),
      Buffer.from(body),
    ]);

const chunked = (...pieces: readonly string[]): RequestBytes => {
  const body = [...pieces, ''].map(chunk).join('');
  return (prefix) => post(`${prefix}/rpc`, '', { 'transfer-encoding': 'chunked' }) + body;
};

/** A request without a body. */
const withoutBody =
  (verb: string, target = '/rpc', headers = ''): RequestBytes =>
  (prefix) =>
    `${verb} ${prefix}${target} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`;

const JSON_LINE = 'content-type: application/json';

const calls: readonly RequestCase[] = [
  ['a call', rpc(HI), { status: 200, body: RESPONSE }],
  ['a batch', rpc(`[${HI},${HI}]`), { status: 200, body: `[${RESPONSE},${RESPONSE}]` }],
  ['a batch of one', rpc(`[${HI}]`), { status: 200, body: `[${RESPONSE}]` }],
  ['a notification', rpc('{"jsonrpc":"2.0","method":"later"}'), { status: 204, body: '' }],
  ['a call with background tasks', rpc(call('later')), { status: 200 }],
  ['a method that throws', rpc(call('throws')), { status: 200 }],
  ['an unknown method', rpc(call('none')), { status: 200, body: notFound }],
  ['an empty batch', rpc('[]'), { status: 200 }],
  ['a batch over the limit', rpc('[1,2,3,4]'), { status: 200 }],
  [
    'a call with a response of 600 KB',
    at('/large', call('repeat', { text: 'ž🐎', times: 100_000 })),
    { status: 200, body: responseWith('ž🐎'.repeat(100_000)) },
  ],
  ['an HTTP/1.0 request', (prefix) => asHttp10(rpc(HI)(prefix)), { status: 200, body: RESPONSE }],
];

const bodies: readonly RequestCase[] = [
  ['a chunked body', chunked(HI.slice(0, 9), HI.slice(9)), { status: 200, body: RESPONSE }],
  ['an empty chunked body', chunked(), { status: 200, body: parseError }],
  ['an empty body', rpc(''), { status: 200, body: parseError }],
  [
    'a request without a body',
    withoutBody('POST', '/rpc', `${JSON_LINE}\r\n`),
    { status: 200, body: parseError },
  ],
  ['a request without a body and a media type', withoutBody('POST'), { status: 415 }],
  ['white space', rpc(' \r\n '), { status: 200, body: parseError }],
  ['invalid JSON', rpc('{'), { status: 200, body: parseError }],
  ['a scalar', rpc('"text"'), { status: 200 }],
  ['null', rpc('null'), { status: 200 }],
  ['a byte order mark', rpc(`\uFEFF${HI}`), { status: 200, body: RESPONSE }],
  ['two byte order marks', rpc(`\uFEFF\uFEFF${HI}`), { status: 200, body: parseError }],
  ['half a UTF-8 sequence', withBytes([0x22, 0xc5, 0x22]), { status: 200, body: parseError }],
  ['UTF-16', withBytes([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), { status: 200, body: parseError }],
  [
    'characters of several bytes',
    rpc(call('echo', { text: 'žluť 🐎' })),
    { status: 200, body: responseWith('žluť 🐎') },
  ],
  ['a lone surrogate', rpc(HI.replace('hi', '\\ud800')), { status: 200 }],
  [
    'a __proto__ in the parameters',
    rpc('{"jsonrpc":"2.0","id":1,"method":"keys","params":{"value":{"__proto__":{"a":1}}}}'),
    { status: 200, body: responseWith('{"__proto__":{"a":1}}') },
  ],
  [
    'a constructor.prototype in the parameters',
    rpc(call('keys', { value: { constructor: { prototype: { a: 1 } } } })),
    { status: 200, body: responseWith('{"constructor":{"prototype":{"a":1}}}') },
  ],
  ['a __proto__ in the envelope', rpc(HI.replace('{', '{"__proto__":{},')), { status: 200 }],
  ['the largest body', rpc(HI.padEnd(1000)), { status: 200, body: RESPONSE }],
  ['a body over the limit', rpc(HI.padEnd(1001)), { status: 413 }],
  ['a chunked body over the limit', chunked(HI.padEnd(600), ' '.repeat(600)), { status: 413 }],
  [
    'a body over the limits of the frameworks',
    at('/large', call('length', { text: 'x'.repeat(3_000_000) })),
    { status: 200, body: responseWith(3_000_000) },
  ],
  ['a body after 100-continue', rpc(HI, { expect: '100-continue' }), { status: 100 }],
];

const mediaTypes: readonly RequestCase[] = [
  [
    'a charset',
    withContentType('application/json; charset=utf-8'),
    { status: 200, body: RESPONSE },
  ],
  [
    'a charset in quotes',
    withContentType('application/json;charset="UTF-8"'),
    { status: 200, body: RESPONSE },
  ],
  [
    'an unusually written media type',
    withContentType('Application/JSON ; a="b;c" ;'),
    { status: 200, body: RESPONSE },
  ],
  [
    'application/json-rpc',
    withContentType('application/json-rpc'),
    { status: 200, body: RESPONSE },
  ],
  [
    'application/jsonrequest',
    withContentType('application/jsonrequest'),
    { status: 200, body: RESPONSE },
  ],
  ['another charset', withContentType('application/json; charset=latin1'), { status: 415 }],
  ['an empty charset', withContentType('application/json; charset='), { status: 415 }],
  [
    'a media type that is almost JSON',
    withContentType('application/problem+json'),
    { status: 415 },
  ],
  ['text/plain', withContentType('text/plain'), { status: 415 }],
  ['a form', withContentType('application/x-www-form-urlencoded'), { status: 415 }],
  ['a multipart form', withContentType('multipart/form-data; boundary=x'), { status: 415 }],
  ['no media type', withHeaderLines([]), { status: 415 }],
  ['an empty media type', withContentType(''), { status: 415 }],
  ['half a media type', withContentType('application'), { status: 415 }],
  [
    'two media types in one header',
    withContentType('application/json, text/plain'),
    { status: 415 },
  ],
  ['two Content-Type headers', withHeaderLines([JSON_LINE, JSON_LINE]), { status: 415 }],
  ['a compressed body', rpc(HI, { 'content-encoding': 'gzip' }), { status: 415 }],
  [
    'a body with the content encoding identity',
    rpc(HI, { 'content-encoding': 'identity' }),
    { status: 200 },
  ],
  ['an unknown compression', rpc(HI, { 'content-encoding': 'x' }), { status: 415 }],
  [
    'a text/plain body over the limit',
    rpc(HI.padEnd(9999), { 'content-type': 'text/plain' }),
    { status: 415 },
  ],
];

const VERBS =
  'GET HEAD OPTIONS PUT PATCH DELETE TRACE QUERY PURGE PROPFIND LINK SEARCH REPORT M-SEARCH';

const verbs: readonly RequestCase[] = [
  ...VERBS.split(' ').map((verb): RequestCase => [verb, withoutBody(verb), { status: 405 }]),
  ['GET with a body', (prefix) => String(rpc(HI)(prefix)).replace('POST', 'GET'), { status: 405 }],
  ['PUT with a body', (prefix) => String(rpc(HI)(prefix)).replace('POST', 'PUT'), { status: 405 }],
  [
    'PURGE with a body',
    (prefix) => String(rpc(HI)(prefix)).replace('POST', 'PURGE'),
    { status: 405 },
  ],
  [
    'PUT with half a media type',
    (prefix) => String(withContentType('x')(prefix)).replace('POST', 'PUT'),
    { status: 405 },
  ],
  ['GET on the route of a method', withoutBody('GET', '/rpc/echo'), { status: 405 }],
  ['PURGE on the route of a method', withoutBody('PURGE', '/rpc/echo'), { status: 405 }],
  [
    'a CORS preflight',
    withoutBody('OPTIONS', '/rpc', 'origin: http://a\r\naccess-control-request-method: POST\r\n'),
    { status: 405 },
  ],
];

const paths: readonly RequestCase[] = [
  ['a trailing slash', at('/rpc/'), { status: 200, body: RESPONSE }],
  ['two trailing slashes', at('/rpc//'), { status: 200 }],
  ['a query', at('/rpc?a=%2F'), { status: 200, body: RESPONSE }],
  ['a malformed query', at('/rpc?a=%zz&&=?'), { status: 200, body: RESPONSE }],
  [
    'an absolute URL',
    (prefix) => post(`http://localhost${prefix}/rpc`, HI),
    { status: 200, body: RESPONSE },
  ],
  ['the route of a method', at('/rpc/echo'), { status: 200, body: RESPONSE }],
  ['the route of a method with a slash', at('/rpc/echo/'), { status: 200, body: RESPONSE }],
  ['the route of a method with a query', at('/rpc/echo?a=b'), { status: 200, body: RESPONSE }],
  ['another method on the route of a method', at('/rpc/a.b'), { status: 200, body: notFound }],
  ['a batch on the route of a method', at('/rpc/echo', `[${HI}]`), { status: 200 }],
  ['an unknown method on its own route', at('/rpc/none'), { status: 200, body: notFound }],
  ['a deeper path', at('/rpc/echo/echo'), { status: 200, body: notFound }],
  ['an encoded letter', at('/rpc/%65cho'), { status: 200, body: RESPONSE }],
  ['a dot', at('/rpc/a.b', call('a.b')), { status: 200, body: responseWith('dotted') }],
  [
    'an encoded slash',
    at('/rpc/a%2Fb', call('a/b')),
    { status: 200, body: responseWith('with a slash') },
  ],
  [
    'an unencoded slash in a name',
    at('/rpc/a/b', call('a/b')),
    { status: 200, body: responseWith('with a slash') },
  ],
  [
    'an encoded percent sign',
    at('/rpc/50%25', call('50%')),
    { status: 200, body: responseWith('with a percent sign') },
  ],
  [
    'a percent sign encoded twice',
    at('/rpc/50%2525', call('50%')),
    { status: 200, body: notFound },
  ],
  [
    'an encoded name',
    at('/rpc/%C5%BElu%C5%A5', call('žluť')),
    { status: 200, body: responseWith('in Czech') },
  ],
  ['an encoded question mark', at('/rpc/echo%3F'), { status: 200, body: notFound }],
  ['an encoded hash', at('/rpc/echo%23'), { status: 200, body: notFound }],
  ['a semicolon', at('/rpc/echo;a=b'), { status: 200, body: notFound }],
  ['a long name', at(`/rpc/${'x'.repeat(500)}`), { status: 200, body: notFound }],
  [
    'a method that returns the path of the request',
    at('/rpc/path', call('path')),
    { status: 200, body: responseWith('/rpc/path') },
  ],
  ['a page', withoutBody('GET', '/docs'), { status: 200, body: '<h1>žluť</h1>' }],
  [
    'a page with a trailing slash',
    withoutBody('GET', '/docs/'),
    { status: 200, body: '<h1>žluť</h1>' },
  ],
  ['a page with a query', withoutBody('GET', '/docs?a'), { status: 200, body: '<h1>žluť</h1>' }],
  ['a HEAD request for a page', withoutBody('HEAD', '/docs'), { status: 200, body: '' }],
  ['a POST request to a page', at('/docs'), { status: 405 }],
];

const responses: readonly RequestCase[] = [
  ['a call that sets a status, headers and cookies', rpc(call('sign-in')), { status: 201 }],
  [
    'a batch that sets a status, headers and cookies',
    rpc(`[${call('sign-in')},${HI}]`),
    { status: 201 },
  ],
  ['a call that sets headers reserved for the server', rpc(call('set-type')), { status: 200 }],
  ['a call that sets a status without a body', rpc(call('no-status')), { status: 200 }],
  [
    'an HTTP error',
    rpc(call('guarded')),
    { status: 401, body: '{"detail":{"why":"žádné heslo"}}' },
  ],
  ['an HTTP error of a batch', rpc(`[${HI},${call('guarded')}]`), { status: 401 }],
  ['an HTTP error with a cookie', rpc(call('unavailable')), { status: 503 }],
  ['an HTTP error with a header that is invalid in HTTP', rpc(call('unsendable')), { status: 500 }],
  [
    'an HTTP error with a header whose name is invalid',
    rpc(call('forbidden', { name: 'x bad' })),
    { status: 500, body: '{"detail":"Internal Server Error"}' },
  ],
  ...['connection', 'keep-alive', 'te', 'trailer', 'upgrade'].map((name): RequestCase => [
    `an HTTP error with the header ${name}, which only the server may send`,
    rpc(call('forbidden', { name })),
    { status: 403, body: '{"detail":"No"}' },
  ]),
  [
    'a result with a header that only the server may send',
    rpc(call('set-header', { name: 'trailer' })),
    { status: 200, body: responseWith(null) },
  ],
  [
    'a batch with a header that only the server may send',
    rpc(`[${HI},${call('set-header', { name: 'upgrade' })}]`),
    { status: 200, body: `[${responseWith('hi')},${responseWith(null)}]` },
  ],
  // The adapters would send a character beyond ASCII in different encodings, depending on the size.
  ...[10, 100_000].map((size): RequestCase => [
    `a header with a character beyond ASCII, and a result of ${size} characters`,
    rpc(call('set-header', { name: 'x-name', value: 'é', size })),
    { status: 200, body: INTERNAL_ERROR },
  ]),
  [
    'a result with a wrong length',
    rpc(call('set-header', { name: 'content-length' })),
    { status: 200, body: responseWith(null) },
  ],
  [
    'a result with a transfer-encoding',
    rpc(call('set-header', { name: 'transfer-encoding' })),
    { status: 200, body: responseWith(null) },
  ],
  [
    'a repeated header',
    withHeaderLines([JSON_LINE, 'user: a', 'user: b'], call('headers')),
    { status: 200 },
  ],
  [
    'a repeated Authorization header',
    withHeaderLines([JSON_LINE, 'authorization: a', 'authorization: b'], call('headers')),
    { status: 200, body: responseWith({ auth: 'a, b' }) },
  ],
  [
    'no headers with the names of properties of Object.prototype',
    rpc(call('inherited-names')),
    { status: 200, body: responseWith({}) },
  ],
  [
    'headers with the names of properties of Object.prototype',
    withHeaderLines([JSON_LINE, 'constructor: a', '__proto__: b'], call('inherited-names')),
    { status: 200, body: responseWith({ a: 'a', b: 'b' }) },
  ],
  [
    'cookies in two headers',
    withHeaderLines([JSON_LINE, 'cookie: a=1', 'cookie: b=%C5%BE'], call('cookies')),
    { status: 200, body: responseWith({ a: '1', b: 'ž' }) },
  ],
];

function asHttp10(request: string | Buffer): string {
  return String(request).replace('HTTP/1.1\r\n', 'HTTP/1.0\r\nconnection: keep-alive\r\n');
}

/** Requests to which the api responds, by topic. */
export const requests: Readonly<Record<string, readonly RequestCase[]>> = {
  calls,
  bodies,
  'media types': mediaTypes,
  verbs,
  paths,
  responses,
};

/** Requests to paths outside the api, which the application handles. */
export const requestsToTheApplication: readonly RequestCase[] = [
  ['another path', at('/elsewhere'), { status: 404 }],
  ['a longer path', at('/rpcs'), { status: 404 }],
  ['the root', withoutBody('GET', '/'), { status: 404 }],
  ['the path of the api in capitals', at('/RPC'), { status: 404 }],
  ['the path of the api with an encoded letter', at('/%72pc'), { status: 404 }],
  ['a path below a page', withoutBody('GET', '/docs/more'), { status: 404 }],
  ['two slashes', at('//rpc'), { status: 404 }],
  ['a malformed escape', at('/rpc/%zz'), { status: 404 }],
  ['half an escape', at('/rpc/echo%'), { status: 404 }],
  ['an escape that is not UTF-8', at('/rpc/%C5'), { status: 404 }],
  ['dot segments', at('/rpc/../rpc'), { status: 404 }],
  ['dot segments at the start', at('/none/../rpc'), { status: 404 }],
  ['a single-dot segment', at('/./rpc'), { status: 404 }],
  ['a single-dot segment at the end', at('/rpc/.'), { status: 404 }],
  ['encoded dot segments', at('/rpc/%2E%2e/rpc'), { status: 404 }],
  ['encoded dot segments before a page', withoutBody('GET', '/rpc/%2e%2e/docs'), { status: 404 }],
  ['dot segments before a page', withoutBody('GET', '/none/../docs'), { status: 404 }],
  ['half-encoded dot segments', at('/rpc/.%2e/rpc'), { status: 404 }],
  ['dot segments and a query', at('/rpc/../rpc?a=b'), { status: 404 }],
  ['a fragment', at('/rpc#there'), { status: 404 }],
  ['a fragment after a method', at('/rpc/echo#there'), { status: 404 }],
  ['a fragment after a page', withoutBody('GET', '/docs#there'), { status: 404 }],
  ['a backslash', at('/rpc/a\\b'), { status: 404 }],
  [
    'dot segments in an absolute URL',
    (prefix) => post(`http://localhost${prefix}/rpc/../rpc`, HI),
    { status: 404 },
  ],
];

/** Requests with a Host that some frameworks reject before the api receives the request. */
export const requestsWithUnusualHosts: readonly RequestCase[] = [
  ['an empty Host', rpc(HI, { host: '' }), { status: 200, body: RESPONSE }],
  ['a malformed Host', rpc(HI, { host: 'a/b' }), { status: 200, body: RESPONSE }],
  ['a Host with a user', rpc(HI, { host: 'a@b' }), { status: 200, body: RESPONSE }],
  ['a Host with a single digit', rpc(HI, { host: '1' }), { status: 200, body: RESPONSE }],
  ['a Host with an invalid port', rpc(HI, { host: 'a:b' }), { status: 200, body: RESPONSE }],
  ['a Host in capitals', rpc(HI, { host: 'LOCALHOST' }), { status: 200, body: RESPONSE }],
  ['a Host with an IPv6 address', rpc(HI, { host: '[::1]:80' }), { status: 200, body: RESPONSE }],
];
