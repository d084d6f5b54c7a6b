import type { Call } from './call.js';
import type { CallError } from './errors/call-error.js';
import type { Batch, BatchItem } from './methods/batch.js';
import type { MethodFunction } from './methods/method-function.js';
import type { ReservedName } from './methods/method-proxy.js';
import type { AnyMethods, MethodTypes, NameOf, TypesOf } from './methods/signatures.js';
import type { IsUnresolved } from './methods/unresolved.js';
import type { WireResult } from './methods/wire-value.js';
import type { CallOptions } from './sending/transmitter.js';

type Options = [options?: CallOptions | undefined];

/** What a method is as a function, by what becomes of it. */
interface Functions<Types extends MethodTypes, Errors> {
  readonly call: MethodFunction<
    Types,
    Options,
    Call<WireResult<Types['result']>, CallError<Types['error'] | Errors>>
  >;
  readonly notification: MethodFunction<Types, Options, Call<void, CallError>>;
  readonly item: MethodFunction<
    Types,
    [],
    BatchItem<WireResult<Types['result']>, CallError<Types['error'] | Errors>>
  >;
  readonly itemNotification: MethodFunction<Types, [], BatchItem<undefined, CallError>>;
}

type Kind = keyof Functions<MethodTypes, unknown>;

type MemberName<Methods, Key extends keyof Methods> = Key extends unknown
  ? Exclude<NameOf<Methods, Key>, ReservedName>
  : never;

/** What is exported by its own name on the wire. */
type SameNames<Methods> = {
  [Key in keyof Methods]: Key extends MemberName<Methods, Key> ? Key : never;
}[keyof Methods];

/**
 * The methods as members, but for the names that an object has for itself. Of what is exported by its
 * own name an editor finds the declaration and its comment; mapping it `as` another one loses them.
 */
type Members<Methods, Errors, As extends Kind, Same extends keyof Methods = SameNames<Methods>> = {
  readonly [Key in Same]: Made<Methods, Errors, As, Key>;
} & {
  readonly [Key in Exclude<keyof Methods, Same> as MemberName<Methods, Key>]: Made<
    Methods,
    Errors,
    As,
    Key
  >;
} & {
  /** Takes the method's name first, whatever it is: `$call('a.b', params)`. */
  readonly $call: CallByName<Methods, Errors, As>;
};

type Made<Methods, Errors, As extends Kind, Key extends keyof Methods> = Functions<
  TypesOf<Methods[Key]>,
  Errors
>[As];

type CallByName<Methods, Errors, As extends Kind> = FunctionByName<{
  readonly [Key in keyof Methods as NameOf<Methods, Key>]: Made<Methods, Errors, As, Key>;
}>;

type FunctionByName<ByName> = <Name extends keyof ByName & string>(
  name: Name,
  ...args: ByName[Name] extends (...args: infer Args) => unknown ? Args : never
) => ByName[Name] extends (...args: never) => infer Made ? Made : never;

/** Makes the items of a batch: each method, and `$notify` for those without an answer. */
export type BatchBuilder<Methods, Errors> = Members<Methods, Errors, 'item'> & {
  /** An item without an answer; its result is undefined. */
  readonly $notify: Members<Methods, Errors, 'itemNotification'>;
};

/** What a client has beside its methods. */
export interface ClientVerbs<Methods, Errors> {
  /** Notifications. The promise tells whether the server took them, not what became of them. */
  readonly $notify: Members<Methods, Errors, 'notification'>;
  /** Several calls as one JSON-RPC batch. */
  readonly $batch: Batch<BatchBuilder<Methods, Errors>>;
}

/**
 * A client of these methods: a module's or a record's exports, or `RemoteMethods`. `Errors` are
 * further errors of all of them, as those of an entrypoint whose methods were defined without it.
 *
 * Each method is a function of its params and of {@link CallOptions}, by its name on the wire; one
 * whose name an object has for itself, as `then` or `toString`, is called by `$call('then', params)`,
 * which takes any name. {@link ClientVerbs} says what else there is.
 */
export type Client<Methods = AnyMethods, Errors = never> =
  IsUnresolved<Methods> extends true
    ? {
        // The compiler shows it in the message about any use of the client.
        readonly 'The types of the methods are not resolved. Install @jsonrpc-kit/core beside the declarations of the server.': never;
      }
    : ResolvedClient<Methods, Errors>;

/** A {@link Client} of methods whose types are known. */
export type ResolvedClient<Methods, Errors> = Members<Methods, Errors, 'call'> &
  ClientVerbs<Methods, Errors>;
