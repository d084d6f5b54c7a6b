import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Editor } from '../src/site/editor.js';

const prelude = `
import * as v from 'valibot';
import { createClient } from '@jsonrpc-kit/client';
import { defineError, dependency, Entrypoint, header } from '@jsonrpc-kit/core';
import { rateLimit } from '@jsonrpc-kit/core/rate-limit';

const v1 = new Entrypoint('/rpc');
class NotEnoughMoney extends defineError({
  code: 6001,
  message: 'Not enough money',
  data: v.object({ balance: v.number() }),
}) {}
const getUser = dependency({ token: header(v.string()) }, ({ token }) => ({ name: token }));
const withdraw = v1.method(
  'withdraw',
  { args: { amount: v.number() }, result: v.object({ balance: v.number(), at: v.date() }) },
  ({ amount }) => ({ balance: amount, at: new Date() }),
);
const bank = createClient<{ withdraw: typeof withdraw }>({ url: '/rpc' });
`;

/** What a new user is likely to write, and what the compiler says about it. */
const mistakes: Readonly<Record<string, string>> = {
  'a handler that returns another type': `v1.method('a', { result: v.number() }, () => 'one');`,
  'a handler that leaves out a member of the result': `v1.method('a', { result: v.object({ balance: v.number(), at: v.date() }) }, () => ({ balance: 1 }));`,
  'a handler that returns a text instead of a Date': `v1.method('a', { result: v.object({ at: v.date() }) }, () => ({ at: '2026-01-01' }));`,
  'a handler that reads an argument that is not declared': `v1.method('a', { args: { amount: v.number() } }, ({ amonut }) => amonut);`,
  'a schema instead of a record of arguments': `v1.method('a', { args: v.object({ amount: v.number() }) }, () => null);`,
  'a type instead of a schema': `v1.method('a', { args: { amount: 'number' } }, () => null);`,
  'an option of another library': `v1.method('a', { input: v.object({ amount: v.number() }) }, () => null);`,
  'no options': `v1.method('ping', () => 'pong');`,
  'an error without its data': `throw new NotEnoughMoney();`,
  'an error instance instead of its class': `v1.method('a', { errors: [new NotEnoughMoney({ balance: 1 })] }, () => null);`,
  'a dependency that is a function': `v1.method('a', { args: { user: () => 'ann' } }, () => null);`,
  'the options of a rate limit': `v1.method('a', { rateLimit: { points: 1, duration: 1, key: () => 'ann' } }, () => null);`,
  'an entrypoint dependency that reads a parameter': `new Entrypoint('/b', { messageDependencies: [dependency({ id: v.string() }, ({ id }) => id)] });`,
  'a call of the client with a param of another type': `await bank.withdraw({ amount: '5' });`,
  'a call of the client without its param': `await bank.withdraw({});`,
  'a call of a method that does not exist': `await bank.deposit({ amount: 5 });`,
};

const editor = new Editor(
  join(import.meta.dirname, '..'),
  new Map([
    ['prelude.ts', `${prelude}\nexport {};`],
    ...Object.values(mistakes).map(
      (code, index) => [`mistake-${index}.ts`, `${prelude}\n${code}`] as const,
    ),
  ]),
);

test('the declarations before each mistake compile', () => {
  expect(editor.errors('prelude.ts')).toEqual([]);
});

test('the compiler explains the likeliest mistakes in a few lines', () => {
  const texts = Object.keys(mistakes).map((name, index) => {
    const errors = editor.errors(`mistake-${index}.ts`);
    if (errors.length === 0) throw new Error(`This mistake compiles: ${name}`);
    return `${name}:\n${errors.join('\n').replace(/^/gm, '  ')}`;
  });
  expect(texts.join('\n')).toMatchInlineSnapshot(`
    "a handler that returns another type:
      Type 'string' is not assignable to type 'number | Promise<number>'.
    a handler that leaves out a member of the result:
      Type '{ readonly balance: 1; }' is not assignable to type '{ readonly balance: number; readonly at: Date; } | Promise<{ readonly balance: number; readonly at: Date; }>'.
        Property 'at' is missing in type '{ readonly balance: 1; }' but required in type '{ readonly balance: number; readonly at: Date; }'.
    a handler that returns a text instead of a Date:
      Type 'string' is not assignable to type 'Date'.
    a handler that reads an argument that is not declared:
      Property 'amonut' does not exist on type '{ amount: number; }'.
    a schema instead of a record of arguments:
      Type 'ObjectSchema<{ readonly amount: NumberSchema<undefined>; }, undefined>' is not assignable to type 'ArgumentSources'.
        Index signature for type 'string' is missing in type 'ObjectSchema<{ readonly amount: NumberSchema<undefined>; }, undefined>'.
    a type instead of a schema:
      Type 'string' is not assignable to type 'Source'.
    an option of another library:
      Object literal may only specify known properties, and 'input' does not exist in type 'MethodOptions<Record<never, never>, undefined, [], undefined>'.
    no options:
      Expected 3 arguments, but got 2.
    an error without its data:
      Expected 1-2 arguments, but got 0.
    an error instance instead of its class:
      Type 'NotEnoughMoney' is missing the following properties from type 'ErrorClass': dataModel, errorModel, dataRequired, errorsRequired
    a dependency that is a function:
      Type '() => string' is not assignable to type 'Source'.
        Property ''Wrap the function: dependency({ … }, function). Or call it: v.string().'' is missing in type '() => string' but required in type 'PlainFunction'.
    the options of a rate limit:
      Type '() => string' is not assignable to type '"Pass these options to rateLimit() of @jsonrpc-kit/core/rate-limit."'.
    an entrypoint dependency that reads a parameter:
      Type 'Dependency<string, { id: string; }>' is not assignable to type 'Dependency<unknown, NoParams>' with 'exactOptionalPropertyTypes: true'. Consider adding 'undefined' to the types of the target's properties.
        Type '{ id: string; }' is not assignable to type 'NoParams'.
          Property 'id' is incompatible with index signature.
            Type 'string' is not assignable to type '"This dependency runs once per message and cannot read JSON-RPC parameters. Move it to commonDependencies."'.
    a call of the client with a param of another type:
      Type 'string' is not assignable to type 'number'.
    a call of the client without its param:
      Argument of type '{}' is not assignable to parameter of type '{ amount: number; }'.
        Property 'amount' is missing in type '{}' but required in type '{ amount: number; }'.
    a call of a method that does not exist:
      Property 'deposit' does not exist on type 'ResolvedClient<{ withdraw: Method<{ readonly name: "withdraw"; readonly params: { amount: number; }; readonly result: { balance: number; at: Date; }; readonly error: never; readonly idempotent: false; }, (args: { ...; }) => { ...; } | Promise<...>>; }, never>'."
  `);
});
