/**
 * A test client for JSON-RPC applications, whatever their framework and test runner.
 *
 * @module
 */
export {
  type CallArguments,
  JsonRpcTestClient,
  type JsonRpcTestClientOptions,
} from './client/json-rpc-test-client.js';
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
  JsonRpcTestResponse,
  MethodName,
  ParamsOf,
  ResponseOf,
  HasOptionalParams,
} from './client/typed-methods.js';
export type { TestResponse } from './transport/test-response.js';
export type { TestableApp } from './transport/testable-app.js';
