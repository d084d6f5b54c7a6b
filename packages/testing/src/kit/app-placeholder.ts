import { messageError } from '../messages/message-error.js';

/** Of the fixture `app`, until a project supplies its own. */
export function missingApp(): Error {
  return messageError(`There is no app to test. Supply the fixture "app":

  import { jsonRpcTest } from '@jsonrpc-kit/testing/vitest';

  export const test = jsonRpcTest.extend('app', () => createApp());

createApp() stands for what makes your Hono app, your Express app, your Fastify instance or your Api,
at once or as a promise. It is asked anew for each test; let it return one that it has kept, and all
tests share that.`);
}

/** Of the fixture `api`, which only a test of a framework's app has to be given. */
export function missingApi(): Error {
  return messageError(
    `dependencyOverrides needs the Api that stands behind the app, which can't be asked for it.
Supply the fixture "api", and make the app of it:

  export const test = jsonRpcTest
    .extend('api', () => createApi())
    .extend('app', ({ api }) => createApp(api));`,
  );
}
