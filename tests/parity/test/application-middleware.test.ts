import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, post, RawClient } from '@jsonrpc-kit/test-support/raw-client';
import { parityApi } from './parity-api.js';
import { frameworks } from './servers.js';
import type { Serving } from './servers/server.js';

const HI = call('echo', { text: 'hi' });

describe.each(frameworks)('an application of $name with middleware', ({ serve }) => {
  let events: string[];
  let responded: Promise<void>;
  let serving: Serving;
  let client: RawClient;
  beforeEach(async () => {
    events = [];
    let onResponded = (): void => undefined;
    responded = new Promise((resolve) => {
      onResponded = resolve;
    });
    const onEvent = (event: string): void => {
      events.push(event);
      if (event === 'response') onResponded();
    };
    const middleware = { header: ['x-custom', 'of the application'], onEvent } as const;
    serving = await serve({ apis: [{ api: parityApi() }], middleware });
    client = new RawClient(serving.port);
  });
  afterEach(() => serving.close());

  test('the middleware of the application runs for a request and is notified when its response has been sent', async () => {
    client.send(post('/rpc', HI));
    expect((await client.response()).status).toBe(200);
    await responded;
    expect(events).toEqual(['request', 'response']);
  });

  test.each([
    ['a result', post('/rpc', HI), 200],
    ['a notification', post('/rpc', '{"jsonrpc":"2.0","method":"later"}'), 204],
    ['an HTTP error', post('/rpc', call('guarded')), 401],
    ['an unsupported verb (405)', post('/rpc', HI).replace('POST', 'PUT'), 405],
    ['an uncommon verb (405)', post('/rpc', HI).replace('POST', 'PURGE'), 405],
    ['a body over the limit (413)', post('/rpc', HI.padEnd(1001)), 413],
    ['an unsupported media type (415)', post('/rpc', HI, { 'content-type': 'text/plain' }), 415],
    ['half a media type (415)', post('/rpc', HI, { 'content-type': 'text' }), 415],
  ])(
    'the response has the headers and cookies of the application for %s',
    async (_, request, status) => {
      client.send(request);
      expect(await client.response()).toMatchObject({
        status,
        headers: { 'x-custom': ['of the application'], 'set-cookie': ['app=1'] },
      });
    },
  );

  test('a method adds its cookies to those of the application, and overrides its headers', async () => {
    client.send(post('/rpc', call('sign-in')));
    expect((await client.response()).headers).toMatchObject({
      'x-custom': ['42'],
      'set-cookie': ['app=1', 'session=s3cret; HttpOnly', 'theme=dark'],
    });
  });

  test('an HTTP error adds its cookies to those of the application', async () => {
    client.send(post('/rpc', call('unavailable')));
    expect((await client.response()).headers).toMatchObject({ 'set-cookie': ['app=1', 'seen=1'] });
  });

  test('the error handler of the application handles errors of its middleware, but not of the api', async () => {
    client.send(post('/rpc', HI, { rejected: 'yes' }), post('/rpc', call('throws')));
    expect(await client.response()).toMatchObject({ status: 500, body: 'handled' });
    expect(await client.response()).toMatchObject({ status: 200 });
  });

  test('the application serves its own routes in addition to those of the api', async () => {
    for (const path of ['/own', '/throws', '/none']) {
      client.send(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    }
    expect(await client.response()).toMatchObject({ status: 200, body: 'own' });
    expect(await client.response()).toMatchObject({ status: 500, body: 'handled' });
    expect(await client.response()).toMatchObject({ status: 404, body: 'not found' });
  });
});
