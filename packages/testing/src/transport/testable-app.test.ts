import { Entrypoint } from '@jsonrpc-kit/core';
import createExpress from 'express';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createBank } from '../../test/bank-api.js';
import { fastifyApp, honoApp } from '../../test/framework-apps.js';
import { JsonRpcTestClient } from '../index.js';
import { transportTo } from './testable-app.js';

class Koa {
  listen(): void {}
}

function createApp(): Hono {
  return new Hono();
}

test.each([
  [undefined, 'undefined'],
  [null, 'null'],
  ['http://localhost:3000', 'a string'],
  [Promise.resolve(new Hono()), 'a promise; await it first'],
  [createApp, 'the function createApp; if it creates the app, call it: createApp()'],
  [() => new Hono(), 'a function with fewer than two parameters; if it creates the app, call it'],
  [Hono, 'the class Hono; create an instance: new Hono()'],
  [createExpress.Router(), 'an Express router; mount it: express().use(router)'],
  [new Entrypoint('/rpc'), 'an Entrypoint; bind it: new Api().bindEntrypoint(entrypoint)'],
  [new Koa(), 'an instance of Koa'],
  [{}, 'a plain object'],
  [Object.create(null), 'a plain object'],
])('%o is rejected and described as %s', (app, what) => {
  expect(() => transportTo(app)).toThrow(
    new TypeError(
      `Can't send requests to ${what}. ` +
        'Pass a Hono app, an Express app, a Fastify instance or an Api.',
    ),
  );
});

test('an app with fetch() receives requests', async () => {
  const { fetch } = honoApp(createBank());
  const client = new JsonRpcTestClient({ fetch }, { url: '/bank' });
  expect(await client.jsonrpc('ping')).toMatchObject({ result: 'pong' });
});

test('a Hono app receives requests through request()', async () => {
  const app = honoApp(createBank());
  const received: unknown[] = [];
  const request = (input: Request): ReturnType<typeof app.request> => {
    received.push(input.url);
    return app.request(input);
  };
  const client = new JsonRpcTestClient({ fetch: app.fetch, request }, { url: '/bank?a=b' });
  await client.jsonrpc('ping');
  expect(received).toEqual(['http://localhost/bank?a=b']);
});

test('a Fastify instance boots with the first request and opens no port', async () => {
  const app = fastifyApp(createBank());
  const events: string[] = [];
  app.addHook('onReady', async () => void events.push('ready'));
  app.addHook('onListen', async () => void events.push('listening'));
  const client = new JsonRpcTestClient(app, { url: '/bank' });
  expect(events).toEqual([]);
  await client.jsonrpc('ping');
  expect(events).toEqual(['ready']);
  await app.close();
});

test('a client of an Express app rejects requests after it has been closed', async () => {
  const app = createExpress();
  const client = new JsonRpcTestClient(app, { url: '/' });
  await client.request();
  await client.close();
  await expect(client.request()).rejects.toThrow('closed');
});
