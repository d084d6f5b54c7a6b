import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const packages = fileURLToPath(new URL('../..', import.meta.url));
const methods = fileURLToPath(new URL('../test/server/methods.ts', import.meta.url));
const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
const compiler = join(dirname(manifest), 'bin', 'tsc');

const PAGE = `
import { createClient } from '@jsonrpc-kit/client';
import type * as methods from '@bank/server/methods';
import type { AuthError } from '@bank/server/methods';

const bank = createClient<typeof methods, AuthError>({ url: '/rpc' });
export const balance: Promise<{ balance: number }> = bank.withdraw({ accountId: '1', amount: 5 });
void bank.nope();
`;

const MESSAGE =
  'The types of the methods are not resolved. ' +
  'Install @jsonrpc-kit/core beside the declarations of the server.';

/**
 * Compiles a page in a project outside of the repository that has the declarations of a server and
 * these packages installed. Returns the compiler's errors.
 */
function compilePage(...installed: readonly string[]): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'jsonrpc-kit-unresolved-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const server = join(folder, 'node_modules', '@bank', 'server');
  const scope = join(folder, 'node_modules', '@jsonrpc-kit');
  mkdirSync(server, { recursive: true });
  mkdirSync(scope);
  for (const name of installed) symlinkSync(join(packages, name), join(scope, name));
  const exports = { './methods': { types: './methods.d.ts' } };
  writeFileSync(join(server, 'package.json'), JSON.stringify({ type: 'module', exports }));
  writeFileSync(join(folder, 'page.ts'), PAGE);

  const emit = ['--declaration', '--emitDeclarationOnly', '--outDir', server];
  const serverErrors = tsc(folder, [...emit, '--module', 'nodenext', methods]);
  const page = ['--noEmit', '--module', 'preserve', '--types', '', 'page.ts'];
  return [...serverErrors, ...tsc(folder, page)];
}

function tsc(folder: string, args: readonly string[]): readonly string[] {
  const options = ['--ignoreConfig', '--strict', '--skipLibCheck', '--target', 'es2023'];
  const { stdout } = spawnSync(
    process.execPath,
    [compiler, '--pretty', 'false', ...options, ...args],
    { cwd: folder, encoding: 'utf8' },
  );
  return stdout.split('\n').filter((line) => line !== '');
}

test('the type of a client names the cause when the declarations of the server do not find the core', () => {
  const errors = compilePage('client');
  expect(errors).toEqual([
    expect.stringContaining("error TS2339: Property 'withdraw' does not exist on type"),
    expect.stringContaining("error TS2339: Property 'nope' does not exist on type"),
  ]);
  for (const error of errors) expect(error).toContain(MESSAGE);
});

test('a client has the methods when the declarations of the server find the core', () => {
  const errors = compilePage('client', 'core');
  expect(errors).toEqual([
    expect.stringContaining("error TS2339: Property 'nope' does not exist on type"),
  ]);
  expect(errors[0]).not.toContain(MESSAGE);
});
