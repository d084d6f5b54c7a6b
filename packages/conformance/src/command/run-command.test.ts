import { execFile as execFileWithCallback } from 'node:child_process';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { correctBehavior } from '../../test/behavior.js';
import { correctHttp, serve } from '../../test/serve.js';
import type { AuditReport } from '../audit/report.js';
import { runCommand } from './run-command.js';

const execFile = promisify(execFileWithCallback);

/** Returns the exit code of the command and what it writes. */
async function run(...args: string[]): Promise<{ code: number; out: string; note: string }> {
  const written = { out: '', note: '' };
  const code = await runCommand(args, {
    out: (text) => (written.out += text),
    note: (text) => (written.note += text),
  });
  return { code, ...written };
}

test('the exit code is 0 and the report is printed if no MUST is violated', async () => {
  await serve(correctBehavior, correctHttp, async (url) => {
    const { code, out, note } = await run(url, '--only', 'batch', '--without', 'throws');
    expect(note).toBe(
      `Auditing ${url} against the profile json-rpc-2.0…\nSome cases were skipped. See --method\n`,
    );
    expect(out).toContain('ok    MUST    batch.empty');
    expect(out).toContain('No MUST is violated: 13 cases, 12 ok, 0 failed, 0 warnings, 1 skipped');
    expect(out).toContain(
      'Incomplete: 1 case was skipped, because the server has no method throws',
    );
    expect(code).toBe(0);
  });
});

test('the exit code is 1 with --no-skips if a case was skipped', async () => {
  await serve(correctBehavior, correctHttp, async (url) => {
    const args = [url, '--only', 'batch', '--no-skips'];
    const { code, note } = await run(...args, '--without', 'throws');
    expect(note).toContain('Cases were skipped, and --no-skips is set');
    expect(code).toBe(1);
    expect((await run(...args)).code).toBe(0);
  });
});

test('the exit code is 2 and a message says what to do if the server rejects every request', async () => {
  const rejecting = {
    ...correctBehavior,
    rejectVerb: () => ({ status: 401, headers: {}, body: '{"detail":"Not authenticated"}' }),
  };
  await serve(rejecting, correctHttp, async (url) => {
    expect(await run(url)).toEqual({
      code: 2,
      out: '',
      note:
        `Auditing ${url} against the profile json-rpc-2.0…\nNothing to audit at ${url}: the server responds ` +
        'to every request with 401. Pass credentials with --header, or with the option headers\n',
    });
  });
});

test('the exit code is 1 if a MUST is violated', async () => {
  const violating = { ...correctBehavior, joinBatch: (responses: readonly unknown[]) => responses };
  await serve(violating, correctHttp, async (url) => {
    const { code, out } = await run(url, '--only', 'batch');
    expect(out).toContain('FAIL  MUST    batch.of-notifications');
    expect(code).toBe(1);
  });
});

test('the exit code is 2 and a line names the case if the server ends during it', async () => {
  let end = (): void => undefined;
  const fragile = {
    ...correctBehavior,
    rejectBatch: (...[items, route]: Parameters<typeof correctBehavior.rejectBatch>) => {
      if (items.length === 0) end();
      return correctBehavior.rejectBatch(items, route);
    },
  };
  const layer: typeof correctHttp = {
    ...correctHttp,
    listener: (responder, http) => {
      const server = correctHttp.listener(responder, http);
      server.on('connection', (socket: Socket) => {
        onEnd.push(() => void socket.destroy());
      });
      end = () => {
        server.close();
        for (const close of onEnd) close();
      };
      return server;
    },
  };
  const onEnd: (() => void)[] = [];
  await serve(fragile, layer, async (url) => {
    const { code, out, note } = await run(url, '--only', 'batch.empty', '--timeout', '200');
    const line = 'The server stopped responding during batch.empty; 1 case has no verdict\n';
    expect(note).toContain(line);
    expect(out).toContain(line);
    expect(code).toBe(2);
  });
});

test('the report is printed as JSON with --json', async () => {
  await serve(correctBehavior, correctHttp, async (url) => {
    const { out } = await run(url, '--json', '--only', 'id');
    expect((JSON.parse(out) as AuditReport).counts).toEqual({
      ok: 11,
      warn: 0,
      fail: 0,
      skipped: 0,
    });
  });
});

test('the exit code is 2 if no server responds or the URL is invalid', async () => {
  const closed = await serve(correctBehavior, correctHttp, (url) => Promise.resolve(url));
  const { code, note, out } = await run(closed);
  expect(note).toContain(`No response from ${closed}: connect ECONNREFUSED`);
  expect([code, out]).toEqual([2, '']);
  expect(await run('nonsense')).toMatchObject({
    code: 2,
    note: expect.stringContaining('"nonsense" is not a URL') as unknown,
  });
});

test('invalid arguments are reported with a hint at --help', async () => {
  expect(await run()).toEqual({
    code: 2,
    out: '',
    note: 'The URL of the server is missing\nRun "jsonrpc-kit-conformance --help" for usage.\n',
  });
});

test('the help lists the options and the methods', async () => {
  const { code, out } = await run('--help');
  expect(code).toBe(0);
  expect(out).toContain('--profile <name>         json-rpc-2.0, json-rpc-over-http, jsonrpc-kit;');
  expect(out).toContain('subtract      takes the numbers minuend and subtrahend');
});

test('the command exits with the exit code', async () => {
  const main = new URL('../../dist/command/main.js', import.meta.url).pathname;
  const wrong = execFile(process.execPath, [main, 'nonsense']);
  await expect(wrong).rejects.toMatchObject({ code: 2, stderr: expect.any(String) as unknown });
  await expect(execFile(process.execPath, [main, '--help'])).resolves.toMatchObject({ stderr: '' });
});
