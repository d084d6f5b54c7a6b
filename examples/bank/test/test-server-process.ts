import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SocketClient } from './socket-client.js';
import { runServer, startServer } from './start-server.js';

const ping = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
};

const customer = { 'user-auth-token': 'alice-token' };

/** Tests the process of a server from its start to its end. `main` is the file that node runs. */
export function testServerProcess(main: string): void {
  let parent: string;
  let BANK_DATA: string;
  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'bank-server-'));
    BANK_DATA = join(parent, 'bank');
  });
  afterAll(() => rm(parent, { recursive: true }));

  describe.each(['SIGTERM', 'SIGINT'] as const)('a server that receives %s', (signal) => {
    test('the server has printed its addresses, serves them, and exits with code 0', async () => {
      const server = await startServer(main, { PORT: '0', BANK_DATA });
      const port = new URL(server.addresses[0] ?? '').port;
      expect(Number(port)).toBeGreaterThan(0);

      const response = await fetch(server.addresses[1] ?? '', ping);
      expect(await response.json()).toEqual({ jsonrpc: '2.0', id: 1, result: 'pong' });

      const start = await fetch(new URL('/', server.addresses[0]));
      expect([start.redirected, start.url]).toEqual([true, `http://127.0.0.1:${port}/docs`]);
      expect(await start.text()).toContain('<title>Bank');

      expect((await fetch(new URL('/ready', server.addresses[0]))).status).toBe(200);

      const socket = new SocketClient(start.url.replace('/docs', ''), customer);
      const params = { accountId: '1.1' };
      const { result: subscription } = await socket.call('movements.subscribe', params);
      await socket.call('deposit', { ...params, amount: 1 });

      server.kill(signal);
      expect(await server.ended).toBe(0);
      expect(await socket.notifications(2)).toEqual([
        expect.objectContaining({
          subscription,
          result: expect.objectContaining({ kind: 'deposit', amount: 1 }),
        }),
        { subscription, error: expect.objectContaining({ code: -32000 }) },
      ]);
      expect(server.output.stdout).toBe(
        [
          'api/v1/jsonrpc',
          'api/public/jsonrpc',
          'openapi.json',
          'openrpc.json',
          'docs',
          'live',
          'ready',
          'mcp',
        ]
          .map((path) => `http://127.0.0.1:${port}/${path}\n`)
          .join(''),
      );
    }, 60_000);
  });

  describe('a server that cannot start', () => {
    test('the server prints one line and exits with code 1 when its port is in use', async () => {
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const PORT = String((other.address() as AddressInfo).port);
      expect(await runServer(main, { PORT, BANK_DATA })).toEqual({
        code: 1,
        stdout: '',
        stderr: `Port ${PORT} of 127.0.0.1 is in use. Set PORT to another port, or to 0 for any free port.\n`,
      });
      other.close();
    }, 60_000);

    test('the server prints one line and exits with code 1 when PORT is not a port', async () => {
      expect(await runServer(main, { PORT: 'http', BANK_DATA })).toEqual({
        code: 1,
        stdout: '',
        stderr: 'PORT must be a number from 0 to 65535, not "http"\n',
      });
    });

    test('the server prints one line and exits with code 1 when HOST is not an address of this machine', async () => {
      // This range is reserved for documentation.
      expect(await runServer(main, { PORT: '0', HOST: '192.0.2.1', BANK_DATA })).toEqual({
        code: 1,
        stdout: '',
        stderr: 'This machine has no address 192.0.2.1. Set HOST to another address.\n',
      });
    }, 60_000);

    test('the server prints the address of another process that serves the bank, and exits with code 1', async () => {
      const first = await startServer(main, { PORT: '0', BANK_DATA });
      const second = await runServer(main, { PORT: '0', BANK_DATA });
      expect(second).toMatchObject({ code: 1, stdout: '' });
      const { origin } = new URL(first.addresses[0] ?? '');
      expect(second.stderr).toMatch(/^.*\n$/);
      expect(second.stderr).toContain(`The bank is already running at ${origin} (process `);
      first.kill('SIGTERM');
      expect(await first.ended).toBe(0);
    }, 60_000);
  });
}
