import type { ServerType } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, expect, test } from 'vitest';
import { listen } from './listen.js';

const app = new Hono().get('/', (c) => c.text('here'));
let server: ServerType | undefined;
afterEach(() => server?.close());

test('it is reached at the address that is given, and the port is had by one only', async () => {
  const listening = await listen(app, { host: '127.0.0.1', port: 0 });
  server = listening.server;
  const { port } = listening.address;
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('here');
  await expect(listen(app, { host: '127.0.0.1', port })).rejects.toThrow(
    `Port ${port} of 127.0.0.1 is taken; set PORT to another one, or to 0 for any`,
  );
});

test.each(['192.0.2.1', 'no-such-host.invalid'])(
  '%s is no address of this machine',
  async (host) => {
    await expect(listen(app, { host, port: 0 })).rejects.toThrow(
      /^(This machine has no address|Can't listen on port 0 of) (192\.0\.2\.1|no-such-host\.invalid)/,
    );
  },
);
