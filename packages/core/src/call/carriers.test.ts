import { getEventListeners } from 'node:events';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { serve } from '../../test/call.js';
import { memoryLogger, notification, request } from '../../test/in-process.js';
import {
  adapterApi,
  HttpCarrier,
  type HttpRequest,
  type IncomingMessage,
  type MessageOutcome,
} from '../adapter.js';
import {
  Api,
  type Carrier,
  contextSource,
  defineError,
  dependency,
  Entrypoint,
  HttpError,
  httpRequest,
  jsonRpcContext,
  type JsonRpcMiddleware,
} from '../index.js';

class Conflict extends defineError({ code: 6001, message: 'Conflict' }) {}

const signal = new AbortController().signal;

const headerOf = (name: string): string | undefined =>
  name === 'content-type' ? 'application/json' : undefined;

function plainRequest(parts: Partial<HttpRequest> = {}): HttpRequest {
  return {
    verb: 'POST',
    path: '/rpc',
    header: headerOf,
    readBody: () => ({ kind: 'text', text: '' }),
    signal,
    native: undefined,
    ...parts,
  };
}

class ToolCarrier extends HttpCarrier {
  override readonly kind: Carrier['kind'] = 'tool';
}

const carriers: readonly Carrier[] = [
  new HttpCarrier(plainRequest()),
  new ToolCarrier(plainRequest()),
  { kind: 'connection', http: plainRequest(), header: headerOf, signal },
  { kind: 'job', http: undefined, header: () => undefined, signal: undefined },
];

function run(
  api: Api,
  value: unknown,
  options: Omit<IncomingMessage, 'body'>,
): Promise<MessageOutcome> {
  const [entrypoint] = api.entrypoints;
  if (entrypoint === undefined) throw new TypeError('The api has no entrypoint');
  const message = { ...options, body: { kind: 'value', value } as const };
  return Promise.resolve(adapterApi(api).runMessage(entrypoint, message));
}

describe.each(carriers.map((carrier) => [carrier.kind, carrier] as const))(
  'a message of a carrier of the kind %s',
  (_, carrier) => {
    test('is committed before a middleware continues, and closed after the response', async () => {
      const events: string[] = [];
      const log: JsonRpcMiddleware = async (ctx, next) => {
        events.push('enter');
        await next().catch(() => undefined);
        events.push(ctx.exception === undefined ? 'log success' : 'log failure');
      };
      const rpc = new Entrypoint('/rpc', { middlewares: [log] });
      const connection = dependency({}, function* () {
        yield 1;
        events.push('close');
      });
      const transaction = dependency(
        { fails: v.boolean(), connection },
        function* ({ fails }) {
          yield 1;
          events.push('commit');
          if (fails) throw new Conflict();
        },
        { teardown: 'before-response' },
      );
      rpc.method('run', { args: { transaction } }, () => void events.push('handler'));
      const { api } = serve(rpc);
      const succeeded = await run(api, request('run', { fails: false }), { carrier });
      expect(succeeded).toMatchObject({ kind: 'answered', outcomes: { kind: 'result' } });
      expect(events.splice(0)).toEqual(['enter', 'handler', 'commit', 'log success']);
      await succeeded.effects.afterResponse?.();
      expect(events.splice(0)).toEqual(['close']);
      const failed = await run(api, request('run', { fails: true }), { carrier });
      expect(failed).toMatchObject({ outcomes: { kind: 'error', error: { code: 6001 } } });
      expect(events).toEqual(['enter', 'handler', 'commit', 'log failure']);
    });

    test('has outcomes in request order, none of them for a notification', async () => {
      const rpc = new Entrypoint('/rpc');
      rpc.method('echo', { args: { n: v.number() } }, ({ n }) => n);
      const { api } = serve(rpc);
      const batch = [
        { ...request('echo', { n: 1 }), id: 'a' },
        notification('echo', { n: 2 }),
        { ...request('nope'), id: 'b' },
        5,
      ];
      expect(await run(api, batch, { carrier })).toMatchObject({
        kind: 'answered',
        outcomes: [
          { kind: 'result', id: 'a', json: 1 },
          undefined,
          { kind: 'error', id: 'b', error: { code: -32601 } },
          { kind: 'error', id: null, error: { code: -32600 } },
        ],
      });
    });

    test.each([
      ['not-json', { kind: 'text', text: '{' }, -32700],
      ['not-json', { kind: 'not-utf-8' }, -32700],
      ['not-calls', { kind: 'value', value: [] }, -32600],
      ['too-large', { kind: 'text', text: '{}', byteLength: 101 }, -32600],
    ] as const)('is rejected as %s: %j', async (reason, body, code) => {
      const rpc = new Entrypoint('/rpc', { limits: { maxBodyBytes: 100 } });
      const { api } = serve(rpc);
      const outcome = await adapterApi(api).runMessage(rpc, { carrier, body });
      expect(outcome).toMatchObject({ kind: 'rejected', reason, response: { error: { code } } });
    });

    test('reads headers of the carrier, and has an HTTP request unless it is a job', async () => {
      const rpc = new Entrypoint('/rpc');
      const media = contextSource(({ carrier: own }) => own.header('content-type'));
      rpc.method('media', { args: { media } }, (args) => args.media);
      rpc.method('path', { args: { request: httpRequest } }, (args) => args.request.path);
      const { api, log } = serve(rpc);
      const isJob = carrier.kind === 'job';
      expect(await run(api, request('media'), { carrier })).toMatchObject({
        outcomes: { json: isJob ? null : '"application/json"' },
      });
      const { effects: _effects, ...path } = await run(api, request('path'), { carrier });
      expect(path).toMatchObject({ outcomes: { kind: isJob ? 'error' : 'result' } });
      expect(log.map(({ details }) => String(details.err))).toEqual(
        isJob
          ? ['TypeError: httpRequest: a job has no HTTP request. Read ctx.carrier instead.']
          : [],
      );
    });
  },
);

test.each(carriers.filter(({ kind }) => kind !== 'connection'))(
  'an HttpError ends a message of a carrier of the kind $kind',
  async (carrier) => {
    const { api, rpc } = serveForbidden();
    const outcome = await run(api, [request('run'), request('nope')], { carrier });
    expect(outcome).toMatchObject({ kind: 'ended', error: { status: 403, detail: 'Not you' } });
    const response = adapterApi(api).respond(rpc, carrier, outcome);
    expect(response).toMatchObject({ status: 403, body: '{"detail":"Not you"}' });
  },
);

test('an HttpError on a connection is the error of its call', async () => {
  const { api } = serveForbidden();
  const carrier = { kind: 'connection', http: plainRequest(), header: headerOf, signal } as const;
  const outcome = await run(api, [request('run'), request('nope')], { carrier });
  const data = { status: 403, detail: 'Not you' };
  expect(outcome).toMatchObject({
    kind: 'answered',
    outcomes: [
      { error: { code: -32000, message: 'Forbidden', data } },
      { error: { code: -32601 } },
    ],
  });
});

function serveForbidden(): { readonly api: Api; readonly rpc: Entrypoint } {
  const rpc = new Entrypoint('/rpc');
  rpc.method('run', {}, () => {
    throw new HttpError(403, 'Not you');
  });
  return { api: serve(rpc).api, rpc };
}

test('a signal that is first read after its message leaves no listener on that of the carrier', async () => {
  const controller = new AbortController();
  const rpc = new Entrypoint('/rpc');
  const signals: AbortSignal[] = [];
  rpc.method('later', { args: { context: jsonRpcContext } }, ({ context }) => {
    context.backgroundTasks.add(() => void signals.push(context.signal));
  });
  const api = new Api({ logger: memoryLogger() }).bindEntrypoint(rpc);
  const carrier = new HttpCarrier(plainRequest({ signal: controller.signal }));
  const { effects } = await run(api, request('later'), { carrier });
  await effects.afterResponse?.();
  expect(signals).toHaveLength(1);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});

test('fifty messages that read their signal leave no listener on the signal of their carrier', async () => {
  const controller = new AbortController();
  const rpc = new Entrypoint('/rpc');
  const seen = contextSource(({ signal: own }) => own.aborted);
  rpc.method('now', { args: { seen } }, (args) => args.seen);
  rpc.method('later', { args: { seen } }, async (args) => args.seen);
  const api = new Api({ logger: memoryLogger() }).bindEntrypoint(rpc);
  const carrier = new HttpCarrier(plainRequest({ signal: controller.signal }));
  for (let count = 0; count < 50; count += 1) {
    await run(api, [request('now'), request('later'), notification('later')], { carrier });
  }
  await api.close();
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
});
