import { expect, test } from 'vitest';
import { isPlainHost, pathBelow, prefixSegments, urlPath } from './request-path.js';

test.each([
  ['http://localhost/rpc', '/rpc'],
  ['https://localhost:8000/rpc/a%2Fb', '/rpc/a%2Fb'],
  ['http://localhost/', '/'],
  ['http://localhost', '/'],
  ['http://localhost/rpc?a=/b', '/rpc'],
  ['http://localhost/?a=//b', '/'],
  ['http://[::1]:80//rpc', '//rpc'],
  ['http://localhost/rpc#there', '/rpc#there'],
  ['/rpc?a=b', '/rpc'],
])('urlPath() of %s is %s', (url, path) => {
  expect(urlPath(url)).toBe(path);
});

test.each([
  ['localhost', true],
  ['localhost:8000', true],
  ['[::1]:80', true],
  ['', true],
  [null, true],
  [undefined, true],
  ['a/rpc?', false],
  ['a?', false],
  ['a#', false],
  ['user@a', false],
  ['a\\b', false],
])('isPlainHost() of %j is %s', (host, isPlain) => {
  expect(isPlainHost(host)).toBe(isPlain);
});

test.each([
  ['/rpc', '/', '/rpc'],
  ['/bank/rpc', '/bank', '/rpc'],
  ['/bank/rpc/', '/bank/', '/rpc/'],
  ['/bank', '/bank', '/'],
  ['/bank/', '/bank', '/'],
  ['/bank/v1/rpc/echo', '/bank/v1', '/rpc/echo'],
  ['/a%20b/rpc', '/:tenant', '/rpc'],
  ['/acme/in/brno/rpc', '/:tenant/in/:place', '/rpc'],
  ['/banks/rpc', '/bank', undefined],
  ['/rpc', '/bank', undefined],
  ['/bank', '/bank/v1', undefined],
  ['/', '/:tenant', undefined],
  ['//rpc', '/:tenant', undefined],
])('the path %s below the prefix %s is %s', (path, prefix, below) => {
  expect(pathBelow(path, prefixSegments(prefix))).toBe(below);
});
