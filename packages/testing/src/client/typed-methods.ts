import type {
  BaseError,
  InternalError,
  InvalidParams,
  InvalidRequest,
  JsonRpcErrorObject,
  LimitExceeded,
  Method,
  MethodNotFound,
  MethodSignature,
  ParseError,
  RequestId,
  RequestTimeout,
} from '@jsonrpc-kit/core';
import type { ByPosition } from './by-position.js';
import type { WireResult, WireValue } from './wire-value.js';

/** A module of methods, or a record of them, by the methods' names; other exports are left out. */
type SignaturesOf<Methods> = {
  [
    Key in keyof Methods as Methods[Key] extends Method<infer Signature> ? Signature['name'] : never
  ]: Methods[Key] extends Method<infer Signature> ? Signature : never;
};

/** One member of a method's signature; unknown where the client was given no methods' type. */
type Declared<Methods, Name, Member extends keyof MethodSignature> = unknown extends Methods
  ? unknown
  : Name extends keyof SignaturesOf<Methods>
    ? Extract<SignaturesOf<Methods>[Name], MethodSignature>[Member]
    : never;

/** The names of the methods; any where the client was given no methods' type. */
export type MethodName<Methods> = unknown extends Methods
  ? string
  : keyof SignaturesOf<Methods> & string;

/** As the method declares them, or by position. */
export type ParamsOf<Methods, Name> = OrByPosition<Declared<Methods, Name, 'params'>>;

/** No plain union, whose alias a message of the compiler would show in place of the names. */
type OrByPosition<Params> = [Params] extends [infer Named] ? Named | ByPosition : never;

/** Whether a call may leave its `params` out. */
export type TakesNoParams<Methods, Name> =
  Record<never, never> extends Declared<Methods, Name, 'params'> ? true : false;

type StandardError =
  | InternalError
  | InvalidParams
  | InvalidRequest
  | LimitExceeded
  | MethodNotFound
  | ParseError
  | RequestTimeout;

type ErrorObjectOf<Error> =
  Error extends BaseError<infer Code, infer Data>
    ? { readonly code: Code; readonly message: string; readonly data: WireValue<Data> }
    : never;

/** `error` of a call's answer: narrowed by its `code` the `data` has its type. */
type FailureOf<Methods, Name, EntrypointErrors> = unknown extends Methods
  ? JsonRpcErrorObject
  : ErrorObjectOf<Declared<Methods, Name, 'error'> | EntrypointErrors | StandardError>;

/** An answer with a result, or with an error. */
export type JsonRpcAnswer<Result = unknown, Failure = JsonRpcErrorObject> =
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

/** The answer to a call of one method, as it arrives. */
export type AnswerOf<Methods, Name, EntrypointErrors> = JsonRpcAnswer<
  WireResult<Declared<Methods, Name, 'result'>>,
  FailureOf<Methods, Name, EntrypointErrors>
>;
