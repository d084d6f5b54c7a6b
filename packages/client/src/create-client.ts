import type { Client } from './client.js';
import { batchVerb } from './methods/batch.js';
import { methodProxy, type MethodVerb } from './methods/method-proxy.js';
import type { AnyMethods } from './methods/signatures.js';
import { resultOf } from './protocol/outcome.js';
import { transmitter, type TransmitterOptions } from './sending/transmitter.js';

/** `{ url, headers, fetch, maxResponseBytes, timeout, batch }` */
export interface ClientOptions extends TransmitterOptions {}

/**
 * Makes a client. The methods' types are all that it takes of the server: `import type` leaves
 * nothing behind, so nothing of the server is bundled.
 *
 * ```ts
 * import type * as methods from '../server/methods.js';
 *
 * const bank = createClient<typeof methods>({ url: '/api/v1/jsonrpc' });
 * const { balance } = await bank.withdraw({ accountId: '1.1', amount: 5 });
 * ```
 *
 * Methods of `entrypoint.method()` carry the errors of their entrypoint. For methods of
 * `defineMethod()`, the second type argument names them:
 * `createClient<typeof methods, EntrypointError<typeof v1>>(…)`. Without type arguments every method may be called.
 *
 * @throws TypeError if the options have no `url`
 * @throws RangeError where `batch.maxSize` or `maxResponseBytes` is no positive number
 */
export function createClient<Methods = AnyMethods, Errors = never>(
  options: ClientOptions,
): Client<Methods, Errors> {
  // Callers without types may pass anything, often the address itself.
  if ((options as Partial<ClientOptions> | undefined)?.url === undefined) {
    throw new TypeError(
      "createClient() needs options with a url. Write createClient({ url: '/rpc' }).",
    );
  }
  const transmit = transmitter(options);
  const item =
    (isNotification: boolean): MethodVerb =>
    (method, params) => ({ method, params, isNotification });
  const send =
    (isNotification: boolean): MethodVerb =>
    async (method, params, callOptions) =>
      resultOf((await transmit('single', [{ method, params, isNotification }], callOptions))[0]);

  const builder = methodProxy(item(false), { $notify: methodProxy(item(true)) });
  return methodProxy(send(false), {
    $notify: methodProxy(send(true)),
    $batch: batchVerb(transmit, builder),
    // The compiler can't follow a proxy: every name is there, and the types say which are meant.
  }) as Client<Methods, Errors>;
}
