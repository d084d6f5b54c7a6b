import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CommandOutput } from './run-command.js';

/** What this package uses of `@jsonrpc-kit/schema/internal/command`. */
interface SchemaCommands {
  /** Runs `openapi`, `openrpc` or `snapshot`. */
  readonly runSchemaCommand: (args: readonly string[], output: CommandOutput) => Promise<0 | 1>;
  /** Generates the OpenRPC document of the `Api` that a module exports. */
  readonly loadOpenRpc: (module: string, exportName: string | undefined) => Promise<object>;
}

const NAME = '@jsonrpc-kit/schema';

/**
 * Imports the generator of documents from the project of the application: this package doesn't depend on it, so
 * that documents of other servers can be compared without it.
 *
 * @param paths the arguments of the command, one of which may be a module of the application
 * @throws Error if it isn't installed
 */
export async function loadSchemaCommands(paths: readonly string[]): Promise<SchemaCommands> {
  for (const path of [...paths.map((one) => resolve(one)), join(process.cwd(), 'package.json')]) {
    const found = find(path);
    if (found !== undefined) return (await import(pathToFileURL(found).href)) as SchemaCommands;
  }
  throw new Error(`This needs ${NAME}. Install it in the project of the application`);
}

function find(path: string): string | undefined {
  try {
    return createRequire(path).resolve(`${NAME}/internal/command`);
  } catch {
    return undefined;
  }
}
