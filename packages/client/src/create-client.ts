import { createBatch } from './batch.js';
import { unwrapOutcome } from './call.js';
import type { Client, ConnectedClient } from './client.js';
import type { EndpointOptions } from './http/endpoint.js';
import { createHttpSession } from './http/http-session.js';
import { createIdempotencyKey } from './idempotency-key.js';
import type { CallRequest } from './jsonrpc/messages.js';
import { createMethodProxy, type InvokeMethod } from './method-proxy.js';
import type { AnyMethods, IdempotentName, SubscriptionName } from './method-types.js';
import { createSender, type KeyOption, type SendOptions } from './sending/send-calls.js';
import type { SubscriptionsOption, Transport } from './subscription/subscription-functions.js';
import type { SubscriptionNames } from './subscription/wire-names.js';

/** Options for `createClient()`. */
export interface ClientOptions extends SendOptions, EndpointOptions {}

/** Options for `createClient()` with another transport than plain HTTP. */
export interface ConnectedClientOptions extends SendOptions {
  /** `webSocket()` or `eventStream()`. Each client opens its own connection. */
  readonly transport: Transport;
}

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
 * The option `subscriptions` of `createClient()`. It lists the subscriptions for run time, when the types no
 * longer exist. The compiler requires exactly the subscriptions that the server declares. If the server
 * chooses other names for the methods of a subscription, write them instead of `true`:
 *
 * ```ts
 * const node = createClient<typeof methods>({
 *   transport: webSocket({ url }),
 *   subscriptions: { movements: true, newHeads: { namespace: 'eth' } },
 * });
 * ```
 *
 * `Hint` is a text that the compiler shows with a wrong value.
 */
export type DeclaredSubscriptions<Methods, Hint = never> = string extends keyof Methods
  ? {
      /** The subscriptions with names other than the default ones. */
      readonly subscriptions?:
        | Readonly<Record<string, true | SubscriptionNames | Hint>>
        | undefined;
    }
  : [SubscriptionName<Methods>] extends [never]
    ? {
        /** The server declares no subscription. */
        readonly subscriptions?: Readonly<Record<string, never>> | undefined;
      }
    : {
        /** All subscriptions that the server declares. */
        readonly subscriptions: {
          readonly [Name in SubscriptionName<Methods>]: true | SubscriptionNames | Hint;
        };
      };

/**
 * The options without a connection. The overload for them also names those with one: the compiler reports
 * the errors of the last overload, so that it names a missing subscription instead of `transport`.
 */
type HttpClientOptions = ClientOptions & {
  readonly transport?: never;
  readonly subscriptions?: never;
};

/** Shown by the compiler, which doesn't say by itself that `transport` is missing. */
type TransportHint = 'only with the option transport: webSocket() or eventStream()';

/**
 * Creates a client with a connection, which also has the subscriptions of the server.
 *
 * ```ts
 * const bank = createClient<typeof methods>({
 *   transport: webSocket({ url: '/api/v1/jsonrpc' }),
 *   subscriptions: { movements: true },
 * });
 * for await (const movement of bank.movements({ accountId: '1.1' })) show(movement);
 * ```
 */
export function createClient<Methods = AnyMethods, Errors = never>(
  options: ConnectedClientOptions &
    IdempotentMethods<NoInfer<Methods>> &
    DeclaredSubscriptions<NoInfer<Methods>>,
): ConnectedClient<Methods, Errors>;
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
 * @throws TypeError if `url` and `transport` are missing, or there are `subscriptions` without `transport`
 * @throws RangeError if `batch.maxSize`, `maxResponseBytes` or an option of `retry` is out of range
 */
export function createClient<Methods = AnyMethods, Errors = never>(
  options: (
    | HttpClientOptions
    | (ConnectedClientOptions & DeclaredSubscriptions<NoInfer<Methods>, TransportHint>)
  ) &
    IdempotentMethods<NoInfer<Methods>>,
): Client<Methods, Errors>;
export function createClient(options: AnyOptions): object {
  // JavaScript callers may pass nothing.
  const session = (options as AnyOptions | undefined)?.transport?.['~connect']();
  const send = createSender(options ?? {}, session ?? createHttpSession(withUrl(options)));
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
  const call = sendOne(false);
  const { invoke = call, operations } =
    session?.subscriptionFunctions(call, options as SubscriptionsOption) ?? {};
  return createMethodProxy(invoke, {
    $notify: createMethodProxy(sendOne(true)),
    $batch: createBatch(send, builder),
    ...operations,
  });
}

/** The options without the types of the methods. JavaScript callers may pass nothing. */
interface AnyOptions extends Partial<ClientOptions> {
  readonly transport?: Transport;
  readonly idempotent?: object | undefined;
  readonly subscriptions?: object | undefined;
}

function withUrl(options: AnyOptions | undefined): ClientOptions {
  const { url, subscriptions } = options ?? {};
  if (subscriptions !== undefined)
    throw new TypeError(
      'createClient(): subscriptions need a transport, such as webSocket({ url })',
    );
  if (url !== undefined) return { ...options, url };
  throw new TypeError("createClient(): url is required. Write createClient({ url: '/rpc' }).");
}
