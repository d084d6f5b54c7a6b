import type {
  BaseError,
  BatchRolledBack,
  Conflict,
  EventsLost,
  InternalError,
  InvalidParams,
  InvalidRequest,
  JsonRpcErrorObject,
  LimitExceeded,
  Method,
  MethodNotFound,
  ParseError,
  RequestId,
  RequestTimeout,
} from '@jsonrpc-kit/core';
import type {
  Jsonify,
  JsonifyResult,
  MethodSignature,
  Subscription,
  SubscriptionSignature,
} from '@jsonrpc-kit/core/types';
import type { ByPosition, EnvelopeMembers } from './request.js';

/** The signatures of a module or record of methods, by method name. Other exports are omitted. */
type SignaturesOf<Methods> = {
  [
    Key in keyof Methods as Methods[Key] extends Method<infer Signature> ? Signature['name'] : never
  ]: Methods[Key] extends Method<infer Signature> ? Signature : never;
};

/** A member of a method's signature, or unknown if the client is not typed. */
type Declared<Methods, Name, Member extends keyof MethodSignature> = unknown extends Methods
  ? unknown
  : Name extends keyof SignaturesOf<Methods>
    ? Extract<SignaturesOf<Methods>[Name], MethodSignature>[Member]
    : never;

/** The names of the methods, or any string if the client is not typed. */
export type MethodName<Methods> = unknown extends Methods
  ? string
  : keyof SignaturesOf<Methods> & string;

/** The params that a method declares, or positional params. */
export type ParamsOf<Methods, Name> = OrByPosition<Declared<Methods, Name, 'params'>>;

/** Infers the params again, so that compiler messages show their names instead of an alias. */
type OrByPosition<Params> = [Params] extends [infer Named] ? Named | ByPosition : never;

/** Whether a call may omit its params. */
export type HasOptionalParams<Methods, Name> =
  Record<never, never> extends Declared<Methods, Name, 'params'> ? true : false;

/** The params of a method, which are optional if it needs none, and the options of the call. */
export type CallArguments<Methods, Name extends string, Options> =
  HasOptionalParams<Methods, Name> extends true
    ? [params?: ParamsOf<Methods, Name>, options?: Options]
    : [params: ParamsOf<Methods, Name>, options?: Options];

type StandardError =
  | BatchRolledBack
  | Conflict
  | InternalError
  | InvalidParams
  | InvalidRequest
  | LimitExceeded
  | MethodNotFound
  | ParseError
  | RequestTimeout;

type ErrorObjectOf<Error> =
  Error extends BaseError<infer Code, infer Data>
    ? { readonly code: Code; readonly message: string; readonly data: Jsonify<Data> }
    : never;

/** The error of a response. Its `code` narrows the type of its `data`. */
type FailureOf<Methods, Name, EntrypointErrors> = unknown extends Methods
  ? JsonRpcErrorObject
  : ErrorObjectOf<Declared<Methods, Name, 'error'> | EntrypointErrors | StandardError>;

/** A response object with a result or an error. */
export type JsonRpcTestResponse<Result = unknown, Failure = JsonRpcErrorObject> =
  | {
      readonly jsonrpc: '2.0';
      readonly id: RequestId | null;
      readonly result: Result;
      readonly error?: undefined;
    }
  | {
      readonly jsonrpc: '2.0';
      readonly id: RequestId | null;
      readonly result?: undefined;
      readonly error: Failure;
    };

/** The response to a call of a method. */
export type ResponseOf<Methods, Name, EntrypointErrors> = JsonRpcTestResponse<
  JsonifyResult<Declared<Methods, Name, 'result'>>,
  FailureOf<Methods, Name, EntrypointErrors>
>;

/** The signatures of a module or record of subscriptions, by name. */
type SubscriptionsOf<Methods> = {
  [
    Key in keyof Methods as Methods[Key] extends Subscription<infer Signature>
      ? Signature['name']
      : never
  ]: Methods[Key] extends Subscription<infer Signature> ? Signature : never;
};

/** A member of a subscription's signature, or unknown if the client is not typed. */
type DeclaredSubscription<
  Methods,
  Name,
  Member extends keyof SubscriptionSignature,
> = unknown extends Methods
  ? unknown
  : Name extends keyof SubscriptionsOf<Methods>
    ? Extract<SubscriptionsOf<Methods>[Name], SubscriptionSignature>[Member]
    : never;

/** The names of the subscriptions, or any string if the client is not typed. */
export type SubscriptionNameOf<Methods> = unknown extends Methods
  ? string
  : keyof SubscriptionsOf<Methods> & string;

/** The events of a subscription, as JSON carries them. */
export type EventOf<Methods, Name> = Jsonify<DeclaredSubscription<Methods, Name, 'event'>>;

/** The params of a subscription, which are optional if it needs none, and the options. */
export type SubscribeArguments<Methods, Name, Options> =
  Record<never, never> extends DeclaredSubscription<Methods, Name, 'params'>
    ? [params?: OrByPosition<DeclaredSubscription<Methods, Name, 'params'>>, options?: Options]
    : [params: OrByPosition<DeclaredSubscription<Methods, Name, 'params'>>, options?: Options];

/** The response to the call that subscribes. */
export type SubscribeResponseOf<Methods, Name, EntrypointErrors> = JsonRpcTestResponse<
  string,
  SubscribeFailureOf<Methods, Name, EntrypointErrors>
>;

type SubscribeFailureOf<Methods, Name, EntrypointErrors> = unknown extends Methods
  ? JsonRpcErrorObject
  : ErrorObjectOf<
      DeclaredSubscription<Methods, Name, 'error'> | EntrypointErrors | EventsLost | StandardError
    >;

interface CallOf<Name> {
  readonly method: Name;
  /** Default: the index of the call in the batch. */
  readonly requestId?: RequestId | null;
  /** Sends the call without an id, so that it gets no response. */
  readonly isNotification?: boolean;
  /** Further members of the request object, such as `{ traceId: '7' }`. */
  readonly envelope?: EnvelopeMembers | undefined;
}

/** A call in a batch. */
export type BatchCall<Methods> = {
  [Name in MethodName<Methods>]: HasOptionalParams<Methods, Name> extends true
    ? CallOf<Name> & { readonly params?: ParamsOf<Methods, Name> }
    : CallOf<Name> & { readonly params: ParamsOf<Methods, Name> };
}[MethodName<Methods>];

/** The responses to a batch in the order of its calls, without those that are notifications. */
export type BatchResponses<
  Methods,
  Errors,
  Calls extends readonly unknown[],
> = Calls extends readonly [infer First, ...infer Rest]
  ? First extends { readonly isNotification: true }
    ? BatchResponses<Methods, Errors, Rest>
    : [ResponseOfCall<Methods, Errors, First>, ...BatchResponses<Methods, Errors, Rest>]
  : Calls extends readonly []
    ? []
    : ResponseOfCall<Methods, Errors, Calls[number]>[];

type ResponseOfCall<Methods, Errors, Call> = Call extends {
  readonly method: infer Name extends string;
}
  ? ResponseOf<Methods, Name, Errors>
  : never;
