import type { Fault } from '../fault.js';
import { Failure, isObject, type Members, ownMember, rightRules } from '../rules.js';

export const paramsFaults: readonly Fault[] = [
  {
    name: 'needs parameters',
    rules: {
      paramsOf: (request) => {
        if ('params' in request) return rightRules.paramsOf(request);
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
    name: 'takes parameters by position only',
    rules: {
      paramsOf: (request) => {
        if (!isObject(request['params']) || 'secret' in request['params']) {
          return rightRules.paramsOf(request);
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
    name: 'takes parameters by name only',
    rules: {
      paramsOf: (request) => {
        if (!Array.isArray(request['params'])) return rightRules.paramsOf(request);
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
    name: 'takes names for positions',
    rules: {
      paramsOf: (request) =>
        request['method'] === 'subtract' && isObject(request['params'])
          ? Object.values(request['params']).slice(0, 2)
          : rightRules.paramsOf(request),
    },
    fails: ['params.by-name', 'params.exact-names'],
  },
  {
    name: 'turns positions around',
    rules: {
      paramsOf: (request) =>
        Array.isArray(request['params'])
          ? request['params'].toReversed()
          : rightRules.paramsOf(request),
    },
    fails: ['params.by-position', 'batch.mixed'],
  },
  {
    name: 'takes two positions at most',
    rules: {
      paramsOf: (request) =>
        Array.isArray(request['params'])
          ? request['params'].slice(0, 2)
          : rightRules.paramsOf(request),
    },
    fails: ['params.many-positions', 'batch.mixed', 'kit.too-many-positions'],
  },
  {
    name: 'knows parameters in any case',
    rules: {
      paramsOf: (request) =>
        request['method'] === 'subtract' && isObject(request['params'])
          ? Object.fromEntries(
              Object.entries(request['params']).map(([name, value]) => [name.toLowerCase(), value]),
            )
          : rightRules.paramsOf(request),
    },
    fails: ['params.exact-names'],
  },
  {
    name: 'copies parameters, prototype and all',
    rules: {
      paramsOf: (request) => {
        const params = rightRules.paramsOf(request);
        if (!isObject(params)) return params;
        const copy: Members = {};
        for (const [name, value] of Object.entries(params)) copy[name] = value;
        // Looked up as a method without care for what is inherited looks them up.
        for (const name of ['minuend', 'subtrahend']) {
          if (name in copy) copy[name] = Reflect.get(copy, name);
        }
        return copy;
      },
    },
    fails: ['params.inherited-names', 'kit.params-are-data'],
  },
  {
    name: 'breaks at unknown parameters',
    rules: {
      paramsOf: (request) => {
        const params = rightRules.paramsOf(request);
        if (
          isObject(params) &&
          ownMember(params, 'minuend') === 42 &&
          Object.keys(params).length > 2
        ) {
          throw new Failure(-32700, 'Parse error');
        }
        return params;
      },
      error: (failure, id) => rightRules.error(failure, failure.code === -32700 ? null : id),
    },
    fails: ['params.any-names'],
  },
  {
    name: 'takes more positions than there are',
    rules: {
      paramsOf: (request) =>
        request['method'] === 'subtract' && Array.isArray(request['params'])
          ? request['params'].slice(0, 2)
          : rightRules.paramsOf(request),
    },
    fails: ['kit.too-many-positions'],
  },
];
