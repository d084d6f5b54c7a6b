import type { Violation } from './violation.js';
import { Failure, isObject, type Members, ownMember, correctBehavior } from '../behavior.js';

export const paramsViolations: readonly Violation[] = [
  {
    name: 'requires params',
    behavior: {
      paramsOf: (request) => {
        if ('params' in request) return correctBehavior.paramsOf(request);
        throw new Failure(-32602, 'Invalid params');
      },
    },
    fails: [
      'params.absent',
      'id.string',
      'id.empty-string',
      'id.numeric-string',
      'id.unicode',
      'id.number',
      'id.zero',
      'id.negative',
      'parse.white-space',
      'parse.escapes',
      'batch.mixed',
      'batch.failed-notification',
      'batch.of-one',
      'batch.same-id',
      'batch.of-many',
      'batch.isolated',
      'http.media-type-charset',
      'http.media-type-case',
      'kit.batch-order',
      'kit.batch-of-one',
      'kit.member-order',
      'kit.media-types',
      'kit.byte-order-mark',
      'kit.trailing-slash',
      'kit.query',
      'kit.method-route',
    ],
  },
  {
    name: 'accepts positional parameters only',
    behavior: {
      paramsOf: (request) => {
        if (!isObject(request['params']) || 'secret' in request['params']) {
          return correctBehavior.paramsOf(request);
        }
        throw new Failure(-32602, 'Invalid params');
      },
    },
    fails: [
      'params.by-name',
      'params.empty',
      'kit.batch-order',
      'kit.problems-of-params',
      'kit.params-are-data',
    ],
  },
  {
    name: 'accepts named parameters only',
    behavior: {
      paramsOf: (request) => {
        if (!Array.isArray(request['params'])) return correctBehavior.paramsOf(request);
        throw new Failure(-32602, 'Invalid params');
      },
    },
    fails: [
      'params.by-position',
      'params.many-positions',
      'batch.mixed',
      'response.result-of-nothing',
      'http.unicode',
    ],
  },
  {
    name: 'treats named parameters as positional',
    behavior: {
      paramsOf: (request) =>
        request['method'] === 'subtract' && isObject(request['params'])
          ? Object.values(request['params']).slice(0, 2)
          : correctBehavior.paramsOf(request),
    },
    fails: ['params.by-name', 'params.exact-names'],
  },
  {
    name: 'reverses positional parameters',
    behavior: {
      paramsOf: (request) =>
        Array.isArray(request['params'])
          ? request['params'].toReversed()
          : correctBehavior.paramsOf(request),
    },
    fails: ['params.by-position', 'batch.mixed'],
  },
  {
    name: 'ignores all but two positional parameters',
    behavior: {
      paramsOf: (request) =>
        Array.isArray(request['params'])
          ? request['params'].slice(0, 2)
          : correctBehavior.paramsOf(request),
    },
    fails: ['params.many-positions', 'batch.mixed', 'kit.too-many-positions'],
  },
  {
    name: 'ignores the case of parameter names',
    behavior: {
      paramsOf: (request) =>
        request['method'] === 'subtract' && isObject(request['params'])
          ? Object.fromEntries(
              Object.entries(request['params']).map(([name, value]) => [name.toLowerCase(), value]),
            )
          : correctBehavior.paramsOf(request),
    },
    fails: ['params.exact-names'],
  },
  {
    name: 'sets the prototype when it copies parameters',
    behavior: {
      paramsOf: (request) => {
        const params = correctBehavior.paramsOf(request);
        if (!isObject(params)) return params;
        const copy: Members = {};
        for (const [name, value] of Object.entries(params)) copy[name] = value;
        // Like a method that also reads inherited members.
        for (const name of ['minuend', 'subtrahend']) {
          if (name in copy) copy[name] = Reflect.get(copy, name);
        }
        return copy;
      },
    },
    fails: ['params.inherited-names', 'kit.params-are-data'],
  },
  {
    name: 'fails to parse unknown parameters',
    behavior: {
      paramsOf: (request) => {
        const params = correctBehavior.paramsOf(request);
        if (
          isObject(params) &&
          ownMember(params, 'minuend') === 42 &&
          Object.keys(params).length > 2
        ) {
          throw new Failure(-32700, 'Parse error');
        }
        return params;
      },
      error: (failure, id) => correctBehavior.error(failure, failure.code === -32700 ? null : id),
    },
    fails: ['params.any-names'],
  },
  {
    name: 'ignores surplus positional parameters',
    behavior: {
      paramsOf: (request) =>
        request['method'] === 'subtract' && Array.isArray(request['params'])
          ? request['params'].slice(0, 2)
          : correctBehavior.paramsOf(request),
    },
    fails: ['kit.too-many-positions'],
  },
];
