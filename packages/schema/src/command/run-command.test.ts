import { execFile as execFileWithCallback } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectValidOpenApi, expectValidOpenRpc } from '../../test/valid.js';
import { openApiKind, openRpcKind } from './document-kind.js';
import { runCommand } from './run-command.js';

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

/** A module of these words; each has a name of its own, since Node keeps what it loaded. */
async function module(code: string, name = `${crypto.randomUUID()}.mjs`): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, code);
  return file;
}

/** What the command writes, and the code that it exits with. */
async function run(
  words: readonly string[],
  kind = openApiKind,
): Promise<{ code: number; out: string; note: string }> {
  const written = { out: '', note: '' };
  const code = await runCommand(kind, words, {
    out: (text) => (written.out += text),
    note: (text) => (written.note += text),
  });
  return { code, ...written };
}

describe('the document of an application', () => {
  test('is written to standard output', async () => {
    const { code, out, note } = await run([await module(application)]);
    expect([code, note]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ openapi: '3.1.0', info: { title: 'Shop' } });
    await expectValidOpenApi(JSON.parse(out) as object);
  });

  test('or to a file', async () => {
    const out = join(folder, 'openrpc.json');
    expect(await run([await module(application), '--out', out], openRpcKind)).toEqual({
      code: 0,
      out: '',
      note: '',
    });
    const text = await readFile(out, 'utf8');
    expect(text.endsWith('}\n')).toBe(true);
    expectValidOpenRpc(JSON.parse(text) as object);
  });

  test('with the names and the version that are asked for', async () => {
    const path = await module(application);
    expect(JSON.parse((await run([path, '--full-names'])).out)).toMatchObject({
      components: { schemas: { 'v1.ping.Request': {} } },
    });
    const { out } = await run([path, '--openrpc', '1.4'], openRpcKind);
    expect(JSON.parse(out)).toMatchObject({ openrpc: '1.4.1' });
  });

  test('or that of one entrypoint', async () => {
    const path = await module(application);
    const { out } = await run([path, '--entrypoint', '/api/v1'], openRpcKind);
    expect(JSON.parse(out)).toMatchObject({ info: { title: 'Shop', version: '7' } });
    expect(JSON.parse(out)).not.toHaveProperty('x-entrypoints');
    expect(await run([path, '--entrypoint', '/v2'], openRpcKind)).toMatchObject({
      code: 2,
      note: 'There is no entrypoint /v2; the api has /api/v1\n',
    });
  });

  test('is checked against a file', async () => {
    const path = await module(application);
    const out = join(folder, 'checked.json');
    const check = () => run([path, '--out', out, '--check']);
    expect(await check()).toEqual({
      code: 1,
      out: '',
      note: `${out} is not the OpenAPI document of ${path}; write it anew\n`,
    });
    await run([path, '--out', out]);
    expect(await check()).toEqual({ code: 0, out: '', note: '' });
    await writeFile(out, '{}\n');
    expect((await check()).code).toBe(1);
    expect(await readFile(out, 'utf8')).toBe('{}\n');
  });
});

describe('the Api is found', () => {
  test.each([
    ['under any name', application.replace('const api', 'const shop'), []],
    ['as the default export', application.replace('const api =', 'default'), []],
    [
      'behind a promise',
      `${application}\nexport { later as api2 };\nconst later = Promise.resolve(api);`,
      [],
    ],
    ['by its name', `${application}\nexport const other = new Api();`, ['--export', 'api']],
    [
      'as what a function gives',
      `${application}\nexport const make = () => api;`,
      ['--export', 'make'],
    ],
    [
      'as what it promises',
      `${application}\nexport const make = async () => api;`,
      ['--export', 'make'],
    ],
    [
      'in what it gives',
      `${application}\nexport const make = () => ({ api });`,
      ['--export', 'make'],
    ],
  ])('%s', async (_, code, words) => {
    const { out, note } = await run([await module(code), ...words]);
    expect(note).toBe('');
    expect(JSON.parse(out)).toMatchObject({ info: { title: 'Shop' } });
  });
});

describe('what is wrong is told, with the code 2', () => {
  test.each([
    [
      'no Api',
      'export const a = 1; export const make = () => 1;',
      [],
      'The module exports no Api, but a, make; name a function that gives one with --export',
    ],
    ['nothing at all', '', [], 'The module exports no Api, but nothing;'],
    [
      'several',
      `${application}\nexport const b = new Api();`,
      [],
      'The module exports several Apis: api, b; choose one with --export',
    ],
    ['another name', application, ['--export', 'shop'], 'The module exports no shop, but api'],
    [
      'something else of that name',
      'export const api = 1;',
      ['--export', 'api'],
      'api is no Api, and has none as "api"',
    ],
    [
      'a function that gives something else',
      'export const make = () => 1;',
      ['--export', 'make'],
      'The function make gives no Api, and has none as "api"',
    ],
    [
      'a module that throws',
      'throw new Error("no database")',
      [],
      "can't be loaded: Error: no database",
    ],
    [
      'a schema that can’t be documented',
      application.replace(
        "'ping', {}",
        "'ping', { args: { a: { '~standard': { version: 1, vendor: 'own', validate: () => ({}) } } } }",
      ),
      [],
      'method ping of /api/v1, parameter "a"',
    ],
    ['a file that can’t be written', application, ['--out', '/dev/null/openapi.json'], 'ENOTDIR'],
  ])('%s', async (_, code, words, message) => {
    const result = await run([await module(code), ...words]);
    expect(result).toMatchObject({ code: 2, out: '' });
    expect(result.note).toContain(message);
  });

  test('a module that is not there', async () => {
    const { code, note } = await run(['./dist/nowhere.js']);
    expect(code).toBe(2);
    expect(note).toMatch(
      /^There is no module \.\/dist\/nowhere\.js \(\/.*\/dist\/nowhere\.js\)\n$/,
    );
  });

  test.each([
    [[], 'The module of the application is missing'],
    [['a.js', 'b.js'], 'One module is enough, but b.js came too'],
    [['a.js', '--check'], '--check needs --out, the file to look at'],
    [
      ['a.js', '--entrypoint', '/a'],
      '--entrypoint and --openrpc are options of jsonrpc-kit-openrpc',
    ],
    [['a.js', '--verbose'], "Unknown option '--verbose'"],
  ])('%j', async (words, message) => {
    const { code, note } = await run(words);
    expect(code).toBe(2);
    expect(note).toContain(message);
    expect(note).toContain('Try: jsonrpc-kit-openapi --help');
  });

  test('a version that is none', async () => {
    const { note } = await run(['a.js', '--openrpc', '2'], openRpcKind);
    expect(note).toContain('--openrpc takes 1.3 or 1.4, not 2');
  });
});

test('help tells the options', async () => {
  expect((await run(['--help'])).out).toContain('jsonrpc-kit-openapi <module> [options]');
  expect((await run(['-h'], openRpcKind)).out).toContain('--entrypoint <path>');
});

const main = (name: string) =>
  new URL(`../../dist/command/${name}-main.js`, import.meta.url).pathname;

describe('in a CommonJS module, as Node itself loads it,', () => {
  const coreFile = new URL(core).pathname;
  /** As TypeScript writes it. */
  const compiled = `
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    const { Api } = require('${coreFile}');
  `;

  test.each([
    ['it is found', `${compiled} exports.shop = new Api({ title: 'Shop' });`, []],
    ['as its default', `${compiled} exports.default = new Api({ title: 'Shop' });`, []],
    [
      'by its name',
      `${compiled} exports.a = new Api(); exports.b = new Api({ title: 'Shop' });`,
      ['--export', 'b'],
    ],
    [
      'where Node recognizes no names',
      `const { Api } = require('${coreFile}');
      module.exports = Object.fromEntries([['shop', new Api({ title: 'Shop' })]]);`,
      ['--export', 'shop'],
    ],
    [
      'where it is all of it',
      `const { Api } = require('${coreFile}'); module.exports = new Api({ title: 'Shop' });`,
      [],
    ],
  ])('%s', async (_, code, words) => {
    const path = await module(code, `${crypto.randomUUID()}.cjs`);
    const { stdout, stderr } = await execFile(process.execPath, [main('openapi'), path, ...words]);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ info: { title: 'Shop' } });
  });

  test.each([
    ['', 'nothing'],
    ['exports.app = 1; exports.default = 2;', 'app, default'],
  ])('with %j there is %s', async (code, names) => {
    const path = await module(compiled + code, `${crypto.randomUUID()}.cjs`);
    await expect(execFile(process.execPath, [main('openapi'), path])).rejects.toMatchObject({
      stderr: `The module exports no Api, but ${names}; name a function that gives one with --export\n`,
    });
  });
});

describe('the command itself', () => {
  test('ends, though the application keeps something open, and loses nothing of a long document', async () => {
    const path = await module(`${application}
      for (let n = 0; n < 300; n++) v1.method('method' + n, { description: 'x'.repeat(500) }, () => null);
      setInterval(() => {}, 1000);`);
    for (const name of ['openapi', 'openrpc']) {
      const { stdout } = await execFile(process.execPath, [main(name), path], { maxBuffer: 1e8 });
      expect(stdout.length).toBeGreaterThan(150_000);
      expect(JSON.parse(stdout)).toMatchObject({ info: { title: 'Shop' } });
    }
  });

  test('tells what to do about a kind of module that Node can’t load', async () => {
    const path = await module(application, 'api.vue');
    await expect(execFile(process.execPath, [main('openapi'), path])).rejects.toMatchObject({
      code: 2,
      stderr: `This Node can't load ${path}; build it and name the JavaScript, or have a loader do it, as NODE_OPTIONS='--import tsx'\n`,
    });
  });

  test('hands on the code', async () => {
    const failing = execFile(process.execPath, [main('openrpc'), 'nowhere.js']);
    await expect(failing).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no module nowhere.js') as unknown,
    });
  });
});
