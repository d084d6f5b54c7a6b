import type { Violation } from './violation.js';
import { Failure, isObject, correctBehavior } from '../behavior.js';

export const requestViolations: readonly Violation[] = [
  {
    name: 'accepts any version',
    behavior: { isVersion: () => true },
    fails: ['request.wrong-version', 'kit.version', 'kit.problems-of-request'],
  },
  {
    name: 'accepts requests without a version',
    behavior: { isVersion: (version) => version === undefined || version === '2.0' },
    fails: ['kit.version'],
  },
  {
    name: 'accepts unknown members',
    behavior: { isMember: () => true },
    fails: ['kit.unknown-member'],
  },
  {
    name: 'accepts methods that are not strings',
    behavior: {
      isMethodName: (name) => name !== undefined,
    },
    fails: ['request.method-not-a-string', 'kit.problems-of-request'],
  },
  {
    name: 'treats a missing method as unknown',
    behavior: {
      isMethodName: (name) => name === undefined || typeof name === 'string',
    },
    fails: ['request.no-method', 'kit.id-of-invalid'],
  },
  {
    name: 'accepts params of any type',
    behavior: { areParams: () => true },
    fails: ['request.params-not-structured', 'request.params-null', 'kit.params-not-structured'],
  },
  {
    name: 'treats null params as missing',
    behavior: { areParams: (params) => typeof params === 'object' },
    fails: ['request.params-null', 'kit.params-not-structured'],
  },
  {
    name: 'sends Invalid params for params that are not structured',
    behavior: {
      areParams: () => true,
      paramsOf: (request) => {
        if (!('params' in request) || correctBehavior.areParams(request['params'])) {
          return correctBehavior.paramsOf(request);
        }
        throw new Failure(-32602, 'Invalid params');
      },
    },
    fails: ['kit.params-not-structured'],
  },
  {
    name: 'sends id null for every invalid request',
    behavior: {
      error: (failure, id) => correctBehavior.error(failure, failure.code === -32600 ? null : id),
    },
    fails: ['kit.id-of-invalid', 'kit.version', 'kit.unknown-member', 'kit.params-not-structured'],
  },
  {
    name: 'treats every object without an id as a notification',
    behavior: {
      parse: (text) => {
        const value = correctBehavior.parse(text);
        const withId = (item: unknown): unknown =>
          isObject(item) && !('id' in item) ? { jsonrpc: '2.0', method: 'foobar' } : item;
        return Array.isArray(value) ? value.map(withId) : withId(value);
      },
    },
    fails: [
      'request.example',
      'request.empty-object',
      'batch.mixed',
      'kit.batch-of-one',
      'kit.status-of-errors',
    ],
  },
  {
    name: 'treats an empty object as an unknown method',
    behavior: {
      parse: (text) => {
        const value = correctBehavior.parse(text);
        return isObject(value) && !('jsonrpc' in value) && !('method' in value) && !('id' in value)
          ? { jsonrpc: '2.0', id: 0, method: 'none' }
          : value;
      },
    },
    fails: ['request.empty-object'],
  },
  {
    name: 'sends a Parse error for scalars',
    behavior: {
      parse: (text) => {
        const value = correctBehavior.parse(text);
        if (typeof value === 'object' && value !== null) return value;
        throw new SyntaxError('strict');
      },
    },
    fails: ['request.not-an-object'],
  },
];
