import { readFile } from 'node:fs/promises';
import type { Api } from '@jsonrpc-kit/core';
import type { Change } from '@jsonrpc-kit/openrpc/diff';

/** Options for `toKeepContract()`. */
export interface ContractOptions {
  /**
   * The changes that fail: those that break clients at run time (`wire`), or also those that only break
   * them at compile time (`types`). Default: `wire`.
   */
  readonly failOn?: 'types' | 'wire';
  /** Whether to accept changes of which the comparison can't say if they break clients. Default: false. */
  readonly allowUnknown?: boolean;
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
  { failOn = 'wire', allowUnknown = false }: ContractOptions = {},
): Promise<ContractResult> {
  const [{ openrpc }, { diff, isBreaking }] = await Promise.all([
    import('@jsonrpc-kit/schema'),
    import('@jsonrpc-kit/openrpc/diff'),
  ]);
  const broken = diff(await readBaseline(path), openrpc(api)).filter(({ severity }) =>
    severity === 'unknown' ? !allowUnknown : isBreaking(severity, failOn),
  );
  const pass = broken.length === 0;
  return {
    pass,
    message: () =>
      pass
        ? `expected the api to break the contract of ${path}, but it keeps it`
        : `expected the api to keep the contract of ${path}, but it breaks it:\n${listChanges(broken)}\n` +
          `Undo the changes. If you intend them, write the document again with "jsonrpc-kit snapshot".`,
  };
}

/** @throws Error that says how to write a missing document */
async function readBaseline(path: string): Promise<object> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as object;
  } catch (cause) {
    const { message } = cause as Error;
    const fix = 'Write the document of the last release with "jsonrpc-kit snapshot"';
    throw new Error(`Can't read the contract ${path}: ${message}. ${fix}`, { cause });
  }
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
