import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test } from 'vitest';
import { request } from '../test/in-process.js';
import { send } from '../test/serve.js';

const SCRIPT = fileURLToPath(new URL('../test/exiting-process.mjs', import.meta.url));

/** Starts a process and collects its output. */
function start(scenario: string, timeout = 10_000) {
  const child = fork(SCRIPT, [scenario, `${timeout}`], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      output += data.toString();
    });
  }
  const exit = once(child, 'exit').then(([code]) => ({ code: code as number | null, output }));
  return { child, exit };
}

async function messageOf(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as [unknown];
  return message;
}

describe('a process', () => {
  test('exits although its pool has idle threads', async () => {
    const { child, exit } = start('leaves the pool open');
    expect(await messageOf(child)).toBe(6765);
    expect(await exit).toEqual({ code: 0, output: '' });
  });

  test('has no threads after its pool has closed', async () => {
    const { child, exit } = start('closes the pool');
    expect(await messageOf(child)).toBe(0);
    expect(await exit).toEqual({ code: 0, output: '' });
  });

  test('responds to running calls on SIGTERM, ends its threads and exits', async () => {
    const { child, exit } = start('serves');
    const url = `http://127.0.0.1:${String(await messageOf(child))}/rpc`;
    const response = send(url, request('derive'));
    expect(await messageOf(child)).toBe('started');
    child.kill('SIGTERM');
    expect(await response).toMatchObject({ result: 64 });
    expect(await messageOf(child)).toBe(0);
    expect(await exit).toEqual({ code: 0, output: '' });
  });

  test('stops tasks that do not finish in time after SIGTERM, and exits', async () => {
    const { child, exit } = start('serves', 50);
    const url = `http://127.0.0.1:${String(await messageOf(child))}/rpc`;
    const response = send(url, request('spin'));
    expect(await messageOf(child)).toBe('started');
    child.kill('SIGTERM');
    expect(await response).toMatchObject({ error: { code: -32603 } });
    expect(await messageOf(child)).toBe(0);
    const { code, output } = await exit;
    expect(code).toBe(0);
    expect(output).toBe("{ calls: 1, names: [ 'spin' ] } Shutdown timed out; aborting calls\n");
  });
});
