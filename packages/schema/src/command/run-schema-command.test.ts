import { execFile as execFileWithCallback } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectValidOpenApi, expectValidOpenRpc } from '../../test/expect-valid.js';
import { runCommand } from '@jsonrpc-kit/openrpc/internal';
import { runSchemaCommand } from './run-schema-command.js';

const execFile = promisify(execFileWithCallback);

const core = import.meta.resolve('@jsonrpc-kit/core');

const application = `
import { Api, Entrypoint } from '${core}';
const v1 = new Entrypoint('/api/v1', { name: 'v1' });
v1.method('ping', {}, () => 'pong');
export const api = new Api({ title: 'Shop', version: '7' }).bindEntrypoint(v1);
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jsonrpc-kit-command-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Writes a module under a new name, since Node caches modules by path. */
async function module(code: string, name = `${crypto.randomUUID()}.mjs`): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, code);
  return file;
}

async function run(
  ...args: readonly string[]
): Promise<{ code: number; stdout: string; stderr: string }> {
  const written = { stdout: '', stderr: '' };
  const output = {
    stdout: (text: string) => (written.stdout += text),
    stderr: (text: string) => (written.stderr += text),
  };
  const code = await runCommand('jsonrpc-kit', output, () => runSchemaCommand(args, output));
  return { code, ...written };
}

describe('the command jsonrpc-kit', () => {
  test('writes the OpenAPI document to standard output', async () => {
    const { code, stdout, stderr } = await run('openapi', await module(application));
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ openapi: '3.1.0', info: { title: 'Shop' } });
    await expectValidOpenApi(JSON.parse(stdout) as object);
  });

  test('writes a snapshot to the file of --out, and checks it', async () => {
    const path = await module(application);
    const out = join(folder, 'snapshot.json');
    expect(await run('snapshot', path, '--out', out)).toMatchObject({
      code: 0,
      stdout: `The OpenRPC document is in ${out}\n`,
    });
    expectValidOpenRpc(JSON.parse(await readFile(out, 'utf8')) as object);
    expect(await run('snapshot', path, '--out', out, '--check')).toMatchObject({ code: 0 });
  });

  test('writes the OpenRPC document to the file of --out', async () => {
    const out = join(folder, 'openrpc.json');
    expect(await run('openrpc', await module(application), '--out', out)).toEqual({
      code: 0,
      stdout: `The OpenRPC document is in ${out}\n`,
      stderr: '',
    });
    const text = await readFile(out, 'utf8');
    expect(text.endsWith('}\n')).toBe(true);
    expectValidOpenRpc(JSON.parse(text) as object);
  });

  test('accepts --full-names and --openrpc', async () => {
    const path = await module(application);
    expect(JSON.parse((await run('openapi', path, '--full-names')).stdout)).toMatchObject({
      components: { schemas: { 'v1.ping.Request': {} } },
    });
    const { stdout } = await run('openrpc', path, '--openrpc', '1.4');
    expect(JSON.parse(stdout)).toMatchObject({ openrpc: '1.4.1' });
  });

  test('writes the OpenRPC document of a single entrypoint', async () => {
    const path = await module(application);
    const { stdout } = await run('openrpc', path, '--entrypoint', '/api/v1');
    expect(JSON.parse(stdout)).toMatchObject({ info: { title: 'Shop', version: '7' } });
    expect(JSON.parse(stdout)).not.toHaveProperty('x-entrypoints');
    expect(await run('openrpc', path, '--entrypoint', '/v2')).toMatchObject({
      code: 2,
      stderr: 'The Api has no entrypoint /v2. Its entrypoints are: /api/v1\n',
    });
  });

  test('compares the file with the generated document for --check', async () => {
    const path = await module(application);
    const out = join(folder, 'checked.json');
    const check = () => run('openapi', path, '--out', out, '--check');
    expect(await check()).toEqual({
      code: 1,
      stdout: '',
      stderr:
        `${out} differs from the OpenAPI document of ${path}. Run "jsonrpc-kit openapi" with the ` +
        'same options but without --check to update it.\n',
    });
    await run('openapi', path, '--out', out);
    expect(await check()).toEqual({ code: 0, stdout: '', stderr: '' });
    await writeFile(out, '{}\n');
    expect((await check()).code).toBe(1);
    expect(await readFile(out, 'utf8')).toBe('{}\n');
  });
});

describe('the command jsonrpc-kit', () => {
  test.each([
    ['under any name', application.replace('const api', 'const shop'), []],
    ['as the default export', application.replace('const api =', 'default'), []],
    [
      'as a promise',
      `${application}\nexport { later as api2 };\nconst later = Promise.resolve(api);`,
      [],
    ],
    [
      'by the name in --export',
      `${application}\nexport const other = new Api();`,
      ['--export', 'api'],
    ],
    [
      'as the return value of a function',
      `${application}\nexport const make = () => api;`,
      ['--export', 'make'],
    ],
    [
      'as the return value of an async function',
      `${application}\nexport const make = async () => api;`,
      ['--export', 'make'],
    ],
    [
      'as the member api of a return value',
      `${application}\nexport const make = () => ({ api });`,
      ['--export', 'make'],
    ],
  ])('finds an Api that is exported %s', async (_, code, args) => {
    const { stdout, stderr } = await run('openapi', await module(code), ...args);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ info: { title: 'Shop' } });
  });
});

describe('the command jsonrpc-kit', () => {
  test.each([
    [
      'a module without an Api',
      'export const a = 1; export const make = () => 1;',
      [],
      'The module exports no Api. It exports a, make. Pass --export <name> to call a function that returns one',
    ],
    ['a module without exports', '', [], 'The module exports no Api. It exports nothing.'],
    [
      'a module with several Apis',
      `${application}\nexport const b = new Api();`,
      [],
      'The module exports several Apis: api, b. Choose one with --export <name>',
    ],
    [
      'an unknown export',
      application,
      ['--export', 'shop'],
      'The module has no export "shop". It exports api',
    ],
    [
      'an export that is not an Api',
      'export const api = 1;',
      ['--export', 'api'],
      'The export "api" is not an Api and has no Api as "api"',
    ],
    [
      'a function that does not return an Api',
      'export const make = () => 1;',
      ['--export', 'make'],
      'The return value of "make" is not an Api and has no Api as "api"',
    ],
    ['a module that throws', 'throw new Error("no database")', [], 'failed: Error: no database'],
    [
      'an unsupported schema',
      application.replace(
        "'ping', {}",
        "'ping', { args: { a: { '~standard': { version: 1, vendor: 'own', validate: () => ({}) } } } }",
      ),
      [],
      'method "ping" of /api/v1, parameter "a"',
    ],
    ['a file that can’t be written', application, ['--out', '/dev/null/openapi.json'], 'ENOTDIR'],
  ])('reports %s and exits with 2', async (_, code, args, message) => {
    const result = await run('openapi', await module(code), ...args);
    expect(result).toMatchObject({ code: 2, stdout: '' });
    expect(result.stderr).toContain(message);
  });

  test('reports a missing module with its absolute path', async () => {
    const { code, stderr } = await run('openapi', './dist/nowhere.js');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^Module not found: \.\/dist\/nowhere\.js \(\/.*\/dist\/nowhere\.js\)\n$/,
    );
  });

  test.each([
    [['openapi'], 'Missing <module>'],
    [['openapi', 'a.js', 'b.js'], 'Pass one module only. Remove b.js'],
    [['openapi', 'a.js', '--check'], '--check needs --out <file>'],
    [
      ['openapi', 'a.js', '--entrypoint', '/a'],
      '--entrypoint and --openrpc are options of "jsonrpc-kit openrpc"',
    ],
    [['openrpc', 'a.js', '--openrpc', '2'], '--openrpc must be 1.3 or 1.4, not 2'],
    [['openapi', 'a.js', '--verbose'], "Unknown option '--verbose'"],
  ])('rejects the arguments %j and refers to --help', async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain('Run "jsonrpc-kit --help" for usage.');
  });

  test('lists its options for --help', async () => {
    const { code, stdout } = await run('openapi', '--help');
    expect(code).toBe(0);
    expect(stdout).toContain('--out <file>          write to this file');
    expect(await run('openrpc', '-h')).toEqual({ code, stdout, stderr: '' });
  });
});

const main = new URL('main.js', import.meta.resolve('@jsonrpc-kit/openrpc/internal')).pathname;

/** Runs the command in this package, since the modules of the tests are in no project. */
const execMain = (
  args: readonly string[],
  options: object = {},
): Promise<{ stdout: string; stderr: string }> =>
  execFile(process.execPath, [main, ...args], { cwd: import.meta.dirname, ...options });

describe('the command jsonrpc-kit with a CommonJS module', () => {
  const coreFile = new URL(core).pathname;
  /** In the form that TypeScript emits. */
  const compiled = `
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    const { Api } = require('${coreFile}');
  `;

  test.each([
    ['under any name', `${compiled} exports.shop = new Api({ title: 'Shop' });`, []],
    ['as the default export', `${compiled} exports.default = new Api({ title: 'Shop' });`, []],
    [
      'by the name in --export',
      `${compiled} exports.a = new Api(); exports.b = new Api({ title: 'Shop' });`,
      ['--export', 'b'],
    ],
    [
      'under a name that Node does not recognize',
      `const { Api } = require('${coreFile}');
      module.exports = Object.fromEntries([['shop', new Api({ title: 'Shop' })]]);`,
      ['--export', 'shop'],
    ],
    [
      'as module.exports',
      `const { Api } = require('${coreFile}'); module.exports = new Api({ title: 'Shop' });`,
      [],
    ],
  ])('finds an Api that is exported %s', async (_, code, words) => {
    const path = await module(code, `${crypto.randomUUID()}.cjs`);
    const { stdout, stderr } = await execMain(['openapi', path, ...words]);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ info: { title: 'Shop' } });
  });

  test.each([
    ['', 'nothing'],
    ['exports.app = 1; exports.default = 2;', 'app, default'],
  ])('reports the exports of %j as %s', async (code, names) => {
    const path = await module(compiled + code, `${crypto.randomUUID()}.cjs`);
    await expect(execMain(['openapi', path])).rejects.toMatchObject({
      stderr: `The module exports no Api. It exports ${names}. Pass --export <name> to call a function that returns one\n`,
    });
  });
});

describe('the process of jsonrpc-kit', () => {
  test('exits after writing a long document completely, even if the application keeps a timer open', async () => {
    const path = await module(`${application}
      for (let n = 0; n < 300; n++) v1.method('method' + n, { description: 'x'.repeat(500) }, () => null);
      setInterval(() => {}, 1000);`);
    for (const name of ['openapi', 'openrpc']) {
      const { stdout } = await execMain([name, path], { maxBuffer: 1e8 });
      expect(stdout.length).toBeGreaterThan(150_000);
      expect(JSON.parse(stdout)).toMatchObject({ info: { title: 'Shop' } });
    }
  });

  test('says what to do about a type of module that Node can’t load', async () => {
    const path = await module(application, 'api.vue');
    await expect(execMain(['openapi', path])).rejects.toMatchObject({
      code: 2,
      stderr: `This version of Node can't load ${path}. Build it and pass the JavaScript file, or set NODE_OPTIONS='--import tsx'\n`,
    });
  });

  test('compares a document with the module of an application', async () => {
    const old = await module('{"methods":[]}', 'old.json');
    const { stdout } = await execMain(['diff', old, await module(application)]);
    expect(stdout).toContain('The method "ping" was added');
  });

  test('exits with the code of the command', async () => {
    const failing = execMain(['openrpc', 'nowhere.js']);
    await expect(failing).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Module not found: nowhere.js') as unknown,
    });
  });
});
