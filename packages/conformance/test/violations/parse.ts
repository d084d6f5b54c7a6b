import { runInThisContext } from 'node:vm';
import { PARSE_ERRORS, type Violation } from './violation.js';
import { Failure, correctBehavior } from '../behavior.js';

const evaluate = (text: string): unknown => runInThisContext(`(${text}\n)`) as unknown;

export const parseViolations: readonly Violation[] = [
  {
    name: 'responds to malformed JSON with a page',
    behavior: {
      encode: (response) =>
        correctBehavior.encode(response).includes('-32700')
          ? '<h1>Bad Request</h1>'
          : correctBehavior.encode(response),
    },
    fails: [...PARSE_ERRORS, 'kit.messages'],
  },
  {
    name: 'sends Invalid Request for malformed JSON',
    behavior: {
      error: (failure, id) =>
        correctBehavior.error(
          failure.code === -32700 ? new Failure(-32600, 'Invalid Request') : failure,
          id,
        ),
    },
    fails: [...PARSE_ERRORS, 'kit.messages'],
  },
  {
    name: 'responds to a malformed batch with an array',
    behavior: {
      parse: (text) => {
        try {
          return correctBehavior.parse(text);
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
    behavior: { parse: (text) => evaluate(text) },
    fails: [
      'parse.not-quite-json',
      'kit.unknown-member',
      'kit.params-are-data',
      'kit.byte-order-mark',
    ],
  },
  {
    name: 'treats an empty body as an empty object',
    behavior: { parse: (text) => correctBehavior.parse(text.trim() === '' ? '{}' : text) },
    fails: ['parse.empty', 'kit.empty-body'],
  },
  {
    name: 'does not respond to an empty body',
    behavior: {
      parse: (text) =>
        text.trim() === '' ? [{ jsonrpc: '2.0', method: 'x' }] : correctBehavior.parse(text),
    },
    fails: ['parse.empty', 'kit.empty-body'],
  },
  {
    name: 'rejects white space',
    behavior: {
      parse: (text) => {
        if (/^\s|\n/.test(text)) throw new SyntaxError('white space');
        return correctBehavior.parse(text);
      },
    },
    fails: ['parse.white-space'],
  },
  {
    name: 'rejects escaped characters',
    behavior: {
      parse: (text) => correctBehavior.parse(text.replaceAll('\\u', '\\\\u')),
    },
    fails: ['id.unicode', 'parse.escapes'],
  },
  {
    name: 'replaces invalid UTF-8',
    behavior: { decode: (bytes) => bytes.toString().replace(/^\ufeff/, '') },
    fails: ['kit.invalid-utf-8'],
  },
  {
    name: 'decodes bodies as Latin-1',
    behavior: { decode: (bytes) => bytes.toString('latin1') },
    fails: ['id.unicode', 'http.unicode', 'kit.byte-order-mark', 'kit.invalid-utf-8'],
  },
  {
    name: 'rejects a byte order mark',
    behavior: {
      decode: (bytes) => (bytes[0] === 0xef ? undefined : correctBehavior.decode(bytes)),
    },
    fails: ['kit.byte-order-mark'],
  },
  {
    name: 'accepts several byte order marks',
    behavior: { parse: (text) => correctBehavior.parse(text.replace(/^\ufeff+/, '')) },
    fails: ['kit.byte-order-mark'],
  },
  {
    name: 'removes members named __proto__',
    behavior: {
      parse: (text) =>
        JSON.parse(text, (name, value: unknown) => (name === '__proto__' ? undefined : value)),
    },
    fails: ['kit.unknown-member', 'kit.params-are-data'],
  },
  {
    name: 'rejects bodies with __proto__',
    behavior: {
      parse: (text) => {
        if (text.includes('"__proto__":')) throw new SyntaxError('forbidden');
        return correctBehavior.parse(text);
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
