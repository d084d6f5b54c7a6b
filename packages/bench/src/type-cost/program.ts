import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PER_FILE = 50;
/** How many methods share an error. */
const PER_ERROR = 10;

/**
 * Writes a server with methods, and a client with calls, into an empty folder. Each method has four
 * parameters, one of them from a dependency, an object as its result, and an error. Every tenth call
 * handles its error.
 */
export function writeProgram(folder: string, methods: number, calls: number): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  write('entrypoint.ts', entrypoint);
  write('errors.ts', errorHead + numbers(0, Math.ceil(methods / PER_ERROR), error));
  write('client.ts', client);
  let exports = '';
  for (let first = 0; first < methods; first += PER_FILE) {
    const end = Math.min(first + PER_FILE, methods);
    write(`methods-${first}.ts`, methodHead + numbers(first, end, method));
    exports += `export * from './methods-${first}.js';\n`;
  }
  write('methods.ts', exports);
  for (let first = 0; first < calls; first += PER_FILE) {
    const end = Math.min(first + PER_FILE, calls);
    write(`calls-${first}.ts`, callHead + numbers(first, end, (number) => call(number, methods)));
  }
}

function numbers(first: number, end: number, text: (number: number) => string): string {
  return Array.from({ length: end - first }, (_, index) => text(first + index)).join('');
}

const compilerOptions = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
};

const entrypoint = `import { defineError, dependency, Entrypoint, header } from '@jsonrpc-kit/core';
import * as v from 'valibot';
class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}
export const v1 = new Entrypoint('/rpc', { errors: [AuthError, ...Entrypoint.defaultErrors] });
const user = dependency({ token: header(v.string()) }, ({ token }) => ({ name: token }));
export const account = dependency({ accountId: v.string(), user }, ({ accountId, user }) => ({
  id: accountId,
  owner: user.name,
}));
export const Amount = v.pipe(v.number(), v.integer(), v.gtValue(0));
`;

const errorHead = `import { defineError } from '@jsonrpc-kit/core';
import * as v from 'valibot';
`;

const error = (number: number): string => `
export class Error${number} extends defineError({
  code: ${number},
  message: 'Error ${number}',
  data: v.object({ balance: v.number() }),
}) {}
`;

const methodHead = `import * as v from 'valibot';
import { account, Amount, v1 } from './entrypoint.js';
import * as errors from './errors.js';
`;

const errorOf = (number: number): number => Math.floor(number / PER_ERROR);

const method = (number: number): string => `
export const method${number} = v1.method(
  'method.${number}',
  {
    args: { amount: Amount, kind: v.picklist(['a', 'b']), note: v.optional(v.string()), account },
    result: v.object({
      total${number}: v.number(),
      lines: v.array(v.object({ at: v.string(), by: v.nullable(v.string()) })),
    }),
    errors: [errors.Error${errorOf(number)}],
  },
  async ({ amount, kind, note, account }) => {
    if (kind === 'b') throw new errors.Error${errorOf(number)}({ balance: amount });
    return { total${number}: amount, lines: [{ at: account.id, by: note ?? null }] };
  },
);
`;

const client = `import { createClient } from '@jsonrpc-kit/client';
import type * as methods from './methods.js';
export const client = createClient<typeof methods>({ url: '/rpc' });
`;

const callHead = `import { safe } from '@jsonrpc-kit/client';
import { client } from './client.js';
`;

function call(number: number, methods: number): string {
  const name = number % methods;
  const pending = `client['method.${name}']({ accountId: 'x', amount: ${number}, kind: 'a' })`;
  const body =
    number % 10 === 0
      ? `const outcome = await safe(${pending});
  if (outcome.ok) return outcome.result.total${name};
  return outcome.error.code === ${errorOf(name)} ? outcome.error.data.balance : 0;`
      : `const { total${name}, lines } = await ${pending};
  return total${name} + lines.length;`;
  return `
export async function call${number}(): Promise<number> {
  ${body}
}
`;
}
