import type { Fault } from '../fault.js';
import { Failure, isObject, rightRules } from '../rules.js';

export const requestFaults: readonly Fault[] = [
  {
    name: 'takes any version',
    rules: { isVersion: () => true },
    fails: ['request.wrong-version', 'kit.version', 'kit.problems-of-request'],
  },
  {
    name: 'takes requests without a version',
    rules: { isVersion: (version) => version === undefined || version === '2.0' },
    fails: ['kit.version'],
  },
  {
    name: 'takes other members',
    rules: { isMember: () => true },
    fails: ['kit.unknown-member'],
  },
  {
    name: 'has no name for a method that is none',
    rules: {
      isMethodName: (name) => name !== undefined,
    },
    fails: ['request.method-not-a-string', 'kit.problems-of-request'],
  },
  {
    name: 'takes a missing method for an unknown one',
    rules: {
      isMethodName: (name) => name === undefined || typeof name === 'string',
    },
    fails: ['request.no-method', 'kit.id-of-invalid'],
  },
  {
    name: 'takes parameters of any type',
    rules: { areParams: () => true },
    fails: ['request.params-not-structured', 'request.params-null', 'kit.params-not-structured'],
  },
  {
    name: 'takes null for no parameters',
    rules: { areParams: (params) => typeof params === 'object' },
    fails: ['request.params-null', 'kit.params-not-structured'],
  },
  {
    name: 'calls wrong params of a request invalid params',
    rules: {
      areParams: () => true,
      paramsOf: (request) => {
        if (!('params' in request) || rightRules.areParams(request['params'])) {
          return rightRules.paramsOf(request);
        }
        throw new Failure(-32602, 'Invalid params');
      },
    },
    fails: ['kit.params-not-structured'],
  },
  {
    name: 'has the id of no invalid request',
    rules: {
      error: (failure, id) => rightRules.error(failure, failure.code === -32600 ? null : id),
    },
    fails: ['kit.id-of-invalid', 'kit.version', 'kit.unknown-member', 'kit.params-not-structured'],
  },
  {
    name: 'takes what has no id for a notification, valid or not',
    rules: {
      parse: (text) => {
        const value = rightRules.parse(text);
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
    name: 'takes an empty object for an unknown method',
    rules: {
      parse: (text) => {
        const value = rightRules.parse(text);
        return isObject(value) && !('jsonrpc' in value) && !('method' in value) && !('id' in value)
          ? { jsonrpc: '2.0', id: 0, method: 'none' }
          : value;
      },
    },
    fails: ['request.empty-object'],
  },
  {
    name: 'takes values that are no object for no JSON',
    rules: {
      parse: (text) => {
        const value = rightRules.parse(text);
        if (typeof value === 'object' && value !== null) return value;
        throw new SyntaxError('strict');
      },
    },
    fails: ['request.not-an-object'],
  },
];
