import { describe, expectTypeOf, test } from 'vitest';
import type * as methods from '../test/server/methods.js';
import { type Client, createClient, type RemoteMethods } from './index.js';

type Message =
  'The types of the methods are not resolved. Install @jsonrpc-kit/core beside the declarations of the server.';
// oxlint-disable-next-line typescript/no-explicit-any -- the compiler treats unresolved types as any
type Unresolved = any;

describe('the type of a client', () => {
  test('names the cause when no method of a module is resolved', () => {
    const client = createClient<{ ping: Unresolved; LIMIT: number }>({ url: '/rpc' });
    expectTypeOf(client).toEqualTypeOf<{ readonly [Key in Message]: never }>();
    // @ts-expect-error -- Property 'ping' does not exist on type '{ readonly 'The types of …
    void client.ping;
  });

  test('names the cause when the whole type is not resolved', () => {
    expectTypeOf<keyof Client<Unresolved>>().toEqualTypeOf<Message>();
  });

  test('has the methods when another export is any', () => {
    expectTypeOf<Client<Pick<typeof methods, 'ping' | 'anything'>>>().toHaveProperty('ping');
    // @ts-expect-error -- this export is not a method
    void createClient<typeof methods>({ url: '/rpc' }).anything;
  });

  test('has only the members of every client when a module has no methods', () => {
    expectTypeOf<keyof Client<{ LIMIT: number; never: never }>>().toEqualTypeOf<
      '$call' | '$notify' | '$batch'
    >();
  });

  test('has the methods that are declared for a remote server', () => {
    type Remote = RemoteMethods<{ ping: { params: Unresolved; result: Unresolved } }>;
    expectTypeOf<Client<Remote>>().toHaveProperty('ping');
  });

  test('allows every name without type arguments', () => {
    expectTypeOf(createClient({ url: '/rpc' }).$call('anything')).resolves.toBeUnknown();
  });
});
