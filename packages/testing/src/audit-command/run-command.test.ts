import { execFile as execFileWithCallback } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { rightRules } from '../../test/rules.js';
import { rightWire, serveRules } from '../../test/rules-server.js';
import type { AuditReport } from '../conformance/audit/audit-report.js';
import { runCommand } from './run-command.js';

const execFile = promisify(execFileWithCallback);

/** What the command writes, and the code that it exits with. */
async function run(...words: string[]): Promise<{ code: number; out: string; note: string }> {
  const written = { out: '', note: '' };
  const code = await runCommand(words, {
    out: (text) => (written.out += text),
    note: (text) => (written.note += text),
  });
  return { code, ...written };
}

test('a server without a broken MUST gives 0, and a table', async () => {
  await serveRules(rightRules, rightWire, async (url) => {
    const { code, out, note } = await run(url, '--only', 'batch', '--without', 'throws');
    expect(note).toBe(
      `Auditing ${url} by the profile json-rpc-2.0…\nWithout throws (see --method), some cases are skipped.\n`,
    );
    expect(out).toContain('ok    MUST    batch.empty');
    expect(out).toContain('No MUST is broken: of 13 cases 12 ok, 0 failed, 0 warnings, 1 skipped');
    expect(out).toContain('Incomplete: 1 of 13 cases were skipped, as the server lacks the method');
    expect(code).toBe(0);
  });
});

test('where a case was skipped it gives 1 if that is forbidden', async () => {
  await serveRules(rightRules, rightWire, async (url) => {
    const words = [url, '--only', 'batch', '--no-skips'];
    const { code, note } = await run(...words, '--without', 'throws');
    expect(note).toContain('Cases were skipped, which --no-skips forbids.');
    expect(code).toBe(1);
    expect((await run(...words)).code).toBe(0);
  });
});

test('where every request is refused the code is 2, and a line says what to do', async () => {
  const refusing = {
    ...rightRules,
    verbRefusal: () => ({ status: 401, headers: {}, body: '{"detail":"Not authenticated"}' }),
  };
  await serveRules(refusing, rightWire, async (url) => {
    expect(await run(url)).toEqual({
      code: 2,
      out: '',
      note:
        `Auditing ${url} by the profile json-rpc-2.0…\nNothing to audit at ${url}: every request is ` +
        'answered with 401; send credentials by --header, in code by the option headers\n',
    });
  });
});

test('one with a broken MUST gives 1', async () => {
  const faulty = { ...rightRules, joined: (answers: readonly unknown[]) => answers };
  await serveRules(faulty, rightWire, async (url) => {
    const { code, out } = await run(url, '--only', 'batch');
    expect(out).toContain('FAIL  MUST    batch.of-notifications');
    expect(code).toBe(1);
  });
});

test('the report can be had as JSON', async () => {
  await serveRules(rightRules, rightWire, async (url) => {
    const { out } = await run(url, '--json', '--only', 'id');
    expect((JSON.parse(out) as AuditReport).counts).toEqual({
      ok: 11,
      warn: 0,
      fail: 0,
      skipped: 0,
    });
  });
});

test('where nobody answers, or there is no URL, the code is 2 and a line says why', async () => {
  const closed = await serveRules(rightRules, rightWire, (url) => Promise.resolve(url));
  const { code, note, out } = await run(closed);
  expect(note).toContain(`No answer from ${closed}: connect ECONNREFUSED`);
  expect([code, out]).toEqual([2, '']);
  expect(await run('nonsense')).toMatchObject({
    code: 2,
    note: expect.stringContaining('"nonsense" is no URL') as unknown,
  });
});

test('wrong words are told, with a way to help', async () => {
  expect(await run()).toEqual({
    code: 2,
    out: '',
    note: 'The URL of the server is missing\nTry: jsonrpc-kit-audit --help\n',
  });
});

test('help tells the options and the methods', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  expect(out).toContain('--profile <name>        json-rpc-2.0, json-rpc-over-http, jsonrpc-kit;');
  expect(out).toContain('subtract      takes the numbers minuend and subtrahend');
});

test('the command itself starts, and hands on the code', async () => {
  const main = new URL('../../dist/audit-command/main.js', import.meta.url).pathname;
  const wrong = execFile(process.execPath, [main, 'nonsense']);
  await expect(wrong).rejects.toMatchObject({ code: 2, stderr: expect.any(String) as unknown });
  await expect(execFile(process.execPath, [main, '--help'])).resolves.toMatchObject({ stderr: '' });
});
