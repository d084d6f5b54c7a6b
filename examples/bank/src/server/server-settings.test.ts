import { expect, test } from 'vitest';
import { serverSettings } from './server-settings.js';

test('by default only this machine is served', () => {
  expect(serverSettings({})).toEqual({ host: '127.0.0.1', port: 3000 });
  expect(serverSettings({ HOST: '', PORT: '' })).toEqual({ host: '127.0.0.1', port: 3000 });
});

test.each(['0', '8080', '65535'])('PORT may be %s', (PORT) => {
  expect(serverSettings({ PORT, HOST: '0.0.0.0' })).toEqual({
    host: '0.0.0.0',
    port: Number(PORT),
  });
});

test.each(['http', '-1', '65536', '3000.5', '3e3', ' 3000', '0x50'])(
  'PORT may not be %j',
  (PORT) => {
    expect(() => serverSettings({ PORT })).toThrow(
      `PORT must be a number from 0 to 65535, not ${JSON.stringify(PORT)}`,
    );
  },
);
