import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { gate, memoryLogger, post } from '../../test/in-process.js';
import { connect, type MemoryClient, type Received } from '../../test/memory-socket.js';
import { Api, dependency, Entrypoint, type Progress, progress } from '../index.js';

let logger: ReturnType<typeof memoryLogger>;
beforeEach(() => {
  logger = memoryLogger();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

type Work = (report: Progress['report']) => unknown;

/** Serves the method `work`, whose handler is the function. */
function serve(handler: Work, timeout?: number): Api {
  const rpc = new Entrypoint('/rpc');
  rpc.method('work', { args: { progress }, timeout }, ({ progress: { report } }) =>
    handler(report),
  );
  return new Api({ logger, connections: { maxBufferedBytes: 100 } }).bindEntrypoint(rpc);
}

function callWork(progressToken: unknown = 't'): object {
  return { jsonrpc: '2.0', id: 1, method: 'work', progressToken };
}

async function messagesOf(
  handler: Work,
  request: object = callWork(),
): Promise<readonly Received[]> {
  const client = await connect(serve(handler));
  client.request(request);
  await client.receive(1);
  await vi.advanceTimersByTimeAsync(1_000);
  return client.received;
}

/** Returns the reported values, and the result last. */
function valuesOf({ received }: MemoryClient): unknown[] {
  return received.map((message) => (message.params?.value ?? message.result) as unknown);
}

describe('a report of progress', () => {
  test('reaches the client before the response, with the token', async () => {
    const handler: Work = (report) => {
      report({ done: 1 });
      return 'ok';
    };
    for (const token of ['t', 7]) {
      expect(await messagesOf(handler, callWork(token))).toEqual([
        { jsonrpc: '2.0', method: '$/progress', params: { token, value: { done: 1 } } },
        { jsonrpc: '2.0', id: 1, result: 'ok' },
      ]);
    }
  });

  test('is not sent for a request without a token, for a notification, or in an HTTP request', async () => {
    let calls = 0;
    const handler: Work = (report) => {
      calls += 1;
      report(1);
      return 'ok';
    };
    const response = { jsonrpc: '2.0', id: 1, result: 'ok' };
    const withoutToken = { jsonrpc: '2.0', id: 1, method: 'work' };
    expect(await messagesOf(handler, withoutToken)).toEqual([response]);
    expect((await post(serve(handler), '/rpc', callWork())).json).toEqual(response);
    const client = await connect(serve(handler));
    client.request({ jsonrpc: '2.0', method: 'work', progressToken: 't' });
    client.request(withoutToken);
    expect(await client.receive(1)).toEqual([response]);
    expect(calls).toBe(4);
  });

  test('is InvalidRequest if the token is neither a string nor an integer', async () => {
    const [response] = await messagesOf(() => 'ok', callWork({}));
    expect(response).toMatchObject({ error: { code: -32600 } });
    expect(response.error.data.errors[0].loc).toEqual(['progressToken']);
  });

  test('is sent by a dependency, and with the token that a request schema does not know', async () => {
    const imported = dependency({ progress }, ({ progress: own }) => own.report('opened'));
    const rpc = new Entrypoint('/rpc', { requestSchema: v.looseObject({ jsonrpc: v.string() }) });
    rpc.method('work', { args: { imported } }, () => 'ok');
    const client = await connect(new Api({ logger }).bindEntrypoint(rpc));
    client.request(callWork());
    await client.receive(2);
    expect(valuesOf(client)).toEqual(['opened', 'ok']);
  });

  test('is accepted by a method that reports nothing', async () => {
    const rpc = new Entrypoint('/rpc');
    rpc.method('work', {}, () => 'ok');
    const { json } = await post(new Api().bindEntrypoint(rpc), '/rpc', callWork());
    expect(json).toMatchObject({ result: 'ok' });
  });

  test("is left out and logged if JSON can't carry it", async () => {
    const messages = await messagesOf((report) => {
      report(1n);
      report(() => undefined);
      return 'ok';
    });
    expect(messages).toEqual([{ jsonrpc: '2.0', id: 1, result: 'ok' }]);
    const left = 'Progress left out: it could not be encoded';
    expect(logger.entries.map(({ message }) => message)).toEqual([left, left]);
  });
});

describe('the reports of a call', () => {
  test('are at most ten in a second, and the last one is always sent', async () => {
    const end = gate();
    let report!: Progress['report'];
    const client = await connect(
      serve(async (own) => {
        report = own;
        await end.promise;
        return 'ok';
      }),
    );
    client.request(callWork());
    await vi.advanceTimersByTimeAsync(0);
    for (let done = 0; done <= 999; done += 1) {
      report(done);
      if (done === 999) end.open();
      await vi.advanceTimersByTimeAsync(done === 999 ? 0 : 1);
    }
    await client.receive(11);
    const values = valuesOf(client);
    expect(values).toHaveLength(11);
    expect(values.slice(0, 2)).toEqual([0, 111]);
    expect(values.slice(-2)).toEqual([999, 'ok']);
  });

  test('are sent without the end of the call', async () => {
    const client = await connect(
      serve((report) => {
        report(1);
        report(2);
        report(3);
        return new Promise(() => undefined);
      }),
    );
    client.request(callWork());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(valuesOf(client)).toEqual([1, 3]);
    expect(vi.getTimerCount()).toBeLessThanOrEqual(2);
  });

  test('end with the response, also after a timeout', async () => {
    let report!: Progress['report'];
    const client = await connect(
      serve((own) => {
        report = own;
        own(1);
        own(2);
        return new Promise(() => undefined);
      }, 50),
    );
    client.request(callWork());
    await vi.advanceTimersByTimeAsync(100);
    report(3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(client.received.map(({ params, error }) => params?.value ?? error.code)).toEqual([
      1, 2, -32002,
    ]);
  });

  test('wait for a client that reads slowly, but the last one is sent', async () => {
    const end = gate();
    let report!: Progress['report'];
    const client = await connect(
      serve(async (own) => {
        report = own;
        await end.promise;
        return 'ok';
      }),
    );
    client.stopReading();
    client.request(callWork());
    await vi.advanceTimersByTimeAsync(0);
    for (let done = 1; done <= 20; done += 1) {
      report(done);
      await vi.advanceTimersByTimeAsync(200);
    }
    end.open();
    await vi.advanceTimersByTimeAsync(0);
    client.read();
    expect(valuesOf(client)).toEqual([1, 2, 20, 'ok']);
  });
});
