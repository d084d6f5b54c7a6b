import { readFile } from 'node:fs/promises';
import type { Api } from '@jsonrpc-kit/core';
import type { Change, IgnoredChange } from '@jsonrpc-kit/openrpc/diff';

/** Options for `toKeepContract()`. */
export interface ContractOptions {
  /**
   * The changes that fail: those that break clients at run time (`wire`), or also those that only break
   * them at compile time (`types`). Default: `wire`.
   */
  readonly failOn?: 'types' | 'wire';
  /** Whether to accept changes of which the comparison can't say if they break clients. Default: false. */
  readonly allowUnknown?: boolean;
  /**
   * The path of a JSON file of accepted changes, as for `jsonrpc-kit diff --ignore`. The matcher fails for
   * an entry that has expired. Default: none.
   */
  readonly ignore?: string;
}

/** The matcher that this package adds to `expect()` for an `Api`. */
export interface ContractMatchers {
  /**
   * Expects that clients of an OpenRPC document still work with the api. Await the result. The matcher
   * needs the package `@jsonrpc-kit/schema`.
   *
   * @param path of the document that `jsonrpc-kit snapshot` wrote, relative to the working directory
   */
  toKeepContract: (path: string, options?: ContractOptions) => Promise<void>;
}

interface ContractResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** Compares the document of an api with a file. */
export async function matchContract(
  api: Api,
  path: string,
  { failOn = 'wire', allowUnknown = false, ignore }: ContractOptions = {},
): Promise<ContractResult> {
  const [{ openrpc }, { diff, ignoreChanges, isBreaking, parseIgnoreList }] = await Promise.all([
    import('@jsonrpc-kit/schema'),
    import('@jsonrpc-kit/openrpc/diff'),
  ]);
  const accepted = ignore === undefined ? [] : parseIgnoreList(await readIgnoreFile(ignore));
  const { changes, expired } = ignoreChanges(
    diff(await readBaseline(path), openrpc(api)),
    accepted,
  );
  const broken = changes.filter(({ severity }) =>
    severity === 'unknown' ? !allowUnknown : isBreaking(severity, failOn),
  );
  if (expired.length > 0) throw new Error(`${ignore}: ${describeExpired(expired)}`);
  const pass = broken.length === 0;
  return {
    pass,
    message: () =>
      pass
        ? `expected the api to break the contract of ${path}, but it keeps it`
        : `expected the api to keep the contract of ${path}, but it breaks it:\n${listChanges(broken)}\n` +
          'Undo the changes. If you intend them, accept them in the file of the option "ignore".',
  };
}

/** @throws Error that names the file, and says what to write */
async function readJson(what: string, path: string, fix: string): Promise<object> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as object;
  } catch (cause) {
    const { message } = cause as Error;
    throw new Error(`Can't read ${what} ${path}: ${message}. ${fix}`, { cause });
  }
}

function readBaseline(path: string): Promise<object> {
  const fix = 'Write the document of the last release with "jsonrpc-kit snapshot"';
  return readJson('the contract', path, fix);
}

function readIgnoreFile(path: string): Promise<object> {
  return readJson('the accepted changes', path, 'Without any, the file contains { "ignore": [] }');
}

function describeExpired(entries: readonly IgnoredChange[]): string {
  const names = entries.map(({ rule, method }) => `${rule}${method ? ` of ${method}` : ''}`);
  return `accepted changes have expired: ${names.join(', ')}. Undo them, or extend the entries`;
}

/** Lists the changes of each method below its name. */
function listChanges(changes: readonly Change[]): string {
  const lines = changes.flatMap((change, index) => {
    const name = nameOf(change);
    const previous = changes[index - 1];
    const isFirst = previous === undefined || nameOf(previous) !== name;
    return [...(isFirst ? [`  ${name}`] : []), `    ${change.message} (${change.rule})`];
  });
  return lines.join('\n');
}

function nameOf({ method, entrypoint }: Change): string {
  if (method === undefined) return 'the document';
  return entrypoint === undefined ? method : `${method} (${entrypoint})`;
}
