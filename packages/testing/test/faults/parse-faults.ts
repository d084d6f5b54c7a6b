import { runInThisContext } from 'node:vm';
import type { Fault } from '../fault.js';
import { Failure, rightRules } from '../rules.js';

const evaluate = (text: string): unknown => runInThisContext(`(${text}\n)`) as unknown;

export const parseFaults: readonly Fault[] = [
  {
    name: 'answers what is no JSON by a page',
    rules: {
      encode: (answer) =>
        rightRules.encode(answer).includes('-32700')
          ? '<h1>Bad Request</h1>'
          : rightRules.encode(answer),
    },
    fails: [
      'parse.broken',
      'parse.broken-batch',
      'parse.not-quite-json',
      'parse.empty',
      'kit.messages',
      'kit.byte-order-mark',
      'kit.invalid-utf-8',
      'kit.empty-body',
    ],
  },
  {
    name: 'takes what is no JSON for an Invalid Request',
    rules: {
      error: (failure, id) =>
        rightRules.error(
          failure.code === -32700 ? new Failure(-32600, 'Invalid Request') : failure,
          id,
        ),
    },
    fails: [
      'parse.broken',
      'parse.broken-batch',
      'parse.not-quite-json',
      'parse.empty',
      'kit.messages',
      'kit.byte-order-mark',
      'kit.invalid-utf-8',
      'kit.empty-body',
    ],
  },
  {
    name: 'answers a broken batch by an array',
    rules: {
      parse: (text) => {
        try {
          return rightRules.parse(text);
        } catch (error) {
          if (text.startsWith('[')) return [1];
          throw error;
        }
      },
    },
    fails: ['parse.broken-batch'],
  },
  {
    name: 'evaluates JSON as a script',
    rules: { parse: (text) => evaluate(text) },
    fails: [
      'parse.not-quite-json',
      'kit.unknown-member',
      'kit.params-are-data',
      'kit.byte-order-mark',
    ],
  },
  {
    name: 'takes an empty body for an empty object',
    rules: { parse: (text) => rightRules.parse(text.trim() === '' ? '{}' : text) },
    fails: ['parse.empty', 'kit.empty-body'],
  },
  {
    name: 'answers an empty body by nothing',
    rules: {
      parse: (text) =>
        text.trim() === '' ? [{ jsonrpc: '2.0', method: 'x' }] : rightRules.parse(text),
    },
    fails: ['parse.empty', 'kit.empty-body'],
  },
  {
    name: 'takes no white space',
    rules: {
      parse: (text) => {
        if (/^\s|\n/.test(text)) throw new SyntaxError('white space');
        return rightRules.parse(text);
      },
    },
    fails: ['parse.white-space'],
  },
  {
    name: 'takes no escapes',
    rules: {
      parse: (text) => rightRules.parse(text.replaceAll('\\u', '\\\\u')),
    },
    fails: ['id.unicode', 'parse.escapes'],
  },
  {
    name: 'replaces what is no UTF-8',
    rules: { decode: (bytes) => bytes.toString().replace(/^\ufeff/, '') },
    fails: ['kit.invalid-utf-8'],
  },
  {
    name: 'reads Latin-1',
    rules: { decode: (bytes) => bytes.toString('latin1') },
    fails: ['id.unicode', 'http.unicode', 'kit.byte-order-mark', 'kit.invalid-utf-8'],
  },
  {
    name: 'takes no byte order mark',
    rules: { decode: (bytes) => (bytes[0] === 0xef ? undefined : rightRules.decode(bytes)) },
    fails: ['kit.byte-order-mark'],
  },
  {
    name: 'takes any number of byte order marks',
    rules: { parse: (text) => rightRules.parse(text.replace(/^\ufeff+/, '')) },
    fails: ['kit.byte-order-mark'],
  },
  {
    name: 'strips members named __proto__',
    rules: {
      parse: (text) =>
        JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value)),
    },
    fails: ['kit.unknown-member', 'kit.params-are-data'],
  },
  {
    name: 'refuses bodies with __proto__',
    rules: {
      parse: (text) => {
        if (text.includes('"__proto__":')) throw new SyntaxError('forbidden');
        return rightRules.parse(text);
      },
    },
    fails: [
      'params.inherited-names',
      'params.any-names',
      'kit.unknown-member',
      'kit.params-are-data',
    ],
  },
];
