import { beforeEach, describe, expect, test } from 'vitest';
import { recordBank, type Recorder } from '../test/recorder.js';
import type * as methods from '../test/server/methods.js';
import { logged } from '../test/server/methods.js';
import { type Client, createClient, safe } from './index.js';

let recorder: Recorder;
let bank: Client<typeof methods>;
beforeEach(() => {
  logged.length = 0;
  recorder = recordBank();
  bank = createClient<typeof methods>({ url: 'http://bank/rpc', fetch: recorder.fetch });
});

const tooMuch = { accountId: '1.1', amount: 101 };

describe('$batch', () => {
  test('sends its items as one JSON-RPC batch and resolves to the results in their order', async () => {
    const results = await bank.$batch((b) => [
      b.withdraw({ accountId: '1.1', amount: 30 }),
      b.ping(),
      b.$call('accounts.close', { accountId: '1.2' }),
    ]);
    expect(results).toEqual([{ balance: 70 }, 'pong', '1.2']);
    expect(recorder.requests.map(({ text }) => text)).toEqual([
      '[{"jsonrpc":"2.0","id":1,"method":"withdraw","params":{"accountId":"1.1","amount":30}},' +
        '{"jsonrpc":"2.0","id":2,"method":"ping"},' +
        '{"jsonrpc":"2.0","id":3,"method":"accounts.close","params":{"accountId":"1.2"}}]',
    ]);
  });

  test('sends notifications, whose result is undefined', async () => {
    const results = await bank.$batch((b) => [
      b.$notify.log({ line: 'first' }),
      b.ping(),
      b.$notify.$call('log', { line: 'last' }),
    ]);
    expect(results).toEqual([undefined, 'pong', undefined]);
    expect(logged).toEqual(['first', 'last']);
  });

  test('can consist of notifications only', async () => {
    await expect(
      bank.$batch((b) => [b.$notify.log({ line: 'a' }), b.$notify.log({ line: 'b' })]),
    ).resolves.toEqual([undefined, undefined]);
    expect(logged).toEqual(['a', 'b']);
  });

  test('sends a batch for one item', async () => {
    await expect(bank.$batch((b) => [b.ping()])).resolves.toEqual(['pong']);
    expect(recorder.requests[0]?.text).toMatch(/^\[/);
  });

  test('sends no request without items', async () => {
    await expect(bank.$batch(() => [])).resolves.toEqual([]);
    await expect(bank.$batch.safe(() => [])).resolves.toEqual([]);
    expect(recorder.requests).toEqual([]);
  });

  test('sends an item once for each time that it is in the returned array', async () => {
    const results = await bank.$batch((b) => {
      void b.$notify.log({ line: 'not sent' });
      const ping = b.ping();
      return [ping, ping];
    });
    expect(results).toEqual(['pong', 'pong']);
    expect(logged).toEqual([]);
  });

  test('rejects with the error of the first failed item, while the others are run', async () => {
    const call = bank.$batch((b) => [
      b.ping(),
      b.withdraw(tooMuch),
      b.$call('accounts.close', {} as { accountId: string }),
      b.$notify.log({ line: 'was run' }),
    ]);
    expect(await safe(call)).toMatchObject({
      ok: false,
      error: { code: 6001, method: 'withdraw' },
    });
    expect(logged).toEqual(['was run']);
  });

  test('sends the headers of its options', async () => {
    const results = bank.$batch((b) => [b.whoami(), b.whoami()], { headers: { token: 'ann' } });
    await expect(results).resolves.toEqual(['ann', 'ann']);
  });

  test('rejects with the error that the batch function throws', async () => {
    const cause = new Error('mistake');
    const build = (): never => {
      throw cause;
    };
    await expect(bank.$batch(build)).rejects.toBe(cause);
    await expect(bank.$batch.safe(build)).rejects.toBe(cause);
  });

  test('sends nothing when JSON cannot encode the params of an item', async () => {
    const call = bank.$batch((b) => [b.$notify.log({ line: 'a' }), b.echo({ amount: 5n })]);
    await expect(call).rejects.toMatchObject({
      code: 'not-sent',
      message: "The params of echo can't be encoded as JSON",
    });
    expect(recorder.requests).toEqual([]);
  });
});

describe('$batch.safe', () => {
  test('resolves to the result or the error of each item', async () => {
    const outcomes = await bank.$batch.safe((b) => [
      b.ping(),
      b.withdraw(tooMuch),
      b.$notify.ping(),
      b.broken(),
    ]);
    expect(outcomes).toMatchObject([
      { ok: true, result: 'pong' },
      { ok: false, error: { code: 6001, data: { balance: 100 } } },
      { ok: true, result: undefined },
      { ok: false, error: { code: -32603 } },
    ]);
  });

  test('resolves to the same error for every item when the whole request fails', async () => {
    const items = Array.from({ length: 11 }, (_, index) => index);
    const tooMany = await bank.$batch.safe((b) => items.map(() => b.ping()));
    expect(tooMany).toMatchObject(items.map(() => ({ ok: false, error: { code: -32600 } })));

    const unauthorized = await bank.$batch.safe((b) => [b.whoami(), b.$notify.ping()], {
      headers: { token: 'unauthorized' },
    });
    expect(unauthorized).toMatchObject([
      { ok: false, error: { code: 'http-status', status: 401 } },
      { ok: false, error: { code: 'http-status', status: 401 } },
    ]);

    const notSent = await bank.$batch.safe((b) => [b.ping(), b.echo({ amount: 5n })]);
    expect(notSent).toMatchObject([
      { error: { code: 'not-sent' } },
      { error: { code: 'not-sent' } },
    ]);
  });

  test('resolves to an error of the entrypoint for one item and to a result for another', async () => {
    const outcomes = await bank.$batch.safe((b) => [b.whoami(), b.ping()], {
      headers: { token: 'unknown' },
    });
    expect(outcomes).toMatchObject([
      { ok: false, error: { code: 7000, message: 'Auth error' } },
      { ok: true, result: 'pong' },
    ]);
  });
});
