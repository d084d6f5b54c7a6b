import { adapterApi } from '../adapter.js';
import { expect, test, vi } from 'vitest';
import { memoryLogger, post } from '../../test/in-process.js';
import { Api, Entrypoint } from '../index.js';

test('an api logs to the console by default', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
  new Api().logger.error({ err: 'bad' }, 'It failed');
  expect(error).toHaveBeenCalledExactlyOnceWith({ err: 'bad' }, 'It failed');
});

test('an api uses the logger of its framework', () => {
  const offered = memoryLogger();
  const api = new Api();
  adapterApi(api).offerLogger(offered);
  api.logger.error({ err: 'bad' }, 'It failed');
  api.logger.warn({}, 'It may fail');
  expect(offered.entries).toMatchObject([{ message: 'It failed' }, { message: 'It may fail' }]);
});

test('the logger of the application takes precedence over that of the framework', () => {
  const [given, offered] = [memoryLogger(), memoryLogger()];
  const api = new Api({ logger: given });
  adapterApi(api).offerLogger(offered);
  api.logger.error({}, 'It failed');
  expect(given.entries).toHaveLength(1);
  expect(offered.entries).toEqual([]);
});

test('writes to the console what a logger that throws could not log, without failing the call', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const failure = new Error('disk full');
  const broken = (): never => {
    throw failure;
  };
  const v1 = new Entrypoint('/rpc');
  const err = new Error('broken');
  v1.method('run', {}, () => {
    throw err;
  });
  const api = new Api({ logger: { error: broken, warn: broken } }).bindEntrypoint(v1);
  const { json } = await post(api, '/rpc', { jsonrpc: '2.0', id: 1, method: 'run' });
  expect(json).toMatchObject({ error: { code: -32603 } });
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { err, method: 'run', id: 1, loggerFailure: failure },
    'Call failed',
  );
});

test('writes at least the message to the console if the details cannot be printed', () => {
  const failure = new Error('cannot be printed');
  const error = vi.spyOn(console, 'error').mockImplementationOnce(() => {
    throw failure;
  });
  const broken = (): never => {
    throw new Error('disk full');
  };
  new Api({ logger: { error: broken, warn: broken } }).logger.error({}, 'It failed');
  expect(error).toHaveBeenLastCalledWith('It failed (its details could not be printed)');
});
