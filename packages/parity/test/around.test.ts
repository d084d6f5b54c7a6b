import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, post, RawClient } from '../../node/test/raw-client.js';
import { parityApi } from './parity-api.js';
import { frameworks } from './servers.js';
import type { Serving } from './servers/server.js';

const HI = call('echo', { text: 'hi' });

describe.each(frameworks)('an application of $name around an api', ({ serve }) => {
  let events: string[];
  let whenOver: Promise<void>;
  let serving: Serving;
  let client: RawClient;
  beforeEach(async () => {
    events = [];
    let over = (): void => undefined;
    whenOver = new Promise((resolve) => {
      over = resolve;
    });
    const told = (event: string): void => {
      events.push(event);
      if (event === 'response') over();
    };
    const around = { header: ['x-answer', 'of the application'], told } as const;
    serving = await serve({ apis: [{ api: parityApi() }], around });
    client = new RawClient(serving.port);
  });
  afterEach(() => serving.close());

  test('sees every request and its end', async () => {
    client.send(post('/rpc', HI));
    expect((await client.response()).status).toBe(200);
    await whenOver;
    expect(events).toEqual(['request', 'response']);
  });

  test.each([
    ['a result', post('/rpc', HI), 200],
    ['a notification', post('/rpc', '{"jsonrpc":"2.0","method":"later"}'), 204],
    ['an HTTP error', post('/rpc', call('guarded')), 401],
    ['405', post('/rpc', HI).replace('POST', 'PUT'), 405],
    ['405 to an unusual verb', post('/rpc', HI).replace('POST', 'PURGE'), 405],
    ['413', post('/rpc', HI.padEnd(1001)), 413],
    ['415', post('/rpc', HI, { 'content-type': 'text/plain' }), 415],
    ['415 to half a media type', post('/rpc', HI, { 'content-type': 'text' }), 415],
  ])('has its headers and cookies on %s', async (_, request, status) => {
    client.send(request);
    expect(await client.response()).toMatchObject({
      status,
      headers: { 'x-answer': ['of the application'], 'set-cookie': ['app=1'] },
    });
  });

  test('has its cookies beside those of a method, whose headers replace its own', async () => {
    client.send(post('/rpc', call('sign-in')));
    expect((await client.response()).headers).toMatchObject({
      'x-answer': ['42'],
      'set-cookie': ['app=1', 'session=s3cret; HttpOnly', 'theme=dark'],
    });
  });

  test('has its cookies beside those of an HTTP error', async () => {
    client.send(post('/rpc', call('unavailable')));
    expect((await client.response()).headers).toMatchObject({ 'set-cookie': ['app=1', 'seen=1'] });
  });

  test('handles its own errors in front of the api, and none of the api', async () => {
    client.send(post('/rpc', HI, { refused: 'yes' }), post('/rpc', call('throws')));
    expect(await client.response()).toMatchObject({ status: 500, body: 'handled' });
    expect(await client.response()).toMatchObject({ status: 200 });
  });

  test('keeps its own routes', async () => {
    for (const path of ['/own', '/throws', '/none']) {
      client.send(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
    }
    expect(await client.response()).toMatchObject({ status: 200, body: 'own' });
    expect(await client.response()).toMatchObject({ status: 500, body: 'handled' });
    expect(await client.response()).toMatchObject({ status: 404, body: "nobody's" });
  });
});
