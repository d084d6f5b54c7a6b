import { createBatch } from './batch.js';
import { unwrapOutcome } from './call.js';
import type { Client } from './client.js';
import { createIdempotencyKey } from './idempotency-key.js';
import type { CallRequest } from './jsonrpc/messages.js';
import { createMethodProxy, type InvokeMethod } from './method-proxy.js';
import type { AnyMethods, IdempotentName } from './method-types.js';
import { createSender, type KeyOption, type SendOptions } from './sending/send-calls.js';

/** Options for `createClient()`. */
export interface ClientOptions extends SendOptions {}

/**
 * The option `idempotent` of `createClient()`. It lists the idempotent methods for run time, when the
 * types no longer exist. The compiler requires exactly the methods that the server declares as idempotent:
 *
 * ```ts
 * const bank = createClient<typeof methods>({
 *   url: '/api/v1/jsonrpc',
 *   idempotent: { deposit: true, withdraw: true },
 * });
 * ```
 */
export type IdempotentMethods<Methods> = string extends keyof Methods
  ? {
      /** The methods whose calls get a key and may be sent again. */
      readonly idempotent?: Readonly<Record<string, true>> | undefined;
    }
  : [IdempotentName<Methods>] extends [never]
    ? {
        /** The server declares no method as idempotent. */
        readonly idempotent?: Readonly<Record<string, never>> | undefined;
      }
    : {
        /** The methods whose calls get a key and may be sent again: all that the server declares. */
        readonly idempotent: { readonly [Name in IdempotentName<Methods>]: true };
      };

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
 * @throws RangeError if `batch.maxSize`, `maxResponseBytes` or an option of `retry` is out of range
 */
export function createClient<Methods = AnyMethods, Errors = never>(
  options: ClientOptions & IdempotentMethods<NoInfer<Methods>>,
): Client<Methods, Errors> {
  // JavaScript callers may pass nothing, or only the address.
  if ((options as Partial<ClientOptions> | undefined)?.url === undefined) {
    throw new TypeError("createClient(): url is required. Write createClient({ url: '/rpc' }).");
  }
  const send = createSender(options);
  const idempotent: object = options.idempotent ?? {};
  const createItem =
    (isNotification: boolean) =>
    (method: string, params?: unknown, keyOption?: KeyOption): CallRequest => {
      const needsKey = Object.hasOwn(idempotent, method);
      const idempotencyKey =
        keyOption?.idempotencyKey ?? (needsKey ? createIdempotencyKey() : undefined);
      return { method, params, isNotification, idempotencyKey };
    };
  const sendOne = (isNotification: boolean): InvokeMethod => {
    const create = createItem(isNotification);
    return async (method, params, callOptions) =>
      unwrapOutcome((await send('single', [create(method, params, callOptions)], callOptions))[0]);
  };

  const builder = createMethodProxy(createItem(false), {
    $notify: createMethodProxy(createItem(true)),
  });
  return createMethodProxy(sendOne(false), {
    $notify: createMethodProxy(sendOne(true)),
    $batch: createBatch(send, builder),
    // The compiler can't infer the members of a proxy, which has every name.
  }) as Client<Methods, Errors>;
}
