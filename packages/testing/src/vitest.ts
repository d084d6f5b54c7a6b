/**
 * Vitest's `test` with a client of the application under test and a check of its error responses.
 * Importing this module adds matchers to `expect`.
 *
 * @module
 */
import { expect } from 'vitest';
import { jsonRpcMatchers } from './matchers/json-rpc-matchers.js';

expect.extend(jsonRpcMatchers);

export { JsonRpcTestClient } from './client/json-rpc-test-client.js';
export { byPosition, type ByPosition } from './client/request.js';
export type { ContractMatchers, ContractOptions } from './matchers/contract-matcher.js';
export { type JsonRpcFixtures, jsonRpcTest, jsonRpcTestOf } from './fixtures/json-rpc-test.js';
export type { TestOverrides } from './fixtures/test-overrides.js';
export type { JsonRpcMatchers } from './matchers/json-rpc-matchers.js';
export type { TestableApp } from './transport/testable-app.js';
