import { expect, test } from 'vitest';
import { appendPath } from './sent-request.js';

test.each([
  ['http://a/rpc', '', 'http://a/rpc'],
  ['http://a/rpc', '/', 'http://a/rpc/'],
  ['http://a/rpc', '/get_data', 'http://a/rpc/get_data'],
  ['http://a/rpc?key=1', '/get_data', 'http://a/rpc/get_data?key=1'],
  ['http://a/rpc', '?x=1', 'http://a/rpc?x=1'],
  ['http://a/', '/get_data', 'http://a/get_data'],
  ['http://a/', '/', 'http://a/'],
])('the URL %s with %j appended is %s', (url, appended, expected) => {
  expect(appendPath(new URL(url), appended).href).toBe(expected);
});
