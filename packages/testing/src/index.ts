/**
 * A client for the tests of an application, whichever the framework and the test runner.
 *
 * @module
 */
export type { BatchAnswers, BatchCall } from './client/batch-call.js';
export { byPosition, type ByPosition } from './client/by-position.js';
export type { EnvelopeMembers } from './client/envelope-members.js';
export {
  type CallArguments,
  type CallOptions,
  JsonRpcTestClient,
  type JsonRpcTestClientOptions,
  type NotifyOptions,
} from './client/json-rpc-test-client.js';
export type { RawRequest, SendOptions, TestHeaders } from './client/sent-request.js';
export type { TestAnswer } from './client/test-answer.js';
export type {
  AnswerOf,
  JsonRpcAnswer,
  MethodName,
  ParamsOf,
  TakesNoParams,
} from './client/typed-methods.js';
export type { WireResult, WireValue } from './client/wire-value.js';
export type { TestableApp } from './transport/testable-app.js';
