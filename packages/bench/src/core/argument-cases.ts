import { cookie, dependency, header } from '@jsonrpc-kit/core';
import * as v from 'valibot';
import { addEntries, addition } from './addition.js';
import { call, indices, result } from './case-messages.js';
import type { CoreCase } from './core-case.js';
import { kitCase } from './kit-case.js';

/** Calls with many arguments, dependencies or middlewares. */
export const argumentCases: readonly CoreCase[] = [
  kitCase({
    name: '5 params',
    send: call('five', { a: 1, b: 2, c: 'x', d: true, e: [1, 2] }),
    answer: result(5),
    declare: (rpc) =>
      rpc.method(
        'five',
        {
          args: {
            a: v.number(),
            b: v.number(),
            c: v.string(),
            d: v.boolean(),
            e: v.array(v.number()),
          },
          result: v.number(),
        },
        ({ a, b, e }) => a + b + e.length,
      ),
  }),
  kitCase({
    name: 'a header and a cookie',
    send: call('greet', {}),
    headers: { 'user-auth-token': 'ada', cookie: 'theme=dark; session=s1' },
    answer: result('ada s1'),
    declare: (rpc) =>
      rpc.method(
        'greet',
        {
          args: { userAuthToken: header(v.string()), session: cookie(v.string()) },
          result: v.string(),
        },
        ({ userAuthToken, session }) => `${userAuthToken} ${session}`,
      ),
  }),
  kitCase({
    name: '2 dependencies',
    send: call('add'),
    answer: result(4),
    declare: (rpc) => {
      const one = dependency({}, () => 1);
      const sum = dependency({ a: v.number(), one }, (args) => args.a + args.one);
      rpc.method('add', { args: { b: v.number(), sum }, result: v.number() }, (args) => {
        return args.b + args.sum;
      });
    },
  }),
  kitCase({
    name: 'a dependency with a teardown',
    send: call('add'),
    answer: result(3),
    declare: (rpc) => {
      const session = dependency({}, function* openSession() {
        yield 1;
      });
      rpc.method('add', { args: { ...addEntries, session }, result: v.number() }, ({ a, b }) => {
        return a + b;
      });
    },
  }),
  kitCase({
    name: '3 middlewares',
    send: call('add'),
    answer: result(3),
    options: { middlewares: indices(3).map(() => async (_, next) => next()) },
    declare: addition,
  }),
];
