import { createBatch } from './batch.js';
import { unwrapOutcome } from './call.js';
import type { Client } from './client.js';
import { createMethodProxy, type InvokeMethod } from './method-proxy.js';
import type { AnyMethods } from './method-types.js';
import { createSender, type SendOptions } from './sending/send-calls.js';

/** Options for `createClient()`. */
export interface ClientOptions extends SendOptions {}

/**
 * Creates a client. It needs only the types of the server's methods: `import type` is erased, so a
 * bundle contains no code of the server.
 *
 * ```ts
 * import type * as methods from '../server/methods.js';
 *
 * const bank = createClient<typeof methods>({ url: '/api/v1/jsonrpc' });
 * const { balance } = await bank.withdraw({ accountId: '1.1', amount: 5 });
 * ```
 *
 * Methods of `entrypoint.method()` carry the errors of their entrypoint. For methods of
 * `defineMethod()`, pass those errors as the second type argument:
 * `createClient<typeof methods, EntrypointError<typeof v1>>(…)`. Without type arguments the client
 * accepts any method name and any params.
 *
 * @throws TypeError if `url` is missing
 * @throws RangeError if `batch.maxSize` or `maxResponseBytes` is not a positive number
 */
export function createClient<Methods = AnyMethods, Errors = never>(
  options: ClientOptions,
): Client<Methods, Errors> {
  // JavaScript callers may pass nothing, or only the address.
  if ((options as Partial<ClientOptions> | undefined)?.url === undefined) {
    throw new TypeError("createClient: url is required. Write createClient({ url: '/rpc' }).");
  }
  const send = createSender(options);
  const createItem =
    (isNotification: boolean): InvokeMethod =>
    (method, params) => ({ method, params, isNotification });
  const sendOne =
    (isNotification: boolean): InvokeMethod =>
    async (method, params, callOptions) =>
      unwrapOutcome((await send('single', [{ method, params, isNotification }], callOptions))[0]);

  const builder = createMethodProxy(createItem(false), {
    $notify: createMethodProxy(createItem(true)),
  });
  return createMethodProxy(sendOne(false), {
    $notify: createMethodProxy(sendOne(true)),
    $batch: createBatch(send, builder),
    // The compiler can't infer the members of a proxy, which has every name.
  }) as Client<Methods, Errors>;
}
