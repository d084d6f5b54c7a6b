import type { JsonRpcError } from './errors/json-rpc-error.js';

/** The types of a method that the client uses. `Method` of `@jsonrpc-kit/core` carries them. */
export interface MethodTypes {
  /** The name in requests. */
  readonly name: string;
  /** The params that the server accepts. */
  readonly params: unknown;
  /** The result that the server returns. */
  readonly result: unknown;
  /** A union of the errors that the method declares. */
  readonly error: unknown;
  /** Whether a call has an idempotency key, by which the server recognizes another attempt. */
  readonly idempotent?: boolean | undefined;
}

/** The types of an export that is a method. */
export type TypesOf<Export> = Export extends { readonly '~types'?: infer Types }
  ? Extract<Types, MethodTypes>
  : never;

/**
 * The method names of the exports with these keys; never for exports that are no methods. The type
 * reads only the names, key by key: otherwise type-checking a program with a thousand methods takes
 * five times as long.
 */
export type NameOf<Methods, Key extends keyof Methods> = Key extends unknown
  ? IsAny<Methods[Key]> extends true
    ? never
    : NameOfExport<Key, Methods[Key]>
  : never;

/**
 * The names of the methods that are declared as idempotent. Never if the type of the methods has no
 * names, such as {@link AnyMethods}.
 */
export type IdempotentName<Methods> = {
  [Key in keyof Methods]-?: IsAny<Methods[Key]> extends true
    ? never
    : Methods[Key] extends {
          readonly '~types'?:
            | { readonly name: infer Name extends string; readonly idempotent: true }
            | undefined;
        }
      ? KnownName<Key, Name>
      : never;
}[keyof Methods];

/** The types of a subscription that the client uses. `Subscription` of `@jsonrpc-kit/core` carries them. */
export interface SubscriptionTypes {
  /** The name of the subscription. */
  readonly name: string;
  /** The params that the server accepts. */
  readonly params: unknown;
  /** The events that the server sends. */
  readonly event: unknown;
}

/** The types of an export that is a subscription. */
export type SubscriptionTypesOf<Export> = Export extends {
  readonly '~subscription'?: infer Types;
}
  ? Extract<Types, SubscriptionTypes>
  : never;

/** The name of the subscription with this key; never for other exports. */
export type SubscriptionNameOf<Methods, Key extends keyof Methods> =
  IsAny<Methods[Key]> extends true
    ? never
    : Methods[Key] extends {
          readonly '~subscription'?: { readonly name: infer Name extends string } | undefined;
        }
      ? KnownName<Key, Name>
      : never;

/** The names of all subscriptions. */
export type SubscriptionName<Methods> = {
  [Key in keyof Methods]-?: SubscriptionNameOf<Methods, Key>;
}[keyof Methods];

type NameOfExport<Key, Export> = Export extends {
  readonly '~types'?: { readonly name: infer Name extends string } | undefined;
}
  ? KnownName<Key, Name>
  : never;

/** A name of type `string` means all names only if the key also does. */
type KnownName<Key, Name> = string extends Name ? (string extends Key ? Name : never) : Name;

/**
 * Whether a type is `any`. A type that the compiler could not resolve is also `any`. The check wraps
 * it in a tuple, because a conditional type that checks `any` directly is `any` itself.
 */
type IsAny<T> = [T] extends [never] ? false : [T, T] extends [1, 2] ? true : false;

type AnyKeys<Methods> = {
  [Key in keyof Methods]-?: IsAny<Methods[Key]> extends true ? Key : never;
}[keyof Methods];

/**
 * Whether the types of the methods could not be resolved: the whole type is `any`, or no export is
 * known to be a method and some are `any`. A module with methods may also export an `any`.
 */
export type IsUnresolved<Methods> =
  IsAny<Methods> extends true
    ? true
    : [NameOf<Methods, keyof Methods>] extends [never]
      ? [AnyKeys<Methods>] extends [never]
        ? false
        : true
      : false;

/** The types of a method of any server. */
export interface RemoteMethod {
  /** An object, or a tuple for params by position. Default: any params. */
  readonly params?: unknown;
  /** The decoded result. Default: `unknown`. */
  readonly result?: unknown;
  /** An error or a union of errors: `{ code: 6001; data: … }`. Default: any error. */
  readonly error?: unknown;
  /** Whether the server recognizes repeated calls by their `idempotencyKey`. Default: false. */
  readonly idempotent?: boolean;
  /** The event of a subscription. A member with an event isn't a method. */
  readonly event?: unknown;
}

type Member<Types, Name, Default> = Name extends keyof Types ? Types[Name] : Default;

/**
 * Declares the methods of a server that doesn't use jsonrpc-kit, by their names:
 *
 * ```ts
 * type Ethereum = RemoteMethods<{
 *   eth_chainId: { params: []; result: string };
 *   eth_getBalance: { params: [address: string, block: string]; result: string };
 * }>;
 * const node = createClient<Ethereum>({ url });
 * ```
 */
export type RemoteMethods<Methods extends { readonly [Name in keyof Methods]: RemoteMethod }> = {
  readonly [Name in keyof Methods & string]: RemoteDeclaration<Name, Methods[Name]>;
};

type RemoteDeclaration<Name, Method extends RemoteMethod> = 'event' extends keyof Method
  ? {
      readonly '~subscription'?: {
        readonly name: Name;
        readonly params: Member<Method, 'params', AnyParams>;
        readonly event: Method['event'];
      };
    }
  : {
      readonly '~types'?: {
        readonly name: Name;
        readonly params: Member<Method, 'params', AnyParams>;
        readonly result: Member<Method, 'result', unknown>;
        readonly error: Member<Method, 'error', JsonRpcError>;
        readonly idempotent: Member<Method, 'idempotent', false>;
      };
    };

/** Params by name or by position. */
export type AnyParams = object;

/** Methods without types: any name, any params, a result of type `unknown`. */
export interface AnyMethods {
  /** A method of any name. */
  readonly [name: string]: {
    readonly '~types'?: {
      readonly name: string;
      readonly params: AnyParams;
      readonly result: unknown;
      readonly error: JsonRpcError;
      readonly idempotent: boolean;
    };
  };
}

type Scalar = string | number | boolean | null | undefined;

/**
 * The type of a value after JSON encoding and decoding. A value with a method `toJSON()`, such as a
 * `Date`, becomes the value that this method returns. A `bigint` has no JSON, so its type is `never`.
 */
// The core exports the same type. The client has its own, so that its declarations need no core.
export type Jsonify<T> = T extends Scalar
  ? T
  : T extends { toJSON: (...args: never) => infer Json }
    ? Jsonify<Json>
    : T extends object
      ? { [Key in keyof T]: Jsonify<T[Key]> }
      : T extends bigint
        ? never
        : T;

/** The type of a result after JSON encoding and decoding. `undefined` becomes `null`. */
export type JsonifyResult<T> = T extends undefined | void ? null : Jsonify<T>;
