import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { parseOptions } from './parse-options.js';

test('a soak lasts three minutes with 32 clients, where nothing is said', () => {
  expect(parseOptions([])).toEqual({ minutes: 3, clients: 32, seed: expect.any(Number) });
  expect(parseOptions(['--minutes', '0.5', '--clients', '4', '--seed', '7'])).toEqual({
    minutes: 0.5,
    clients: 4,
    seed: 7,
  });
});

test('help is told from a soak', () => {
  expect(parseOptions(['--help'])).toBe('help');
  expect(parseOptions(['-h'])).toBe('help');
});

describe('what can not be meant is refused by name', () => {
  test.each([
    [['--minutes', 'long'], '--minutes takes a number over 0'],
    [['--minutes', '0'], '--minutes takes a number over 0'],
    [['--minutes', 'Infinity'], '--minutes takes a number over 0'],
    [['--clients', '0'], '--clients takes a positive integer'],
    [['--clients', '1.5'], '--clients takes a positive integer'],
    [['--seed', 'x'], '--seed takes an integer'],
    [['--hours', '1'], "Unknown option '--hours'"],
  ])('%j', (args, message) => {
    expect(() => parseOptions(args)).toThrow(message);
  });
});

test('a wrong option ends with 2 and the usage, and no soak', async () => {
  const script = fileURLToPath(new URL('../../dist/soak/main.js', import.meta.url));
  const run = promisify(execFile);
  const failed = await run(process.execPath, [script, '--clients', 'x']).catch(
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^soak: --clients takes a positive integer[^]*npm run soak -- /),
  });
  const helped = await run(process.execPath, [script, '--help']);
  expect(helped.stdout).toContain('--minutes 3');
});
