import { gunzipSync } from 'node:zlib';
import { MEDIA_TYPES, type Violation } from './violation.js';
import { limits, type Reply, correctBehavior } from '../behavior.js';
import { correctHttp } from '../serve.js';

const typed = (isMediaType: (type: string) => boolean): NonNullable<Violation['behavior']> => ({
  isMediaType: (type) => isMediaType(type ?? ''),
});

const verbs = (
  change: (verb: string, rejection: Reply) => Reply | undefined,
): NonNullable<Violation['behavior']> => ({
  rejectVerb: (verb) => {
    const rejection = correctBehavior.rejectVerb(verb);
    return rejection && change(verb, rejection);
  },
});

const replies = (change: (reply: Reply) => Reply): NonNullable<Violation['behavior']> => ({
  reply: (body) => change(correctBehavior.reply(body)),
});

export const httpViolations: readonly Violation[] = [
  {
    name: 'sends results with the status 201',
    behavior: replies((reply) => (reply.status === 200 ? { ...reply, status: 201 } : reply)),
    fails: [
      'http.status',
      'kit.status-of-errors',
      'kit.media-types',
      'kit.byte-order-mark',
      'kit.invalid-utf-8',
      'kit.empty-body',
      'kit.body-limit',
      'kit.trailing-slash',
      'kit.query',
      'kit.method-route',
    ],
  },
  {
    name: 'sends errors with the statuses 400 and 404',
    behavior: replies((reply) =>
      reply.body.includes('"error"')
        ? { ...reply, status: reply.body.includes('-32601') ? 404 : 400 }
        : reply,
    ),
    fails: ['kit.status-of-errors', 'kit.invalid-utf-8', 'kit.empty-body'],
  },
  {
    name: 'sends 202 if there is no response',
    behavior: replies((reply) => (reply.status === 204 ? { ...reply, status: 202 } : reply)),
    fails: ['kit.no-content'],
  },
  {
    name: 'sends responses as text/plain',
    behavior: replies((reply) => ({ ...reply, headers: { 'content-type': 'text/plain' } })),
    fails: ['http.content-type', 'kit.content-type'],
  },
  {
    name: 'sends responses as application/json-rpc',
    behavior: replies((reply) => ({
      ...reply,
      headers: { 'content-type': 'application/json-rpc' },
    })),
    fails: ['kit.content-type'],
  },
  {
    name: 'accepts any media type',
    behavior: typed(() => true),
    fails: [...MEDIA_TYPES],
  },
  {
    name: 'accepts a missing media type',
    behavior: typed((type) => type === '' || correctBehavior.isMediaType(type)),
    fails: ['kit.no-media-type'],
  },
  {
    name: 'accepts any media type that contains json',
    behavior: typed((type) => /json/i.test(type)),
    fails: ['kit.other-media-types', 'kit.cors-safelisted', 'kit.charset'],
  },
  {
    name: 'accepts text/plain',
    behavior: typed((type) => type.startsWith('text/plain') || correctBehavior.isMediaType(type)),
    fails: ['kit.cors-safelisted'],
  },
  {
    name: 'accepts application/json only',
    behavior: typed(
      (type) => /^application\/json(?!-)/i.test(type) && correctBehavior.isMediaType(type),
    ),
    fails: ['kit.media-types'],
  },
  {
    name: 'compares the media type with the exact text application/json',
    behavior: typed((type) => type === 'application/json'),
    fails: ['http.media-type-charset', 'http.media-type-case', 'kit.media-types'],
  },
  {
    name: 'accepts any charset',
    behavior: typed((type) => correctBehavior.isMediaType(type.replace(/;\s*charset=.*/, ''))),
    fails: ['kit.media-types', 'kit.charset'],
  },
  {
    name: 'ignores a second content-type',
    http: {
      headers: (incoming) => ({
        ...correctHttp.headers(incoming),
        'content-type': incoming.headers['content-type'] ?? '',
      }),
    },
    fails: ['kit.repeated-header'],
  },
  {
    name: 'decodes compressed bodies',
    behavior: {
      isEncoding: () => true,
      content: (bytes, headers) =>
        headers['content-encoding'] === 'gzip'
          ? gunzipSync(bytes)
          : correctBehavior.content(bytes, headers),
    },
    fails: ['kit.content-encoding'],
  },
  {
    name: 'parses compressed bodies without decoding them',
    behavior: { isEncoding: () => true },
    fails: ['http.content-encoding', 'kit.content-encoding'],
  },
  {
    name: 'accepts any HTTP method',
    behavior: verbs(() => undefined),
    fails: ['http.other-verbs', 'kit.other-verbs', 'kit.head-and-options'],
  },
  {
    name: 'accepts PUT',
    behavior: verbs((verb, rejection) => (verb === 'PUT' ? undefined : rejection)),
    fails: ['http.other-verbs', 'kit.other-verbs'],
  },
  {
    name: 'sends 405 without Allow',
    behavior: verbs((_, rejection) => ({
      ...rejection,
      headers: { 'content-type': 'application/json' },
    })),
    fails: ['http.allow', 'kit.other-verbs', 'kit.head-and-options'],
  },
  {
    name: 'sends 404 for other HTTP methods',
    behavior: verbs((_, rejection) => ({ ...rejection, status: 404 })),
    fails: ['kit.other-verbs', 'kit.head-and-options'],
  },
  {
    name: 'serves a page for GET and HEAD',
    behavior: verbs((verb, rejection) =>
      verb === 'GET' || verb === 'HEAD'
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>RPC</h1>' }
        : rejection,
    ),
    fails: ['kit.other-verbs', 'kit.head-and-options', 'kit.content-type'],
  },
  {
    name: 'responds to OPTIONS with 204',
    behavior: verbs((verb, rejection) =>
      verb === 'OPTIONS' ? { status: 204, headers: { allow: 'POST' }, body: '' } : rejection,
    ),
    fails: ['kit.head-and-options'],
  },
  {
    name: 'has no body limit',
    isSlow: true,
    behavior: { content: (bytes) => bytes },
    http: { early: () => false },
    fails: ['kit.body-limit', 'kit.body-limit-of-chunks', 'kit.announced-limit'],
  },
  {
    name: 'has a lower body limit',
    behavior: {
      content: (bytes) => (bytes.length > limits.maxBodyBytes - 1 ? undefined : bytes),
    },
    fails: ['kit.body-limit'],
  },
  {
    name: 'rejects a large body with text',
    behavior: {
      rejection: (status, body) =>
        status === 413
          ? { status, headers: { 'content-type': 'text/plain' }, body: 'Too large' }
          : correctBehavior.rejection(status, body),
    },
    fails: ['kit.body-limit'],
  },
  {
    name: 'sends rejections without a body',
    behavior: { rejection: (status) => ({ status, headers: {}, body: '' }) },
    fails: [...MEDIA_TYPES, 'kit.content-encoding', 'kit.content-type', 'kit.body-limit'],
  },
  {
    name: 'serves one path only',
    http: {
      headers: (incoming) =>
        incoming.url === '/rpc' ? correctHttp.headers(incoming) : { 'content-type': 'not/found' },
    },
    fails: ['kit.trailing-slash', 'kit.query', 'kit.method-route', 'kit.method-route-rejections'],
  },
  {
    name: 'treats a trailing slash as a method',
    behavior: {
      routeOf: (path) => (path.endsWith('/') ? 'nothing' : correctBehavior.routeOf(path)),
    },
    fails: ['kit.trailing-slash'],
  },
  {
    name: 'treats the query as a part of the path',
    behavior: {
      routeOf: (path) => (path.includes('?') ? 'nothing' : correctBehavior.routeOf(path)),
    },
    fails: ['kit.query'],
  },
  {
    name: 'has no routes for methods',
    behavior: { routeOf: () => undefined },
    fails: ['kit.method-route', 'kit.method-route-rejections'],
  },
];
