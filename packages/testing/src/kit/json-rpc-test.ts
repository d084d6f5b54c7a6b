import type { Api, JsonRpcErrorResponse, MethodRoute } from '@jsonrpc-kit/core';
import { type TestAPI, test as base, type TestContext } from 'vitest';
import { JsonRpcTestClient } from '../client/json-rpc-test-client.js';
import type { TestHeaders } from '../client/sent-request.js';
import { CallTracker } from '../tracking/call-tracker.js';
import { addRunningTest, removeRunningTest } from '../tracking/running-tests.js';
import type { TestableApp } from '../transport/testable-app.js';
import { isApi } from '../transport/transport-of.js';
import { closeApp, startApp } from './app-lifetime.js';
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
  /**
   * Whether the app stays open when the test is over, as one that several tests share. Default:
   * `false`, a Fastify instance and an `Api` are closed.
   */
  jsonrpcKeepAppOpen: boolean;
  /** Whether nothing is captured and nothing checked. The tag `jsonrpc-no-tracking` says the same. */
  jsonrpcNoTracking: boolean;
  /** A client of the app, which is started for it. */
  jsonrpcClient: JsonRpcTestClient<Methods, EntrypointErrors>;
  /**
   * The error responses of the app in this test so far, by their method; `undefined` has those of
   * calls that reached none. They are captured however the app is called, and their codes are checked
   * when the test is over.
   */
  allCapturedJsonRpcErrorResponses: Map<MethodRoute | undefined, JsonRpcErrorResponse[]>;
  /** Replaces dependencies until the test ends. */
  dependencyOverrides: OverridesOfTest;
}

/** What belongs to one run of a test; a test that is retried has several, one after another. */
interface TestRun {
  readonly tracker: CallTracker;
  readonly check: CheckOfTest;
}

const runs = new WeakMap<TestContext['task'], TestRun>();

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
  jsonrpcKeepAppOpen: false,
  jsonrpcNoTracking: false,
  // Stands behind `app`, which it must not make, so that it begins after and ends before it.
  allCapturedJsonRpcErrorResponses: [
    async ({ jsonrpcNoTracking, jsonrpcKeepAppOpen, annotate, task, onTestFinished }, use) => {
      const responses: JsonRpcFixtures['allCapturedJsonRpcErrorResponses'] = new Map();
      const tracker = new CallTracker({
        isTracked: !jsonrpcNoTracking && task.tags?.includes(NO_TRACKING_TAG) !== true,
        onError: ({ methodRoute, response }) => {
          responses.set(methodRoute, [...(responses.get(methodRoute) ?? []), response]);
        },
        onFailing: () => hintAtNoTracking(annotate),
      });
      addRunningTest(tracker);
      const check = new CheckOfTest(task, tracker);
      runs.set(task, { tracker, check });
      // A fixture that fails at its end keeps those before it from theirs, and Vitest ends it twice.
      onTestFinished(() => {
        removeRunningTest(tracker);
        check.throwFailures();
      });
      await use(responses);
      await check.attempt(() => tracker.directRequests?.settled());
      // What the fixtures have made for this test.
      const { app, api } = task.context as Partial<JsonRpcFixtures>;
      if (!jsonrpcKeepAppOpen) {
        await check.attempt(() => closeApp(app, task.fullName));
        await check.attempt(() => closeApp(api, task.fullName));
      }
    },
    { auto: true },
  ],
  jsonrpcClient: async (
    { app, jsonrpcUrl: url, jsonrpcHeaders: headers, allCapturedJsonRpcErrorResponses: _, task },
    use,
  ) => {
    const run = runs.get(task);
    await startApp(app);
    const client = new JsonRpcTestClient(app, { url, headers, observer: run?.tracker });
    await use(client);
    await run?.check.attempt(() => client.close());
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
