import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

// Inside a package that has `@jsonrpc-kit/core` as a dependency, as a user's package does.
const folder = join(import.meta.dirname, '../.report/declarations');

beforeAll(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Compiles a module with declarations. Returns the declarations. */
async function emitDeclarations(code: string, flags: readonly string[]): Promise<string> {
  const file = join(folder, 'module.ts');
  writeFileSync(file, code);
  const strict = ['--ignoreConfig', '--strict', '--target', 'es2023', '--module', 'nodenext'];
  const emit = [
    '--declaration',
    '--emitDeclarationOnly',
    '--rootDir',
    folder,
    '--outDir',
    join(folder, 'dist'),
  ];
  // The compiler writes problems to standard output, which is part of the error of a failure.
  await promisify(execFile)('npx', ['tsc', ...strict, ...emit, '--types', 'node', ...flags, file]);
  const [output = ''] = readdirSync(join(folder, 'dist')).filter((name) => name.endsWith('.d.ts'));
  return readFileSync(join(folder, 'dist', output), 'utf8');
}

const importedFrom = (declarations: string): readonly string[] =>
  [...new Set(declarations.match(/(?<=["'])@jsonrpc-kit[^"']*/g))].toSorted();

test('inferred declarations import their types from the main export and from ./types', async () => {
  const code = `
    import * as v from 'valibot';
    import { anyOfSecurity, apiKeyHeader, contextSource, cookie, defineError, defineMethod, dependency, Entrypoint,
      header, httpBasic, httpBearer, params, resource, transactionDependency } from '@jsonrpc-kit/core';
    export const sources = { a: header(v.string()), b: cookie(v.string()), c: params(v.object({ d: v.number() })) };
    export const security = anyOfSecurity({ basic: httpBasic(), bearer: httpBearer(), key: apiKeyHeader('key') });
    export const path = contextSource(({ signal }) => signal.aborted);
    export const database = resource<{ transaction<T>(run: () => Promise<T>): Promise<T> }>('database');
    export const transaction = transactionDependency({ db: database }, ({ db }, run) => db.transaction(async () => run(1)));
    export const user = dependency({ a: sources.a }, ({ a }) => ({ name: a }));
    export class Gone extends defineError({ code: 6001, message: 'Gone', data: v.object({ id: v.string() }) }) {}
    export const v1 = new Entrypoint('/v1', { errors: [Gone] });
    export const pay = v1.method('pay', { args: { amount: v.number(), user } }, ({ amount }) => ({ amount }));
    export const add = defineMethod('add', { args: { path } }, () => 1);
  `;
  const declarations = await emitDeclarations(code, []);
  expect(declarations).toContain('readonly name: "pay"');
  expect(importedFrom(declarations)).toEqual(['@jsonrpc-kit/core', '@jsonrpc-kit/core/types']);
});

test('a module with isolatedDeclarations can name the type of each declaration', async () => {
  const code = `
    import * as v from 'valibot';
    import { type Dependency, defineMethod, dependency, header } from '@jsonrpc-kit/core';
    import type { DeclaredMethod, HeaderSource } from '@jsonrpc-kit/core/types';
    export const token: HeaderSource<string> = header(v.string());
    export const user: Dependency<{ name: string }> = dependency({ token },
      (args) => ({ name: args.token }));
    export const ping: DeclaredMethod<'ping', {}, undefined, [], 'pong'> = defineMethod('ping', {}, () => 'pong');
  `;
  const declarations = await emitDeclarations(code, ['--isolatedDeclarations']);
  expect(declarations).toContain('ping: DeclaredMethod');
});

test('inferred declarations can name each type of the client', async () => {
  const code = `
    import { createClient, safe, type RemoteMethods } from '@jsonrpc-kit/client';
    import { webSocket } from '@jsonrpc-kit/client/websocket';
    type Methods = RemoteMethods<{
      add: { params: [number, number]; result: number };
      put: { params: { at: Date }; idempotent: true };
      ticks: { event: number };
    }>;
    const options = { idempotent: { put: true } } as const;
    export const untyped = createClient({ url: '/' });
    export const unknownCall = untyped.$call('a', {});
    export const client = createClient<Methods>({ url: '/', ...options });
    export const { add, put, $call, $notify, $batch } = client;
    export const call = client.add([1, 2]);
    export const outcome = await safe(call);
    export const batch = client.$batch((b) => [b.add([1, 2]), b.put({ at: new Date() }, { idempotencyKey: '' })]);
    export const outcomes = client.$batch.safe((b) => [b.add([1, 2]), b.$notify.add([1, 2])]);
    export const connected = createClient<Methods>({ ...options, transport: webSocket({ url: '/' }),
      subscriptions: { ticks: true } });
    export const { ticks, $subscribe, $close } = connected;
    export const events = connected.ticks({}, { onGap: (gap) => gap.code });
  `;
  const declarations = await emitDeclarations(code, []);
  expect(declarations).toContain(
    'connected: import("@jsonrpc-kit/client/types").ResolvedConnectedClient',
  );
});
