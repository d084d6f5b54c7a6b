import { expect, test, vi } from 'vitest';
import { memoryLogger } from '../../test/in-process.js';
import { Api } from '../api/api.js';

test('an api reports to the console', () => {
  const error = vi.spyOn(console, 'error').mockReturnValue(undefined);
  new Api().logger.error({ err: 'bad' }, 'It failed');
  expect(error).toHaveBeenCalledExactlyOnceWith({ err: 'bad' }, 'It failed');
});

test('where a framework offers its own logger, it is taken', () => {
  const offered = memoryLogger();
  const api = new Api();
  api.offerLogger(offered);
  api.logger.error({ err: 'bad' }, 'It failed');
  api.logger.warn({}, 'It may fail');
  expect(offered.entries).toMatchObject([{ message: 'It failed' }, { message: 'It may fail' }]);
});

test('the logger that an application gave stays', () => {
  const [given, offered] = [memoryLogger(), memoryLogger()];
  const api = new Api({ logger: given });
  api.offerLogger(offered);
  api.logger.error({}, 'It failed');
  expect(given.entries).toHaveLength(1);
  expect(offered.entries).toEqual([]);
});
