import { expect, test } from 'vitest';
import { listenRefusal } from './listen-refusal.js';

test.each([
  ['EADDRINUSE', 'Port 80 of localhost is taken; set PORT to another one, or to 0 for any'],
  ['EACCES', 'Port 80 of localhost is not for this user; set PORT to one above 1023'],
  ['EADDRNOTAVAIL', 'This machine has no address localhost; set HOST to another one'],
  ['ENOTFOUND', 'This machine has no address localhost; set HOST to another one'],
  ['EINVAL', "Can't listen on port 80 of localhost: of the system"],
])('%s is told in words', (code, message) => {
  const error = Object.assign(new Error('of the system'), { code });
  const refusal = listenRefusal(error, { host: 'localhost', port: 80 });
  expect(refusal.message).toBe(message);
  expect(refusal.cause).toBe(error);
});
