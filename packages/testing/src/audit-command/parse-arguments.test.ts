import { expect, test } from 'vitest';
import { parseArguments } from './parse-arguments.js';

const url = 'http://127.0.0.1/rpc';

test('a URL is enough', () => {
  expect(parseArguments([url])).toMatchObject({
    kind: 'audit',
    url,
    asJson: false,
    allowsSkips: true,
    options: { profile: undefined, methods: {}, headers: {}, only: undefined },
  });
});

test('options are read', () => {
  const line =
    '--profile jsonrpc-kit --json --no-skips --method subtract=math.sub --method sum=a=b --without throws ' +
    '--only batch --only id.null --timeout 100 --max-body-bytes 9 --max-batch-size 8 --header';
  const words = [...line.split(' '), 'Authorization: Bearer a:b'];
  expect(parseArguments([...words, url])).toEqual({
    kind: 'audit',
    url,
    asJson: true,
    allowsSkips: false,
    options: {
      profile: 'jsonrpc-kit',
      methods: { subtract: 'math.sub', sum: 'a=b', throws: false },
      headers: { Authorization: 'Bearer a:b' },
      only: ['batch', 'id.null'],
      timeout: 100,
      maxBodyBytes: 9,
      maxBatchSize: 8,
    },
  });
});

test.each([['--help'], ['-h'], [url, '--help']])('%s asks for help', (...words) => {
  expect(parseArguments(words)).toEqual({ kind: 'help' });
});

test.each([
  [[], 'The URL of the server is missing'],
  [[url, 'http://b/'], 'One URL is enough, but http://b/ came as well'],
  [
    [url, '--profile', 'x'],
    'There is no profile x, only json-rpc-2.0, json-rpc-over-http, jsonrpc-kit',
  ],
  [[url, '--method', 'subtract'], '--method takes name=own-name, not subtract'],
  [[url, '--method', 'foobar=x'], 'The audit calls no method foobar, only subtract, sum,'],
  [[url, '--without', 'foobar'], 'The audit calls no method foobar, only subtract, sum,'],
  [[url, '--header', 'x'], "--header takes 'name: value', not x"],
  [[url, '--only', 'batch.full'], 'There is no case batch.full'],
  [[url, '--timeout', '0'], '--timeout takes a positive integer, not 0'],
  [[url, '--max-body-bytes', '1e9x'], '--max-body-bytes takes a positive integer, not 1e9x'],
  [[url, '--verbose'], "Unknown option '--verbose'"],
])('%j is told what is wrong with it', (words, message) => {
  expect(parseArguments(words)).toEqual({
    kind: 'wrong',
    message: expect.stringContaining(message) as unknown,
  });
});
