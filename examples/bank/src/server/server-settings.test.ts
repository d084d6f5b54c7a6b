import { expect, test } from 'vitest';
import { serverSettings } from './server-settings.js';

test('a server listens on 127.0.0.1:3000 by default', () => {
  expect(serverSettings({})).toEqual({ host: '127.0.0.1', port: 3000 });
  expect(serverSettings({ HOST: '', PORT: '' })).toEqual({ host: '127.0.0.1', port: 3000 });
});

test.each(['0', '8080', '65535'])('accepts the PORT %s', (PORT) => {
  expect(serverSettings({ PORT, HOST: '0.0.0.0' })).toEqual({
    host: '0.0.0.0',
    port: Number(PORT),
  });
});

test.each(['http', '-1', '65536', '3000.5', '3e3', ' 3000', '0x50'])(
  'rejects the PORT %j',
  (PORT) => {
    expect(() => serverSettings({ PORT })).toThrow(
      `PORT must be a number from 0 to 65535, not ${JSON.stringify(PORT)}`,
    );
  },
);
