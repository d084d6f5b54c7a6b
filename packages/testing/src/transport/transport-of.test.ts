import { Entrypoint } from '@jsonrpc-kit/core';
import createExpress from 'express';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createBank } from '../../test/bank-api.js';
import { fastifyApp, honoApp } from '../../test/framework-apps.js';
import { JsonRpcTestClient } from '../index.js';
import { transportOf } from './transport-of.js';

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
  [createApp, 'the function createApp; call it, if it makes the app: createApp()'],
  [() => new Hono(), 'a function that takes no request and response; call it, if it makes the app'],
  [Hono, 'the class Hono; make one: new Hono()'],
  [createExpress.Router(), 'a router of Express; mount it: express().use(router)'],
  [new Entrypoint('/rpc'), 'an Entrypoint; bind it: new Api().bindEntrypoint(entrypoint)'],
  [new Koa(), 'an object of Koa'],
  [{}, 'a plain object'],
  [Object.create(null), 'a plain object'],
])('%o is no app, and is told to be %s', (app, what) => {
  expect(() => transportOf(app)).toThrow(
    new TypeError(
      `There is no way to send a request to ${what}. ` +
        'A Hono app, an Express app, a Fastify instance or an Api is needed.',
    ),
  );
});

test('an app of fetch needs no more than that', async () => {
  const { fetch } = honoApp(createBank());
  const client = new JsonRpcTestClient({ fetch }, { url: '/bank' });
  expect(await client.jsonrpc('ping')).toMatchObject({ result: 'pong' });
});

test('Hono is asked by its own request()', async () => {
  const app = honoApp(createBank());
  const asked: unknown[] = [];
  const request = (input: Request): ReturnType<typeof app.request> => {
    asked.push(input.url);
    return app.request(input);
  };
  const client = new JsonRpcTestClient({ fetch: app.fetch, request }, { url: '/bank?a=b' });
  await client.jsonrpc('ping');
  expect(asked).toEqual(['http://localhost/bank?a=b']);
});

test('Fastify boots with the first request, and opens no port', async () => {
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

test('a server that has ended is no place to send to', async () => {
  const app = createExpress();
  const client = new JsonRpcTestClient(app, { url: '/' });
  await client.request();
  await client.close();
  await expect(client.request()).rejects.toThrow('closed');
});
