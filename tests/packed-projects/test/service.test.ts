import { expect, test } from 'vitest';
import { servers } from './every-package/servers.js';
import { serveAndCall } from './service/serve-and-call.js';
import { expectedResponses } from './service/expected-responses.js';

test('a service commits, rolls back and rejects calls on the packages of the workspace', async () => {
  expect(await serveAndCall(servers.fastify)).toEqual(expectedResponses);
});
