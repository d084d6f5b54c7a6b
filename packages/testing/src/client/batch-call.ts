import type { RequestId } from '@jsonrpc-kit/core';
import { type EnvelopeMembers, withMembers } from './envelope-members.js';
import type { AnswerOf, MethodName, ParamsOf, TakesNoParams } from './typed-methods.js';

interface CallOf<Name> {
  readonly method: Name;
  /** Default: its place in the batch, from 0. */
  readonly requestId?: RequestId | null;
  /** Sent without an id, and not answered. */
  readonly isNotification?: boolean;
  /** Further members of the request object, as `{ traceId: '7' }`. */
  readonly envelope?: EnvelopeMembers | undefined;
}

/** One item of a batch. */
export type BatchCall<Methods> = {
  [Name in MethodName<Methods>]: TakesNoParams<Methods, Name> extends true
    ? CallOf<Name> & { readonly params?: ParamsOf<Methods, Name> }
    : CallOf<Name> & { readonly params: ParamsOf<Methods, Name> };
}[MethodName<Methods>];

/** The answers to a batch in its order; notifications have none. */
export type BatchAnswers<
  Methods,
  Errors,
  Calls extends readonly unknown[],
> = Calls extends readonly [infer First, ...infer Rest]
  ? First extends { readonly isNotification: true }
    ? BatchAnswers<Methods, Errors, Rest>
    : [AnswerOfCall<Methods, Errors, First>, ...BatchAnswers<Methods, Errors, Rest>]
  : Calls extends readonly []
    ? []
    : AnswerOfCall<Methods, Errors, Calls[number]>[];

type AnswerOfCall<Methods, Errors, Call> = Call extends {
  readonly method: infer Name extends string;
}
  ? AnswerOf<Methods, Name, Errors>
  : never;

interface AnyCall {
  readonly method: unknown;
  readonly params?: unknown;
  readonly requestId?: unknown;
  readonly isNotification?: boolean;
  readonly envelope?: EnvelopeMembers | undefined;
}

/** The message of a batch. */
export function batchMessage(calls: readonly AnyCall[]): unknown[] {
  return calls.map(({ method, params = {}, requestId, isNotification, envelope }, index) => {
    const request = { jsonrpc: '2.0', method, params };
    const id = requestId === undefined ? index : requestId;
    return withMembers(isNotification === true ? request : { id, ...request }, envelope);
  });
}
