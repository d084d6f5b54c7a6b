import { addInstrumentation, Entrypoint, type JsonRpcContext } from '@jsonrpc-kit/core';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { call, serve } from '../../test/serve.js';
import { callAttributes, callName, messageName } from './semantic-conventions.js';

const rpc = new Entrypoint('/rpc');
rpc.method('ping', {}, () => 'pong');
const post = serve(rpc);

test('span names are few and attributes short for any text of a client', async () => {
  const names = new Set<string>();
  const attributes: string[] = [];
  onTestFinished(
    addInstrumentation({
      call: (context: JsonRpcContext, run, message) => {
        names.add(callName(context)).add(messageName(message, context.methodRoute?.name));
        attributes.push(...Object.values(callAttributes(context)));
        return run();
      },
    }),
  );
  const text = fc.string({ unit: 'binary', maxLength: 1000 });
  const validCall = fc.record({ jsonrpc: fc.constant('2.0'), id: text, method: text });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(validCall, fc.jsonValue()), { maxLength: 5 }),
      async (batch) => {
        await post(batch);
        await post(batch[0] ?? call('ping', 1));
      },
    ),
  );
  expect(names).toEqual(new Set(['ping', 'jsonrpc', 'jsonrpc batch']));
  expect(attributes.filter(({ length }) => length > 200)).toEqual([]);
});
