import { expect, test } from 'vitest';
import { parseArguments } from './parse-arguments.js';

const url = 'http://127.0.0.1/rpc';

test('a URL without options uses the defaults', () => {
  expect(parseArguments([url])).toMatchObject({
    kind: 'audit',
    url,
    asJson: false,
    allowsSkips: true,
    options: { profile: undefined, methods: {}, headers: {}, only: undefined },
  });
});

test('options follow or precede the URL', () => {
  const line =
    '--profile jsonrpc-kit --revision 1 --json --no-skips --method subtract=math.sub --method sum=a=b --without throws ' +
    '--only batch --only id.null --timeout 100 --max-body-bytes 9 --max-batch-size 8 --header';
  const args = [...line.split(' '), 'Authorization: Bearer a:b'];
  expect(parseArguments([...args, url])).toEqual({
    kind: 'audit',
    url,
    asJson: true,
    allowsSkips: false,
    options: {
      profile: 'jsonrpc-kit',
      revision: 1,
      methods: { subtract: 'math.sub', sum: 'a=b', throws: false },
      headers: { Authorization: 'Bearer a:b' },
      only: ['batch', 'id.null'],
      timeout: 100,
      maxBodyBytes: 9,
      maxBatchSize: 8,
    },
  });
});

test.each([[['--help']], [['-h']], [[url, '--help']]])('%j prints the help', (args) => {
  expect(parseArguments(args)).toEqual({ kind: 'help' });
});

test.each([
  [[], 'The URL of the server is missing'],
  [[url, 'http://b/'], 'Pass one URL only. Remove http://b/'],
  [[url, '--revision', '9'], 'Unknown revision 9. Use one of 1, 2'],
  [
    [url, '--profile', 'x'],
    'Unknown profile x. Use one of json-rpc-2.0, json-rpc-over-http, jsonrpc-kit',
  ],
  [[url, '--method', 'subtract'], '--method must be name=name, not subtract'],
  [[url, '--method', 'foobar=x'], "The audit doesn't call foobar. It calls subtract, sum,"],
  [[url, '--without', 'foobar'], "The audit doesn't call foobar. It calls subtract, sum,"],
  [[url, '--header', 'x'], "--header must be 'name: value', not x"],
  [
    [url, '--only', 'batch.full'],
    'Unknown case batch.full. Use an id such as batch.empty, or a group such as batch',
  ],
  [[url, '--timeout', '0'], '--timeout must be a positive integer, not 0'],
  [[url, '--max-body-bytes', '1e9x'], '--max-body-bytes must be a positive integer, not 1e9x'],
  [[url, '--verbose'], "Unknown option '--verbose'"],
])('the arguments %j are rejected with the message %s', (args, message) => {
  expect(parseArguments(args)).toEqual({
    kind: 'invalid',
    message: expect.stringContaining(message) as unknown,
  });
});
