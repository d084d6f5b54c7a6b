import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonrpcKit } from './jsonrpc-kit.js';
import { guidePage } from '../diff/report/rule-page.js';

const param = (schema: object, required = true): object => ({ name: 'amount', required, schema });
const documentOf = (...params: readonly object[]): object => ({
  openrpc: '1.3.2',
  methods: [{ name: 'withdraw', params, result: { name: 'result', schema: { type: 'string' } } }],
});
const integer = documentOf(param({ type: 'integer' }));
const limited = documentOf(param({ type: 'integer', maximum: 5 }));
const withHint = documentOf(param({ type: 'integer' }), { name: 'hint', schema: {} });
const undecided = documentOf(param({ type: 'integer', not: { const: 7 } }));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jsonrpc-kit-diff-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function file(
  content: object | string,
  name = `${crypto.randomUUID()}.json`,
): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

/** Creates a project with a generator of documents, and returns the path of a module in it. */
async function project(name: string, generator: string): Promise<string> {
  const installed = join(folder, name, 'node_modules/@jsonrpc-kit/schema');
  await mkdir(installed, { recursive: true });
  const manifest = { type: 'module', exports: { './internal/command': './command.js' } };
  await writeFile(join(installed, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(installed, 'command.js'), generator);
  return file('', join(name, 'api.mjs'));
}

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(...args: readonly string[]): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const code = await jsonrpcKit(['diff', ...args], {
    stdout: (text) => (written.stdout += text),
    stderr: (text) => (written.stderr += text),
  });
  return { code, ...written };
}

async function compare(old: object, next: object, ...options: readonly string[]): Promise<Outcome> {
  return run(await file(old), await file(next), ...options);
}

describe('jsonrpc-kit diff', () => {
  test('exits with 0 for a compatible change and reports it', async () => {
    const { code, stdout, stderr } = await compare(integer, withHint);
    expect([code, stderr]).toEqual([0, '1 change: wire 0, unknown 0, types 0, compatible 1\n']);
    expect(stdout).toContain('The param "hint" was added. Existing clients do not send it');
  });

  test('exits with 1 for a change that breaks clients and says where it is', async () => {
    const { code, stdout } = await compare(integer, limited);
    expect(code).toBe(1);
    expect(stdout).toBe(
      `Breaks clients at run time (1)

  withdraw
    The param "amount" no longer accepts numbers above 5. Clients that send a value outside the limits get InvalidParams
      param-constraint-narrowed  old /methods/0/params/0/schema  new /methods/0/params/0/schema/maximum

How to avoid these changes, or make them in steps:
  jsonrpc-kit rule param-constraint-narrowed
`,
    );
  });

  test('fails for changes that could not be decided, unless --allow-unknown is set', async () => {
    expect((await compare(integer, undecided)).code).toBe(1);
    expect((await compare(integer, undecided, '--allow-unknown')).code).toBe(0);
  });

  test('fails for changes of types only with --fail-on types', async () => {
    const components = { components: { schemas: { Amount: {} } } };
    const old = { ...integer, ...components };
    expect((await compare(old, integer)).code).toBe(0);
    expect((await compare(old, integer, '--fail-on', 'types')).code).toBe(1);
  });

  test('writes changes as JSON, as Markdown and as annotations of GitHub', async () => {
    const json = await compare(integer, limited, '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      changes: [
        {
          rule: 'param-constraint-narrowed',
          severity: 'wire',
          method: 'withdraw',
        },
      ],
      ignored: [],
    });
    const { stdout: markdown } = await compare(integer, limited, '--markdown');
    expect(markdown).toContain('## Breaks clients at run time\n\n### withdraw\n\n- The param');
    const { stdout: github } = await run(
      await file(integer),
      await file(limited, 'a,b.json'),
      '--github',
    );
    expect(github).toMatch(
      /^::error file=.*a%2Cb\.json,title=param-constraint-narrowed in withdraw::The param "amount"/,
    );
    expect(github).toContain('Run "jsonrpc-kit rule param-constraint-narrowed"');
  });

  test('compares a URL with a module that exports the Api', async () => {
    const server = createServer((_, response) => response.end(JSON.stringify(integer)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const module = await project('shop', 'export const loadOpenRpc = () => ({ methods: [] });');
    const { stdout } = await run(`http://127.0.0.1:${port}`, module);
    server.close();
    expect(stdout).toContain('The method "withdraw" was removed');
  });

  test('ends after --timeout while it reads a document, and while it compares', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    expect(await run(url, await file(integer), '--timeout', '100')).toEqual({
      code: 2,
      stdout: '',
      stderr: `Can't read ${url}: it did not arrive in time\n`,
    });
    silent.closeAllConnections();
    silent.close();

    // Each of these patterns takes the second that a pattern may take.
    const slow = (schemaOf: (index: number) => object): object =>
      documentOf(
        ...Array.from({ length: 20 }, (_, index) => ({
          name: `p${index}`,
          schema: schemaOf(index),
        })),
      );
    const old = slow((index) => ({ enum: [`${'a'.repeat(40 + index)}!`] }));
    const next = slow((index) => ({ pattern: `^(a+)+[${index}]$` }));
    const { code, stderr } = await compare(old, next, '--timeout', '1000');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^The comparison did not end within [\d.]+ s\. It had compared 0 of 1 methods/,
    );
  });

  test('escapes the control characters of a document, which could clear the terminal', async () => {
    const main = fileURLToPath(new URL('../../dist/command/main.js', import.meta.url));
    const named = (name: string): object => ({ openrpc: '1.3.2', methods: [{ name, params: [] }] });
    const paths = [await file(named('a\u001b[2J\u202eb')), await file(named('b'))];
    const { stdout } = spawnSync(process.execPath, [main, 'diff', ...paths], { encoding: 'utf8' });
    expect(stdout).toContain(String.raw`The method "a\u001b[2J\u202eb" was renamed`);
    expect(stdout).not.toContain('\u001b[2J');
  });

  test('says what to install to compare a module', async () => {
    const main = fileURLToPath(new URL('../../dist/command/main.js', import.meta.url));
    const path = await file('', 'api.mjs');
    // Vitest sets NODE_PATH to a folder with all packages of this repository.
    const options = { cwd: folder, env: {}, encoding: 'utf8' } as const;
    expect(spawnSync(process.execPath, [main, 'diff', path, path], options)).toMatchObject({
      status: 2,
      stdout: '',
      stderr: 'This needs @jsonrpc-kit/schema. Install it in the project of the application\n',
    });
  });

  test.each([
    [['only-one.json'], 'Expected two documents, <old> and <new>, but got 1'],
    [['a.json', 'b.json', '--fail-on', 'all'], '--fail-on must be wire or types, not all'],
    [['a.json', 'b.json', '--json', '--github'], 'Choose one of --json, --github'],
    [
      ['a.json', 'b.json', '--allow-remote', 'x'],
      '--allow-remote must be an origin such as https://',
    ],
    [
      ['a.json', 'b.json', '--allow-remote', 'https://a.example/b'],
      'must be an origin such as https://example.org, not https://a.example/b',
    ],
    [['a.json', 'b.json', '--timeout', '1s'], '--timeout must be a positive integer, not 1s'],
    [['missing.json', 'b.json'], "Can't read missing.json: ENOENT"],
    [['ftp://example.org/a.json', 'b.json'], 'only files and addresses that start with http:'],
    [['http://127.0.0.1:1', 'b.json'], "Can't read http://127.0.0.1:1: fetch failed: bad port"],
  ])('exits with 2 for %j and says what is wrong', async (args, message) => {
    const { code, stderr } = await run(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test('prints its help with the address of the guide', async () => {
    const { code, stdout, stderr } = await run('--help');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(
      `Severities, rules and examples: ${guidePage() ?? 'jsonrpc-kit rule --help'}`,
    );
  });

  test('refers to --help for wrong arguments only', async () => {
    expect((await run('--all')).stderr).toContain('Run "jsonrpc-kit diff --help" for usage.');
    expect((await run('a.json', 'b.json')).stderr).not.toContain('--help');
  });

  test('writes each severity in its color to a terminal', async () => {
    const written: string[] = [];
    const args = ['diff', await file(integer), await file(limited)];
    const output = { stdout: (text: string) => written.push(text), stderr: () => true };
    await jsonrpcKit(args, { ...output, hasColor: true });
    expect(written.join('')).toContain('\u001b[31mparam-constraint-narrowed\u001b[0m');
  });
});

describe('jsonrpc-kit', () => {
  const written = { stdout: '', stderr: '' };
  const kit = async (...args: readonly string[]): Promise<Outcome> => {
    Object.assign(written, { stdout: '', stderr: '' });
    const code = await jsonrpcKit(args, {
      stdout: (text) => (written.stdout += text),
      stderr: (text) => (written.stderr += text),
    });
    return { code, ...written };
  };

  test('lists its commands for --help', async () => {
    const { code, stdout } = await kit('--help');
    expect(code).toBe(0);
    expect(stdout).toContain('diff <old> <new>   reports which changes');
    expect(await kit('-h')).toEqual({ code, stdout, stderr: '' });
  });

  test.each([
    [[], 'Expected the command "diff", "rule", "openapi", "openrpc" or "snapshot"\n'],
    [
      ['a.js'],
      'Expected the command "diff", "rule", "openapi", "openrpc" or "snapshot", not "a.js"\n',
    ],
  ])('rejects the arguments %j and refers to --help', async (args, message) => {
    expect(await kit(...args)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${message}Run "jsonrpc-kit --help" for usage.\n`,
    });
  });

  test('runs the command of the schema package in the project of the module', async () => {
    const generator = `export const runSchemaCommand = async (args, { stdout }) => {
      stdout(args.slice(0, 1).join());
      return 1;
    };`;
    const module = await project('bank', generator);
    expect(await kit('openapi', module)).toEqual({ code: 1, stdout: 'openapi', stderr: '' });
  });
});

describe('the ignore file of jsonrpc-kit diff', () => {
  const entry = {
    rule: 'param-constraint-narrowed',
    method: 'withdraw',
    reason: 'All clients were updated',
    expires: '9999-12-31',
  };
  const ignoring = async (...ignore: readonly object[]): Promise<Outcome> =>
    compare(integer, limited, '--ignore', await file({ ignore }));

  test('accepts a change for a reason until a date', async () => {
    expect(await ignoring(entry)).toMatchObject({ code: 0, stdout: 'No changes\n' });
  });

  test('fails for an entry that has expired, even without its change', async () => {
    const expired = { ...entry, expires: '2020-01-31' };
    expect((await ignoring(expired)).code).toBe(1);
    const path = await file({ ignore: [expired] });
    const { code, stderr } = await compare(integer, integer, '--ignore', path);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'Expired in the ignore file: param-constraint-narrowed in withdraw (2020-01-31)',
    );
  });

  test('reports an entry that no change matches', async () => {
    const { code, stderr } = await ignoring({ ...entry, method: 'deposit' });
    expect(code).toBe(1);
    expect(stderr).toContain('Unused in the ignore file: param-constraint-narrowed in deposit');
  });

  test.each([
    [{ ...entry, rule: 'no-such-rule' }, 'ignore[0]: "rule" is not the id of a rule'],
    [{ ...entry, reason: ' ' }, 'ignore[0]: "reason" is missing'],
    [{ ...entry, expires: 'never' }, 'ignore[0]: "expires" is not a date such as 2027-01-31'],
    [{ ...entry, expires: '2027-99-31' }, 'ignore[0]: "expires" is not a date such as 2027-01-31'],
  ])('rejects the entry %j', async (wrong, message) => {
    const { code, stderr } = await ignoring(wrong);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});
