import { expect, test } from 'vitest';
import { urlBelow } from './url-below.js';

test.each([
  ['http://a/rpc', '', 'http://a/rpc'],
  ['http://a/rpc', '/', 'http://a/rpc/'],
  ['http://a/rpc', '/get_data', 'http://a/rpc/get_data'],
  ['http://a/rpc?key=1', '/get_data', 'http://a/rpc/get_data?key=1'],
  ['http://a/rpc', '?x=1', 'http://a/rpc?x=1'],
  ['http://a/', '/get_data', 'http://a/get_data'],
  ['http://a/', '/', 'http://a/'],
])('%s and %j give %s', (url, below, expected) => {
  expect(urlBelow(new URL(url), below).href).toBe(expected);
});
