import type { Api, JsonRpcErrorResponse, MethodRoute } from '@jsonrpc-kit/core';
import { type TestAPI, test as base } from 'vitest';
import { JsonRpcTestClient } from '../client/json-rpc-test-client.js';
import type { TestHeaders } from '../client/sent-request.js';
import { CallTracker } from '../tracking/call-tracker.js';
import type { CapturedError } from '../tracking/captured-error.js';
import type { TestableApp } from '../transport/testable-app.js';
import { isApi } from '../transport/transport-of.js';
import { missingApi, missingApp } from './app-placeholder.js';
import { CheckOfTest } from './check-of-test.js';
import { OverridesOfTest } from './dependency-overrides.js';
import { hintAtNoTracking } from './hint-at-no-tracking.js';

/** What a test of {@link jsonRpcTest} may take as its argument. */
export interface JsonRpcFixtures<Methods = unknown, EntrypointErrors = never> {
  /** What is tested: yours to supply. */
  app: TestableApp;
  /** The `Api` behind the app, for `dependencyOverrides`: yours to supply unless it is the app. */
  api: Api;
  /** Where `jsonrpcClient` sends what says nothing else; as the client's option `url`. */
  jsonrpcUrl: string | undefined;
  /** Sent with every request of `jsonrpcClient`; as the client's option `headers`. Default: none. */
  jsonrpcHeaders: TestHeaders;
  /** Whether nothing is captured and nothing checked. The tag `jsonrpc-no-tracking` says the same. */
  jsonrpcNoTracking: boolean;
  /** A client of the app. What its calls answer is checked when the test has ended. */
  jsonrpcClient: JsonRpcTestClient<Methods, EntrypointErrors>;
  /**
   * The error responses to the calls of `jsonrpcClient` so far, by their method; `undefined` has those
   * of calls that reached none.
   */
  allCapturedJsonRpcErrorResponses: Map<MethodRoute | undefined, JsonRpcErrorResponse[]>;
  /** Replaces dependencies until the test ends. */
  dependencyOverrides: OverridesOfTest;
}

/** The tag of a test that is not tracked. */
const NO_TRACKING_TAG = 'jsonrpc-no-tracking';

/**
 * Vitest's `test` with the fixtures of {@link JsonRpcFixtures}. Supply the fixture `app`:
 *
 * ```ts
 * const test = jsonRpcTest.extend('app', () => createApp());
 *
 * test('withdraw', async ({ jsonrpcClient }) => {
 *   expect(await jsonrpcClient.jsonrpc('withdraw', { amount: 5 })).toBeJsonRpcResult({ balance: 7 });
 * });
 * ```
 */
export const jsonRpcTest: TestAPI<JsonRpcFixtures> = base.extend<JsonRpcFixtures>({
  app: async () => {
    throw missingApp();
  },
  api: async ({ app }, use) => {
    if (!isApi(app)) throw missingApi();
    await use(app);
  },
  jsonrpcUrl: undefined,
  jsonrpcHeaders: {},
  jsonrpcNoTracking: false,
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the names of what a fixture needs here
  allCapturedJsonRpcErrorResponses: async ({}, use) => {
    await use(new Map());
  },
  jsonrpcClient: async (
    {
      app,
      jsonrpcUrl: url,
      jsonrpcHeaders: headers,
      jsonrpcNoTracking,
      allCapturedJsonRpcErrorResponses: responses,
      annotate,
      task,
      onTestFinished,
    },
    use,
  ) => {
    const isTracked = !jsonrpcNoTracking && task.tags?.includes(NO_TRACKING_TAG) !== true;
    const onFailing = (): void => hintAtNoTracking(annotate);
    const tracker = isTracked
      ? new CallTracker({ onError: captureInto(responses), onFailing })
      : undefined;
    const client = new JsonRpcTestClient(app, { url, headers, observer: tracker });
    const check = new CheckOfTest(task, tracker);
    // A fixture that fails at its end keeps those before it from theirs, and Vitest ends it twice.
    onTestFinished(() => check.throwFailures());
    await use(client);
    await client.close().catch((error: unknown) => check.add(error));
  },
  dependencyOverrides: async ({ api, onTestFinished }, use) => {
    const overrides = new OverridesOfTest(api.dependencyOverrides);
    // When the app has ended too: what still runs may need them.
    onTestFinished(() => overrides.undo());
    await use(overrides);
  },
});

/** {@link jsonRpcTest} with a client that is typed by the declarations of methods. */
export function jsonRpcTestOf<Methods, EntrypointErrors = never>(): TestAPI<
  JsonRpcFixtures<Methods, EntrypointErrors>
> {
  // The client is the same; what it takes and gives is typed only.
  return jsonRpcTest as unknown as TestAPI<JsonRpcFixtures<Methods, EntrypointErrors>>;
}

function captureInto(
  responses: JsonRpcFixtures['allCapturedJsonRpcErrorResponses'],
): (captured: CapturedError) => void {
  return ({ methodRoute, response }) => {
    responses.set(methodRoute, [...(responses.get(methodRoute) ?? []), response]);
  };
}
