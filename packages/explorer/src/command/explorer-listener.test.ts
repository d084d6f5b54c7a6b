import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explorerAssets } from '../explorer-assets.js';
import { explorerListener } from './explorer-listener.js';
import { documentOrigins, loadSource, type OpenRpcSource, readSource } from './open-rpc-source.js';

const document = JSON.stringify({
  openrpc: '1.3.2',
  info: { title: 'Bank', version: '1.0.0' },
  servers: [{ url: 'https://api.example/rpc' }, { url: '/rpc' }, { url: 'data:,' }, 1],
  methods: [{ name: 'pay', servers: [{ url: 'http://pay.example:81/rpc' }] }, null],
});

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer(explorerListener(readSource(document, 'bank', 'https://bank.example/a')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

describe('explorerListener()', () => {
  test('serves the page with a policy that allows the servers of the document', async () => {
    const response = await fetch(`${origin}/?url=https://evil.example`);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('content-security-policy')).toContain(
      "connect-src 'self' https://bank.example https://api.example http://pay.example:81;",
    );
    const html = await response.text();
    expect(html).toContain('<title>Bank</title>');
    expect(html).toContain('data-base="https://bank.example/a"');
  });

  test.each([
    ['localhost:80', 200],
    ['LOCALHOST', 200],
    ['[::1]:80', 200],
    ['evil.example', 421],
    ['127.0.0.1.evil.example', 421],
    ['localhost:80@evil.example', 421],
  ])('responds to a request to the host %s with %i', async (host, status) => {
    const sent = request(`${origin}/openrpc.json`, { headers: { host } }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(status);
    response.resume();
  });

  test('allows the default server of a document, and no host that contains a variable', () => {
    const servers = [
      { url: 'https://{net}.a.example/v3', variables: { net: { default: 'main' } } },
      { url: 'https://${net}.b.example' },
      { url: 'https://c.example;script-src' },
    ];
    const source = readSource(JSON.stringify({ methods: [], servers }), 'bank');
    expect(documentOrigins(source)).toEqual(['https://main.a.example']);
    expect(() => explorerListener(source)).not.toThrow();
  });

  test('serves documents of different locations at different URLs, so that they do not share credentials', async () => {
    const urlOf = async (source: OpenRpcSource): Promise<string | undefined> => {
      const other = createServer(explorerListener(source));
      other.listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const html = await (await fetch(`http://127.0.0.1:${port}`)).text();
      other.close();
      other.closeAllConnections();
      return /data-openrpc="([^"]*)"/.exec(html)?.[1];
    };
    const own = await urlOf(readSource(document, 'bank', 'https://bank.example/a'));
    expect(own).toBe(await urlOf(readSource('{"methods":[]}', 'b', 'https://bank.example/a')));
    expect(own).not.toBe(await urlOf(readSource(document, 'bank', 'https://evil.example/a')));
    expect(own).not.toBe(await urlOf(readSource(document, 'bank')));
    expect(await (await fetch(new URL(own ?? '', origin))).text()).toBe(document);
  });

  test('serves the document and all assets', async () => {
    expect(await (await fetch(`${origin}/openrpc.json`)).text()).toBe(document);
    for (const { name, contentType } of explorerAssets) {
      const response = await fetch(`${origin}/${name}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, contentType]);
    }
  });

  test.each(['/package.json', '/..%2fpackage.json', '/explorer'])('has no %s', async (path) => {
    expect((await fetch(origin + path)).status).toBe(404);
  });
});

describe('loadSource()', () => {
  test('loads a document from a URL', async () => {
    expect(await loadSource(`${origin}/openrpc.json`)).toEqual({
      text: document,
      title: 'Bank',
      url: `${origin}/openrpc.json`,
    });
  });

  test('loads a document from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'explorer-'));
    const file = join(folder, 'bank.json');
    await writeFile(file, document);
    expect(await loadSource(file)).toEqual({ text: document, title: 'Bank', url: undefined });
    await rm(folder, { recursive: true });
  });

  test('loads the files that a document refers to, but no others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'explorer-'));
    const file = join(folder, 'bank.json');
    await writeFile(join(folder, 'pay.json'), '{"name":"pay","params":[]}');
    const refs = ['pay.json', '../above.json', `${origin}/openrpc.json`];
    await writeFile(file, JSON.stringify({ methods: refs.map(($ref) => ({ $ref })) }));
    const problems: string[] = [];
    const source = await loadSource(file, { onProblem: (problem) => problems.push(problem) });
    expect(JSON.parse(source.text)).toMatchObject({
      'x-referenced': { [join(folder, 'pay.json')]: { name: 'pay' } },
    });
    expect(problems.toSorted()).toEqual([
      expect.stringContaining('it is not below'),
      expect.stringContaining(`without --allow-remote ${origin}`),
    ]);
    await rm(folder, { recursive: true });
  });

  test('adds servers, which the page may call', async () => {
    const servers = ['https://rpc.example/v1'];
    const source = await loadSource(`${origin}/openrpc.json`, { servers });
    expect(documentOrigins(source).slice(0, 2)).toEqual([origin, 'https://rpc.example']);
    expect((JSON.parse(source.text) as { servers: unknown[] }).servers[0]).toEqual({
      url: servers[0],
    });
  });

  test('reports a URL without a document', async () => {
    await expect(loadSource(`${origin}/nothing`)).rejects.toThrow('responded with status 404');
    await expect(loadSource(`${origin}/explorer.css`)).rejects.toThrow('is not JSON');
  });

  test.each(['null', '[]', '{}', '{"methods": {}}'])('rejects the document %s', (text) => {
    expect(() => readSource(text, 'a.json')).toThrow('a.json is not an OpenRPC document');
  });
});

const main = fileURLToPath(new URL('../../dist/command/main.js', import.meta.url));

test('the command jsonrpc-explorer reports that its port is in use', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'explorer-'));
  const file = join(folder, 'bank.json');
  await writeFile(file, document);
  const args = [main, file, '--port', new URL(origin).port];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toMatch(/^listen EADDRINUSE/);
  await rm(folder, { recursive: true });
});

test('the command jsonrpc-explorer prints its usage for --help', () => {
  const { status, stdout } = spawnSync(process.execPath, [main, '--help'], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toContain('Usage: jsonrpc-explorer <document> [options]');
});

test.each([
  [[], 'Expected one document, but got 0'],
  [['a.json', 'b.json'], 'Expected one document, but got 2'],
  [['a.json', '--port', '-1'], "Option '--port' argument is ambiguous"],
  [['a.json', '--server', 'a.example'], '--server must be a URL such as https://'],
  [['a.json', '--port', 'x'], '--port must be a number from 0 to 65535, not x'],
  [['a.json', '--host', 'x'], "Unknown option '--host'\n"],
])('the command jsonrpc-explorer rejects the arguments %j', (args, message) => {
  const { status, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr.startsWith(message)).toBe(true);
  expect(stderr.endsWith('Run "jsonrpc-explorer --help" for usage.\n')).toBe(true);
});
