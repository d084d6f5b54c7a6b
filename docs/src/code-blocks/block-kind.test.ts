import { expect, test } from 'vitest';
import { blockKind } from './block-kind.js';

test.each([
  ['ts', { kind: 'module', file: undefined }],
  ['ts [bank.ts]', { kind: 'module', file: 'bank.ts' }],
  ['ts{2,4-5} [src/bank.test.ts]', { kind: 'module', file: 'src/bank.test.ts' }],
  ['ts:line-numbers {1} [bank.d.ts]', { kind: 'module', file: 'bank.d.ts' }],
  ['ts src/server.ts [node:http]', { kind: 'module', file: 'src/server.ts', tab: 'node:http' }],
  ['text', { kind: 'unchecked' }],
  ['text [.env]', { kind: 'unchecked' }],
  ['text [prints]', { kind: 'prints' }],
  ['text [throws]', { kind: 'throws' }],
  ['json', { kind: 'json', comments: false }],
  ['jsonc [tsconfig.json]', { kind: 'json', comments: true }],
  ['sh [npm]', { kind: 'unchecked' }],
  [
    'ini [examples/systemd/bank@.service]',
    { kind: 'copy', file: 'examples/systemd/bank@.service' },
  ],
  ['ts [examples/src/server.ts]', { kind: 'copy', file: 'examples/src/server.ts' }],
])('parses the info string "%s"', (info, block) => {
  expect(blockKind(info)).toEqual(block);
});

test.each([
  '',
  'tss',
  'typescript',
  'js',
  'js [examples/server.js]',
  'ts bank.ts',
  'ts [bank.js]',
  'ts [Bank server]',
  'ts [../bank.ts]',
  'ts bank [Hono]',
  'ts [bank.ts',
  'ts [bank.ts] prints',
  'text [print]',
  'text (prints)',
  'json [prints]',
])('reports the info string "%s"', (info) => {
  expect(blockKind(info)).toEqual({ kind: 'unknown', reason: expect.any(String) });
});
