import { expect, test } from 'vitest';
import { flagsForThread } from './thread-flags.js';

test.each([
  ['no flags', [], '20.20.2'],
  ['a preloaded module', ['--import', 'tsx'], '20.20.2'],
  ['a preloaded TypeScript file, since Node 22', ['--import', './tracing.ts'], '22.11.0'],
])('a thread has the flags of the process with %s', (_, execArgv, nodeVersion) => {
  expect(flagsForThread(execArgv, nodeVersion)).toBeUndefined();
});

test.each([
  ['two words', ['--import', 'tsx', '--import', './tracing.ts'], ['--import', 'tsx']],
  ['one word', ['--import=tsx', '--import=./tracing.mts'], ['--import', 'tsx']],
  ['code', ['--import=data:,a=b=1', '--import', './tracing.ts'], ['--import', 'data:,a=b=1']],
  ['--require', ['-r', './tracing.cts', '--require', './env.cjs'], ['--require', './env.cjs']],
  ['flags that threads reject', ['--max-old-space-size=100', '--import', './tracing.ts'], []],
])('on Node 20, a thread preloads all but TypeScript files: %s', (_, execArgv, expected) => {
  expect(flagsForThread(execArgv, '20.20.2')).toEqual(expected);
});
