import { messageError } from '../messages/message-error.js';
import type { InjectApp } from '../transport/inject-transport.js';
import { isApi, isFastify } from '../transport/transport-of.js';

/** The apps that the kit has closed, each with the full name of its test. */
const closedBy = new WeakMap<object, string>();

/** How long running calls have when the test is over. */
const CLOSE_TIMEOUT = 1_000;

/** The two of Fastify's methods that are used here; its own types are only its users'. */
interface FastifyLifetime extends InjectApp {
  ready(): PromiseLike<unknown>;
  close(): PromiseLike<unknown>;
}

/**
 * Starts the app of a test: boots a Fastify instance, its `onReady` hooks included. Other apps have
 * no start.
 *
 * @throws Error where the kit has closed the app at the end of another test
 */
export async function startApp(app: unknown): Promise<void> {
  if (!isApi(app) && !isFastify(app)) return;
  const closer = closedBy.get(app);
  if (closer !== undefined) throw closedApp(closer);
  if (isFastify(app)) await (app as FastifyLifetime).ready();
}

/**
 * Closes the app, or the `Api`, of a test that is over: a Fastify instance with its `onClose` hooks,
 * an `Api` with its `onClosed` callbacks. Other apps have no end.
 *
 * @throws Error where the kit has closed it at the end of another test
 */
export async function closeApp(app: unknown, testName: string): Promise<void> {
  if (!isApi(app) && !isFastify(app)) return;
  const closer = closedBy.get(app);
  // A test that is retried may find the app of its first try.
  if (closer !== undefined && closer !== testName) throw closedApp(closer);
  closedBy.set(app, testName);
  if (isApi(app)) await app.close({ timeout: CLOSE_TIMEOUT });
  else await (app as FastifyLifetime).close();
}

function closedApp(testName: string): Error {
  return messageError(`The app was closed at the end of the test "${testName}".
Create a new app in the fixture "app" for each test. To share one between tests, keep it open:

  jsonRpcTest.extend('app', () => sharedApp).extend('jsonrpcKeepAppOpen', true)`);
}
