import { gunzipSync } from 'node:zlib';
import type { Fault } from '../fault.js';
import { limits, type Reply, rightRules } from '../rules.js';
import { rightWire } from '../rules-server.js';

const typed = (isMediaType: (type: string) => boolean): NonNullable<Fault['rules']> => ({
  isMediaType: (type) => isMediaType(type ?? ''),
});

const verbs = (
  change: (verb: string, refusal: Reply) => Reply | undefined,
): NonNullable<Fault['rules']> => ({
  verbRefusal: (verb) => {
    const refusal = rightRules.verbRefusal(verb);
    return refusal && change(verb, refusal);
  },
});

const replies = (change: (reply: Reply) => Reply): NonNullable<Fault['rules']> => ({
  reply: (body) => change(rightRules.reply(body)),
});

export const httpFaults: readonly Fault[] = [
  {
    name: 'says 201 for results',
    rules: replies((reply) => (reply.status === 200 ? { ...reply, status: 201 } : reply)),
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
    name: 'says 400 and 404 for errors',
    rules: replies((reply) =>
      reply.body.includes('"error"')
        ? { ...reply, status: reply.body.includes('-32601') ? 404 : 400 }
        : reply,
    ),
    fails: ['kit.status-of-errors', 'kit.invalid-utf-8', 'kit.empty-body'],
  },
  {
    name: 'says 202 for nothing',
    rules: replies((reply) => (reply.status === 204 ? { ...reply, status: 202 } : reply)),
    fails: ['kit.no-content'],
  },
  {
    name: 'says that answers are text',
    rules: replies((reply) => ({ ...reply, headers: { 'content-type': 'text/plain' } })),
    fails: ['http.content-type', 'kit.content-type'],
  },
  {
    name: 'says that answers are application/json-rpc',
    rules: replies((reply) => ({ ...reply, headers: { 'content-type': 'application/json-rpc' } })),
    fails: ['kit.content-type'],
  },
  {
    name: 'takes any media type',
    rules: typed(() => true),
    fails: ['kit.other-media-types', 'kit.no-media-type', 'kit.cors-safelisted', 'kit.charset'],
  },
  {
    name: 'takes no media type as well',
    rules: typed((type) => type === '' || rightRules.isMediaType(type)),
    fails: ['kit.no-media-type'],
  },
  {
    name: 'looks for json anywhere in the media type',
    rules: typed((type) => /json/i.test(type)),
    fails: ['kit.other-media-types', 'kit.cors-safelisted', 'kit.charset'],
  },
  {
    name: 'takes text/plain',
    rules: typed((type) => type.startsWith('text/plain') || rightRules.isMediaType(type)),
    fails: ['kit.cors-safelisted'],
  },
  {
    name: 'takes application/json only',
    rules: typed((type) => /^application\/json(?!-)/i.test(type) && rightRules.isMediaType(type)),
    fails: ['kit.media-types'],
  },
  {
    name: 'takes application/json only in just these letters',
    rules: typed((type) => type === 'application/json'),
    fails: ['http.media-type-charset', 'http.media-type-case', 'kit.media-types'],
  },
  {
    name: 'takes any charset',
    rules: typed((type) => rightRules.isMediaType(type.replace(/;\s*charset=.*/, ''))),
    fails: ['kit.media-types', 'kit.charset'],
  },
  {
    name: 'overlooks a second content-type',
    wire: {
      headers: (incoming) => ({
        ...rightWire.headers(incoming),
        'content-type': incoming.headers['content-type'] ?? '',
      }),
    },
    fails: ['kit.repeated-header'],
  },
  {
    name: 'decodes compressed bodies',
    rules: {
      isEncoding: () => true,
      content: (bytes, headers) =>
        headers['content-encoding'] === 'gzip'
          ? gunzipSync(bytes)
          : rightRules.content(bytes, headers),
    },
    fails: ['kit.content-encoding'],
  },
  {
    name: 'reads compressed bodies as they are',
    rules: { isEncoding: () => true },
    fails: ['http.content-encoding', 'kit.content-encoding'],
  },
  {
    name: 'takes any verb',
    rules: verbs(() => undefined),
    fails: ['http.other-verbs', 'kit.other-verbs', 'kit.head-and-options'],
  },
  {
    name: 'takes PUT',
    rules: verbs((verb, refusal) => (verb === 'PUT' ? undefined : refusal)),
    fails: ['http.other-verbs', 'kit.other-verbs'],
  },
  {
    name: 'says 405 without Allow',
    rules: verbs((_, refusal) => ({ ...refusal, headers: { 'content-type': 'application/json' } })),
    fails: ['http.allow', 'kit.other-verbs', 'kit.head-and-options'],
  },
  {
    name: 'says 404 for other verbs',
    rules: verbs((_, refusal) => ({ ...refusal, status: 404 })),
    fails: ['kit.other-verbs', 'kit.head-and-options'],
  },
  {
    name: 'has a page for GET and HEAD',
    rules: verbs((verb, refusal) =>
      verb === 'GET' || verb === 'HEAD'
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>RPC</h1>' }
        : refusal,
    ),
    fails: ['kit.other-verbs', 'kit.head-and-options', 'kit.content-type'],
  },
  {
    name: 'answers OPTIONS by 204',
    rules: verbs((verb, refusal) =>
      verb === 'OPTIONS' ? { status: 204, headers: { allow: 'POST' }, body: '' } : refusal,
    ),
    fails: ['kit.head-and-options'],
  },
  {
    name: 'has no limit for bodies',
    isSlow: true,
    rules: { content: (bytes) => bytes },
    wire: { early: () => false },
    fails: ['kit.body-limit', 'kit.body-limit-of-chunks', 'kit.announced-limit'],
  },
  {
    name: 'has a lower limit for bodies',
    rules: {
      content: (bytes) => (bytes.length > limits.maxBodyBytes - 1 ? undefined : bytes),
    },
    fails: ['kit.body-limit'],
  },
  {
    name: 'answers a large body by text',
    rules: {
      refusal: (status, body) =>
        status === 413
          ? { status, headers: { 'content-type': 'text/plain' }, body: 'Too large' }
          : rightRules.refusal(status, body),
    },
    fails: ['kit.body-limit'],
  },
  {
    name: 'answers refusals by nothing',
    rules: { refusal: (status) => ({ status, headers: {}, body: '' }) },
    fails: [
      'kit.other-media-types',
      'kit.no-media-type',
      'kit.cors-safelisted',
      'kit.charset',
      'kit.content-encoding',
      'kit.content-type',
      'kit.body-limit',
    ],
  },
  {
    name: 'knows one path only',
    wire: {
      headers: (incoming) =>
        incoming.url === '/rpc' ? rightWire.headers(incoming) : { 'content-type': 'not/found' },
    },
    fails: ['kit.trailing-slash', 'kit.query', 'kit.method-route', 'kit.method-route-refusals'],
  },
  {
    name: 'takes a trailing slash for a method',
    rules: {
      routeOf: (path) => (path.endsWith('/') ? 'nothing' : rightRules.routeOf(path)),
    },
    fails: ['kit.trailing-slash'],
  },
  {
    name: 'takes the query for a part of the path',
    rules: {
      routeOf: (path) => (path.includes('?') ? 'nothing' : rightRules.routeOf(path)),
    },
    fails: ['kit.query'],
  },
  {
    name: 'has no routes for methods',
    rules: { routeOf: () => undefined },
    fails: ['kit.method-route', 'kit.method-route-refusals'],
  },
];
