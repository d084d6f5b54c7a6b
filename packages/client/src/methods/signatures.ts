import type { IsAny } from './is-any.js';

/** What the client reads of a method's type. `Method` of `@jsonrpc-kit/core` carries it. */
export interface MethodTypes {
  /** On the wire. */
  readonly name: string;
  /** What the server takes. */
  readonly params: unknown;
  /** What the server gives. */
  readonly result: unknown;
  /** The union of the errors that the method declares. */
  readonly error: unknown;
}

/** The types of an export that is known to be a method. */
export type TypesOf<Export> = Export extends { readonly '~types'?: infer Types }
  ? Extract<Types, MethodTypes>
  : never;

/**
 * The names on the wire of what is exported by these keys; none for what is no method. Nothing but
 * the name is looked at, and key by key, or a program of a thousand methods takes five times as long
 * to check.
 */
export type NameOf<Methods, Key extends keyof Methods> = Key extends unknown
  ? IsAny<Methods[Key]> extends true
    ? never
    : NameIn<Key, Methods[Key]>
  : never;

type NameIn<Key, Export> = Export extends {
  readonly '~types'?: { readonly name: infer Name extends string } | undefined;
}
  ? KnownName<Key, Name>
  : never;

/** A name that the compiler does not know stands for all names only where the key does, too. */
type KnownName<Key, Name> = string extends Name ? (string extends Key ? Name : never) : Name;

/** What a method of any server takes and gives; what is left out is not known. */
export interface RemoteMethod {
  /** An object, or a tuple for params by position. */
  readonly params?: unknown;
  /** As it arrives; without it, unknown. */
  readonly result?: unknown;
  /** One or a union of `{ code: 6001; data: … }`. */
  readonly error?: unknown;
}

type Member<Types, Name, Otherwise> = Name extends keyof Types ? Types[Name] : Otherwise;

/**
 * The methods of a server that is no TypeScript, or of another maker, by their names on the wire:
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
  readonly [Name in keyof Methods & string]: {
    readonly '~types'?: {
      readonly name: Name;
      readonly params: Member<Methods[Name], 'params', AnyParams>;
      readonly result: Member<Methods[Name], 'result', unknown>;
      readonly error: Member<Methods[Name], 'error', AnyError>;
    };
  };
};

/** By name or by position. */
export type AnyParams = object;

interface AnyError {
  readonly code: number;
  readonly data: unknown;
}

/** Methods of which nothing is known: each name may be called with anything. */
export interface AnyMethods {
  /** By the name on the wire. */
  readonly [name: string]: {
    readonly '~types'?: {
      readonly name: string;
      readonly params: AnyParams;
      readonly result: unknown;
      readonly error: AnyError;
    };
  };
}
