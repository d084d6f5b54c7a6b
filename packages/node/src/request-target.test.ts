import { expect, test } from 'vitest';
import { targetPath } from './http-request.js';

test.each([
  ['/rpc', '/rpc'],
  ['/rpc?a=/b', '/rpc'],
  ['/', '/'],
  ['/a%2Fb/%C5%BE?c', '/a%2Fb/%C5%BE'],
  ['//rpc', '//rpc'],
  ['http://localhost:8000/rpc?a', '/rpc'],
  ['https://user@localhost/', '/'],
  ['http://localhost', '/'],
  ['http://localhost?a', '/'],
  ['*', '*'],
])('targetPath() returns the path of the target %s: %s', (target, path) => {
  expect(targetPath(target)).toBe(path);
});
