import type { Call } from './call.js';
import type { CallError } from './errors/call-error.js';
import type { Batch, BatchItem } from './methods/batch.js';
import type { MethodFunction } from './methods/method-function.js';
import type { ReservedName } from './methods/method-proxy.js';
import type { AnyMethods, MethodTypes, NameOf, TypesOf } from './methods/signatures.js';
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

/** The methods as members, but for the names that an object has for itself. */
type Members<Methods, Errors, As extends Kind> = {
  readonly [Key in keyof Methods as MemberName<Methods, Key>]: Functions<
    TypesOf<Methods[Key]>,
    Errors
  >[As];
} & {
  /** Takes the method's name first, whatever it is: `$call('a.b', params)`. */
  readonly $call: FunctionByName<{
    readonly [Key in keyof Methods as NameOf<Methods, Key>]: Functions<
      TypesOf<Methods[Key]>,
      Errors
    >[As];
  }>;
};

type FunctionByName<ByName> = <Name extends keyof ByName & string>(
  name: Name,
  ...args: ByName[Name] extends (...args: infer Args) => unknown ? Args : never
) => ByName[Name] extends (...args: never) => infer Made ? Made : never;

interface Builder<Methods, Errors> {
  /** An item without an answer; its result is undefined. */
  readonly $notify: Members<Methods, Errors, 'itemNotification'>;
}

interface Verbs<Methods, Errors> {
  /** Notifications. The promise tells whether the server took them, not what became of them. */
  readonly $notify: Members<Methods, Errors, 'notification'>;
  readonly $batch: Batch<Members<Methods, Errors, 'item'> & Builder<Methods, Errors>>;
}

/**
 * A client of these methods: a module's or a record's exports, or `RemoteMethods`. `Errors` are those
 * that the entrypoint declares for all of its methods.
 */
export type Client<Methods = AnyMethods, Errors = never> = Members<Methods, Errors, 'call'> &
  Verbs<Methods, Errors>;
