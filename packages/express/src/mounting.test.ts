import { createServer } from 'node:http';
import { Api, Entrypoint } from '@jsonrpc-kit/core';
import express from 'express';
import { expect, test } from 'vitest';
import { listen } from '@jsonrpc-kit/test-support/listen';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { jsonRpc } from './json-rpc.js';

/** Lets the method `wait` return. */
let goOn: () => void;

function api(): Api {
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const rpc = new Entrypoint('/rpc');
  rpc.method('ping', {}, () => 'pong');
  rpc.method('wait', {}, () => going);
  return new Api().bindEntrypoint(rpc);
}

test('jsonRpc() returns a router that can be nested below any path', async () => {
  const inner = express.Router().use('/v1', jsonRpc(api()));
  const app = express().use('/:tenant', inner);
  const client = new RawClient(await listen(createServer(app)));
  client.send(post('/a%2Fb/v1/rpc/ping', call('ping')));
  expect((await client.response()).body).toBe('{"jsonrpc":"2.0","id":1,"result":"pong"}');
});

test('requests to other paths are passed to the next router', async () => {
  const app = express()
    .use(jsonRpc(api()))
    .use((_request, response) => void response.send('last'));
  const client = new RawClient(await listen(createServer(app)));
  client.send(post('/rpc', call('ping')), post('/elsewhere', call('ping')));
  expect((await client.response()).body).toContain('pong');
  expect((await client.response()).body).toBe('last');
});

test('the api does not respond again when the application has already responded', async () => {
  const app = express()
    .use((request, response, next) => {
      if (request.get('limited') !== undefined) {
        setImmediate(() => {
          response.status(503).send('too late');
          goOn();
        });
      }
      next();
    })
    .use(jsonRpc(api()));
  const client = new RawClient(await listen(createServer(app)));
  client.send(post('/rpc', call('wait'), { limited: 'yes' }), post('/rpc', call('ping')));
  expect(await client.response()).toMatchObject({ status: 503, body: 'too late' });
  expect(await client.response()).toMatchObject({ status: 200 });
});

test('a request for another host gets 421', async () => {
  const bank = new Api({ allowedHosts: ['bank.example'] }).bindEntrypoint(new Entrypoint('/rpc'));
  const client = new RawClient(await listen(createServer(express().use(jsonRpc(bank)))));
  client.send(post('/rpc', call('ping')));
  expect((await client.response()).status).toBe(421);
});

test('a request whose headers throw gets 500, and the error is logged', async () => {
  const logged: unknown[] = [];
  const logger = { error: (details: object) => void logged.push(details), warn: () => undefined };
  const bank = new Api({ allowedHosts: ['127.0.0.1'], logger }).bindEntrypoint(
    new Entrypoint('/rpc'),
  );
  const broken = new Error('Broken by middleware');
  const app = express()
    .use((request, _response, next) => {
      Object.defineProperty(request, 'headers', {
        get: () => {
          throw broken;
        },
      });
      next();
    })
    .use(jsonRpc(bank));
  const client = new RawClient(await listen(createServer(app)));
  client.send(post('/rpc', call('ping')));
  const { status, body } = await client.response();
  expect(status).toBe(500);
  expect(body).not.toContain('Broken');
  expect(logged).toMatchObject([{ err: broken }]);
});

test('binding an entrypoint after jsonRpc() throws', () => {
  const mounted = api();
  jsonRpc(mounted);
  expect(() => mounted.bindEntrypoint(new Entrypoint('/late'))).toThrow(
    "Api: can't add /late, because the api is already mounted",
  );
});
