/**
 * Vitest's `test` with a client of the application under test, a check of the errors that it answers
 * with, and matchers, which importing this module adds to `expect`.
 *
 * @module
 */
import { expect } from 'vitest';
import { jsonRpcMatchers } from './matchers/json-rpc-matchers.js';

expect.extend(jsonRpcMatchers);

export { byPosition, type ByPosition } from './client/by-position.js';
export { JsonRpcTestClient } from './client/json-rpc-test-client.js';
export type { OverridesOfTest } from './kit/dependency-overrides.js';
export { type JsonRpcFixtures, jsonRpcTest, jsonRpcTestOf } from './kit/json-rpc-test.js';
export type { JsonRpcMatchers } from './matchers/json-rpc-matchers.js';
export type { TestableApp } from './transport/testable-app.js';
