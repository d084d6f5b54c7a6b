import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { loadJson, resultsFile } from '../report/save-json.js';
import { coreCommand } from './core-command.js';
import { listCommand } from './list-command.js';
import { parseOptions } from './parse-options.js';
import { profileCommand } from './profile-command.js';
import { runCommand } from './run-command.js';

const script = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const run = promisify(execFile);

let printed: string;

beforeEach(() => {
  printed = '';
  vi.spyOn(console, 'log').mockImplementation((text: string) => {
    printed += `${text}\n`;
  });
});

const made = new Set([resultsFile('test-run'), resultsFile('core-test-core')]);

afterAll(() => {
  for (const file of made) rmSync(file, { force: true });
});

test('npm run bench -- --quick … prints a table and the goals, and keeps the results as JSON', async () => {
  const args = ['--quick', '--framework', 'node', '--workload', 'single', '--rounds', '2'];
  const options = parseOptions([...args, '--seconds', '0.02', '--save', 'test-run']);
  await runCommand(options);
  expect(printed).toMatch(/^node: one call\ncontestant .*\nbare .*\nkit .*$/m);
  expect(printed).toMatch(/^(met {3}|MISSED) node, single: at least 0\.9 of the base: /m);
  expect(loadJson(resultsFile('test-run'))).toMatchObject({
    comparisons: [{ framework: 'node', workload: 'single', contestants: [{}, {}] }],
  });
});

test('… core times the core, and compares with what was kept', async () => {
  const args = [
    'core',
    '--quick',
    '--rounds',
    '1',
    '--seconds',
    '0.01',
    '--case',
    'by hand: a call',
  ];
  await coreCommand(parseOptions([...args, '--save', 'test-core']));
  printed = '';
  await coreCommand(parseOptions([...args, '--compare', 'test-core', '--save', 'test-core']));
  expect(printed).toMatch(/^ns per run .* test-core +change$/m);
  expect(printed).toMatch(/^by hand: a call .* [+-][\d.]+ %/m);
  await expect(coreCommand(parseOptions(['core', '--case', 'x-ray']))).rejects.toThrow(
    'No case has x-ray in its name',
  );
});

test('… profile writes a profile for other tools too', async () => {
  const args = ['profile', '--quick', '--framework', 'node', '--contestant', 'bare'];
  await profileCommand(parseOptions([...args, '--seconds', '0.05']));
  const [, file = ''] = /For other tools: (.*)$/m.exec(printed) ?? [];
  made.add(file);
  expect(file).toMatch(/node-bare-single\.cpuprofile$/);
  expect(existsSync(file)).toBe(true);
});

test('… list names what can be chosen', () => {
  listCommand();
  for (const name of ['express/json-rpc-2.0', 'echo-10kb', 'a typed error']) {
    expect(printed).toContain(`${name}\n`);
  }
});

test.each(['--help', '-h'])('%s tells of the commands and options', async (option) => {
  const { stdout } = await run(process.execPath, [script, option]);
  expect(stdout).toMatch(/^npm run bench -- \[command\] \[options\][^]*--rounds 60/);
});

test('a wrong name ends with 2 and the usage', async () => {
  const failed = await run(process.execPath, [script, '--framework', 'koa']).catch(
    (error: unknown) => error,
  );
  expect(failed).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^bench: There is no framework "koa"[^]*npm run bench -- /),
  });
  const listed = await run(process.execPath, [script, 'list']);
  expect(listed.stdout).toContain('hono/kit');
});
