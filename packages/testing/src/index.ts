/**
 * A test client for JSON-RPC applications, whatever their framework and test runner.
 *
 * @module
 */
export type { ClosedConnection } from './connection/memory-socket.js';
export type {
  TestConnection,
  TestConnectionOptions,
  TestSubscribeOptions,
} from './connection/test-connection.js';
export type {
  LastWord,
  SubscriptionWaitOptions,
  TestSubscription,
} from './connection/test-subscription.js';
export { JsonRpcTestClient, type JsonRpcTestClientOptions } from './client/json-rpc-test-client.js';
export {
  byPosition,
  type ByPosition,
  type EnvelopeMembers,
  type TestCallOptions,
  type TestHeaders,
  type TestNotificationOptions,
  type TestRequest,
  type TestRequestOptions,
} from './client/request.js';
export type {
  BatchCall,
  BatchResponses,
  CallArguments,
  EventOf,
  JsonRpcTestResponse,
  MethodName,
  ResponseOf,
  SubscribeArguments,
  SubscribeResponseOf,
  SubscriptionNameOf,
} from './client/typed-methods.js';
export type { TestResponse } from './transport/test-response.js';
export type { TestableApp } from './transport/testable-app.js';
