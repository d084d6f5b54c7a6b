import type { Batch, BatchItem } from './batch.js';
import type { Call, CallError } from './call.js';
import type { ReservedName } from './method-proxy.js';
import type {
  AnyMethods,
  AnyParams,
  IsUnresolved,
  Jsonify,
  JsonifyResult,
  MethodTypes,
  NameOf,
  SubscriptionNameOf,
  SubscriptionTypes,
  SubscriptionTypesOf,
  TypesOf,
} from './method-types.js';
import type { CallOptions, IdempotentCallOptions, KeyOption } from './sending/send-calls.js';
import type {
  SubscriptionIterator,
  SubscriptionOptions,
} from './subscription/subscription-options.js';

/** Params without properties accept `{}` only; tuples may be readonly. */
type ParamsToSend<Params> = Params extends readonly unknown[]
  ? readonly [...Params]
  : IsEmpty<Params> extends true
    ? Readonly<Record<string, never>>
    : Params;

/** Whether a type is `{}`, to which even a string is assignable, unlike `object` and `unknown`. */
type IsEmpty<Params> = unknown extends Params
  ? false
  : string extends Params
    ? [keyof Params] extends [never]
      ? true
      : false
    : false;

type IsOptional<Params> = {} extends Params ? true : [] extends Params ? true : false;

/** A function of a method's params and of further arguments. */
type MethodFunction<
  Types extends Pick<MethodTypes, 'params'>,
  Rest extends readonly unknown[],
  Returned,
> =
  IsOptional<Types['params']> extends true
    ? (params?: ParamsToSend<Types['params']>, ...rest: Rest) => Returned
    : (params: ParamsToSend<Types['params']>, ...rest: Rest) => Returned;

/** The options of a call. Only the methods that are declared as idempotent have a key. */
type Options<Types extends MethodTypes> = [
  options?: (true extends Types['idempotent'] ? IdempotentCallOptions : CallOptions) | undefined,
];

type ItemOptions<Types extends MethodTypes> = true extends Types['idempotent']
  ? [options?: KeyOption | undefined]
  : [];

/** The functions of a method: for calls, notifications and their items in a batch. */
interface FunctionsOf<Types extends MethodTypes, Errors> {
  readonly call: MethodFunction<
    Types,
    Options<Types>,
    Call<JsonifyResult<Types['result']>, CallError<Types['error'] | Errors>>
  >;
  readonly notification: MethodFunction<Types, Options<Types>, Call<void, CallError>>;
  readonly batchCall: MethodFunction<
    Types,
    ItemOptions<Types>,
    BatchItem<JsonifyResult<Types['result']>, CallError<Types['error'] | Errors>>
  >;
  readonly batchNotification: MethodFunction<
    Types,
    ItemOptions<Types>,
    BatchItem<undefined, CallError>
  >;
}

type FunctionKind = keyof FunctionsOf<MethodTypes, unknown>;

type FunctionOf<
  Methods,
  Errors,
  Kind extends FunctionKind,
  Key extends keyof Methods,
> = FunctionsOf<TypesOf<Methods[Key]>, Errors>[Kind];

type MemberName<Methods, Key extends keyof Methods> = Key extends unknown
  ? Exclude<NameOf<Methods, Key>, ReservedName>
  : never;

/** The keys of exports that have the name of their method. */
type SameNames<Methods> = {
  [Key in keyof Methods]: Key extends MemberName<Methods, Key> ? Key : never;
}[keyof Methods];

/**
 * The methods as members, except for reserved names. Exports with the name of their method have
 * their own mapped type: editors then find the declaration and its comment, which a mapping with `as`
 * loses.
 */
type Members<
  Methods,
  Errors,
  Kind extends FunctionKind,
  Same extends keyof Methods = SameNames<Methods>,
> = {
  readonly [Key in Same]: FunctionOf<Methods, Errors, Kind, Key>;
} & {
  readonly [Key in Exclude<keyof Methods, Same> as MemberName<Methods, Key>]: FunctionOf<
    Methods,
    Errors,
    Kind,
    Key
  >;
} & {
  /** Calls a method by its name, which may be any string: `$call('a.b', params)`. */
  readonly $call: CallByName<Methods, Errors, Kind>;
};

type CallByName<Methods, Errors, Kind extends FunctionKind> = FunctionByName<{
  readonly [Key in keyof Methods as NameOf<Methods, Key>]: FunctionOf<Methods, Errors, Kind, Key>;
}>;

type FunctionByName<ByName> = <Name extends keyof ByName & string>(
  name: Name,
  ...args: ByName[Name] extends (...args: infer Args) => unknown ? Args : never
) => ByName[Name] extends (...args: never) => infer Returned ? Returned : never;

/** Creates the items of a batch: calls as members, notifications under `$notify`. */
export type BatchBuilder<Methods, Errors> = Members<Methods, Errors, 'batchCall'> & {
  /** Creates notifications. Their result is `undefined`. */
  readonly $notify: Members<Methods, Errors, 'batchNotification'>;
};

/** The members of a client that are not methods of the server. */
export interface ClientOperations<Methods, Errors> {
  /**
   * Sends notifications. The promise resolves when the server has accepted the notification: over HTTP with
   * the response, and on a WebSocket, which has none, as soon as the message is sent.
   */
  readonly $notify: Members<Methods, Errors, 'notification'>;
  /** Sends several calls as one JSON-RPC batch. */
  readonly $batch: Batch<BatchBuilder<Methods, Errors>>;
}

/**
 * A client for these methods: the type of a module or record that contains them, or `RemoteMethods`.
 * `Errors` are additional errors of every method, such as those of an entrypoint.
 *
 * Each method is a function of its params and {@link CallOptions}, under its method name. A method with
 * a reserved name, such as `then` or `toString`, is called with `$call('then', params)`.
 * {@link ClientOperations} lists the other members.
 */
export type Client<Methods = AnyMethods, Errors = never> =
  IsUnresolved<Methods> extends true
    ? {
        // The compiler shows this key in the error message for any use of the client.
        readonly 'The types of the methods are not resolved. Install @jsonrpc-kit/core beside the declarations of the server.': never;
      }
    : ResolvedClient<Methods, Errors>;

/** A {@link Client} for methods whose types the compiler could resolve. */
export type ResolvedClient<Methods, Errors> = Members<Methods, Errors, 'call'> &
  ClientOperations<Methods, Errors>;

/** The function of a subscription. */
type SubscribeFunction<Types extends SubscriptionTypes> = MethodFunction<
  Types,
  [options?: SubscriptionOptions | undefined],
  SubscriptionIterator<Jsonify<Types['event']>>
>;

/** The subscriptions as members, except for reserved names. */
type SubscriptionMembers<Methods> = {
  readonly [
    Key in keyof Methods as Exclude<SubscriptionNameOf<Methods, Key>, ReservedName>
  ]: SubscribeFunction<SubscriptionTypesOf<Methods[Key]>>;
};

/** The members of a client with a connection. */
export interface ConnectionOperations<Methods> {
  /** Subscribes by name, which may be any string: `$subscribe('a.b', params)`. */
  readonly $subscribe: SubscribeByName<Methods>;
  /** Closes the connection. Calls and subscriptions fail with `CallAbortedError`, also later ones. */
  readonly $close: () => void;
}

type SubscribeByName<Methods> = string extends keyof Methods
  ? (
      name: string,
      params?: AnyParams,
      options?: SubscriptionOptions,
    ) => SubscriptionIterator<unknown>
  : FunctionByName<{
      readonly [Key in keyof Methods as SubscriptionNameOf<Methods, Key>]: SubscribeFunction<
        SubscriptionTypesOf<Methods[Key]>
      >;
    }>;

/** A {@link Client} with a connection, such as a WebSocket. It also has the subscriptions. */
export type ConnectedClient<Methods = AnyMethods, Errors = never> =
  IsUnresolved<Methods> extends true
    ? Client<Methods, Errors>
    : ResolvedConnectedClient<Methods, Errors>;

/** A {@link ConnectedClient} for methods whose types the compiler could resolve. */
export type ResolvedConnectedClient<Methods, Errors> = ResolvedClient<Methods, Errors> &
  SubscriptionMembers<Methods> &
  ConnectionOperations<Methods>;
