import { expect, test } from 'vitest';
import { listenError } from './listen-error.js';

test.each([
  [
    'EADDRINUSE',
    'Port 80 of localhost is in use. Set PORT to another port, or to 0 for any free port.',
  ],
  ['EACCES', 'Port 80 of localhost needs more privileges. Set PORT to a number above 1023.'],
  ['EADDRNOTAVAIL', 'This machine has no address localhost. Set HOST to another address.'],
  ['ENOTFOUND', 'This machine has no address localhost. Set HOST to another address.'],
  ['EINVAL', 'from the system'],
])('a server that fails to listen with %s reports the reason and the remedy', (code, message) => {
  const error = Object.assign(new Error('from the system'), { code });
  expect(listenError(error, { host: 'localhost', port: 80 })).toMatchObject({ message });
});
