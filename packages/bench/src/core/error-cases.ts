import { defineError } from '@jsonrpc-kit/core';
import { addEntries, addition } from './addition.js';
import { call, error } from './case-messages.js';
import type { CoreCase } from './core-case.js';
import { kitCase } from './kit-case.js';

/** Calls that fail. */
export const errorCases: readonly CoreCase[] = [
  kitCase({
    name: 'a typed error',
    send: call('refuse'),
    answer: error(7000, 'Refused'),
    declare: (rpc) => {
      class Refused extends defineError({ code: 7000, message: 'Refused' }) {}
      rpc.method('refuse', { args: addEntries, errors: [Refused] }, () => {
        throw new Refused();
      });
    },
  }),
  kitCase({
    name: 'wrong params',
    send: call('add', { a: 1, b: '2' }),
    answer: error(-32602, 'Invalid params', {
      errors: [
        {
          loc: ['b'],
          msg: 'Invalid type: Expected number',
          type: 'number',
          ctx: { expected: 'number' },
        },
      ],
    }),
    declare: addition,
  }),
  kitCase({
    name: 'an unknown method',
    send: call('nobody'),
    answer: error(-32601, 'Method not found'),
    declare: addition,
  }),
];
