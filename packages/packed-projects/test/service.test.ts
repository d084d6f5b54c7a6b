import { expect, test } from 'vitest';
import { servers } from './every-package/servers.js';
import { tour } from './service/tour.js';
import { visited } from './service/visited.js';

test('a service commits, rolls back and rejects calls on the packages of the workspace', async () => {
  expect(await tour(servers.fastify)).toEqual(visited);
});
