import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientOptions } from '@jsonrpc-kit/client';

/** How large the program is that the compiler has to check. */
export interface ProgramSize {
  readonly methods: number;
  /** Calls by the client; each calls another method, from the first one on again. */
  readonly calls: number;
}

const PER_FILE = 50;
/** How many methods have an error and a line of their result in common. */
const PER_DOMAIN = 10;

/**
 * Writes a server of so many methods, and a client that makes so many calls, into an empty folder.
 * The methods are as an application has them: four parameters, one of them of a dependency, an
 * object as the result, an error that ten methods share. Every tenth call looks at its error.
 */
export function writeProgram(folder: string, { methods, calls }: ProgramSize): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

  const methodFiles = split(methods).map((numbers, file) => {
    write(`methods-${file}.ts`, SERVER_HEAD + numbers.map(declaration).join('\n'));
    return `export * from './methods-${file}.js';\n`;
  });
  write('entrypoint.ts', ENTRYPOINT);
  const domains = Array.from({ length: Math.ceil(methods / PER_DOMAIN) }, (_, number) => number);
  write('domains.ts', DOMAINS_HEAD + domains.map(domain).join(''));
  write('methods.ts', methodFiles.join(''));
  write('client.ts', CLIENT);
  for (const [file, numbers] of split(calls).entries()) {
    const text = numbers.map((number) => call(number, methods)).join('\n');
    write(`calls-${file}.ts`, CALLS_HEAD + text);
  }
  write('tsconfig.json', TSCONFIG);
}

/** The numbers below `count`, in portions for a file each. */
function split(count: number): readonly (readonly number[])[] {
  const files = Array.from({ length: Math.ceil(count / PER_FILE) }, (_, file) => file * PER_FILE);
  return files.map((first) =>
    Array.from({ length: Math.min(PER_FILE, count - first) }, (_, number) => first + number),
  );
}

const domainOf = (method: number): number => Math.floor(method / PER_DOMAIN);

const TSCONFIG = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "nodenext",
    "strict": true,
    "exactOptionalPropertyTypes": true,
    "noUncheckedIndexedAccess": true,
    "skipLibCheck": true,
    "noEmit": true,
    "types": ["node"]
  },
  "include": ["*.ts"]
}
`;

const ENTRYPOINT = `import { defineError, dependency, Entrypoint, header } from '@jsonrpc-kit/core';
import * as v from 'valibot';

export class AuthError extends defineError({ code: 7000, message: 'Auth error' }) {}
export const v1 = new Entrypoint('/rpc', { errors: [AuthError, ...Entrypoint.defaultErrors] });
const user = dependency({ token: header(v.string()) }, ({ token }) => ({ name: token }));
export const account = dependency({ accountId: v.string(), user }, ({ accountId, user }) => ({
  id: accountId,
  owner: user.name,
}));
`;

const DOMAINS_HEAD = `import { defineError } from '@jsonrpc-kit/core';
import * as v from 'valibot';

export const Amount = v.pipe(v.number(), v.integer(), v.gtValue(0));
`;

const domain = (number: number): string => `
export class Error${number} extends defineError({
  code: ${number},
  message: 'Error ${number}',
  data: v.object({ balance: v.number() }),
}) {}
export const Line${number} = v.object({ at: v.string(), by: v.nullable(v.string()) });
`;

const SERVER_HEAD = `import * as v from 'valibot';
import { account, v1 } from './entrypoint.js';
import * as domain from './domains.js';
`;

const declaration = (number: number): string => `
export const method${number} = v1.method(
  'method.${number}',
  {
    args: {
      amount: domain.Amount,
      kind: v.picklist(['a', 'b']),
      note: v.optional(v.string()),
      account,
    },
    result: v.object({ total${number}: v.number(), lines: v.array(domain.Line${domainOf(number)}) }),
    errors: [domain.Error${domainOf(number)}],
  },
  async ({ amount, kind, note, account }) => {
    if (kind === 'b') throw new domain.Error${domainOf(number)}({ balance: amount });
    return { total${number}: amount, lines: [{ at: account.id, by: note ?? null }] };
  },
);
`;

const OPTIONS: ClientOptions = { url: '/rpc', timeout: 5_000 };

const CLIENT = `import { createClient } from '@jsonrpc-kit/client';
import type * as methods from './methods.js';

export const client = createClient<typeof methods>(${JSON.stringify(OPTIONS)});
`;

const CALLS_HEAD = `import { safe } from '@jsonrpc-kit/client';
import { client } from './client.js';
`;

function call(number: number, methods: number): string {
  const method = number % methods;
  const made = `client['method.${method}']({ accountId: 'x', amount: ${number}, kind: 'a' })`;
  return number % 10 === 0 ? carefulCall(number, method, made) : plainCall(number, method, made);
}

const plainCall = (number: number, method: number, made: string): string => `
export async function call${number}(): Promise<number> {
  const { total${method}, lines } = await ${made};
  return total${method} + lines.length;
}
`;

const carefulCall = (number: number, method: number, made: string): string => `
export async function call${number}(): Promise<number> {
  const answer = await safe(${made});
  if (answer.ok) return answer.result.total${method};
  return answer.error.code === ${domainOf(method)} ? answer.error.data.balance : 0;
}
`;
