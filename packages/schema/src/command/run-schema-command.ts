import { readFile, writeFile } from 'node:fs/promises';
import type { Api } from '@jsonrpc-kit/core/description';
import type { CommandOutput } from '@jsonrpc-kit/openrpc/internal';
import { openapi } from '../openapi/openapi.js';
import { openrpc } from '../openrpc/openrpc.js';
import { FORMAT_NAMES, type GenerateCommand, HELP, parseCommandLine } from './command-line.js';
import { loadApi } from './load-api.js';

/**
 * Runs `jsonrpc-kit openapi`, `openrpc` or `snapshot`.
 *
 * @param args the arguments of the command line, which begin with the name of the command
 * @returns the exit code: 0, or 1 if `--check` has found a difference
 * @throws Error that says why the document can't be generated; UsageError for wrong arguments
 */
export async function runSchemaCommand(
  args: readonly string[],
  output: CommandOutput,
): Promise<0 | 1> {
  const command = parseCommandLine(args);
  if (command === undefined) {
    await output.stdout(HELP);
    return 0;
  }
  const { format, module, exportName, out, isCheck } = command;
  const schema = generateSchema(await loadApi(module, exportName), command);
  const text = `${JSON.stringify(schema, undefined, 2)}\n`;
  if (out === undefined) {
    await output.stdout(text);
  } else if (!isCheck) {
    await writeFile(out, text);
    await output.stdout(`The ${FORMAT_NAMES[format]} document is in ${out}\n`);
  } else if ((await readIfExists(out)) !== text) {
    await output.stderr(
      `${out} differs from the ${FORMAT_NAMES[format]} document of ${module}. Run ` +
        `"jsonrpc-kit ${format}" with the same options but without --check to update it.\n`,
    );
    return 1;
  }
  return 0;
}

/**
 * Generates the OpenRPC document of the `Api` that a module exports.
 *
 * @param module relative to the working directory
 * @param exportName the export to use, if the module exports several Apis or a function
 * @throws Error that says why the module can't be loaded, or what it exports instead
 */
export async function loadOpenRpc(module: string, exportName: string | undefined): Promise<object> {
  return openrpc(await loadApi(module, exportName));
}

function generateSchema(api: Api, command: GenerateCommand): object {
  const { format, fineNames, openrpcVersion, entrypoint: path } = command;
  const options = { jsonrpcComponentsFineNames: fineNames };
  if (format === 'openapi') return openapi(api, options);
  if (path === undefined) return openrpc(api, { ...options, openrpcVersion });
  const entrypoint = api.entrypoints.find((one) => one.path === path);
  if (entrypoint === undefined) {
    const paths = api.entrypoints.map((one) => one.path).join(', ');
    throw new TypeError(`The Api has no entrypoint ${path}. Its entrypoints are: ${paths}`);
  }
  const { title, version, description, servers } = api;
  return openrpc(entrypoint, { ...options, openrpcVersion, title, version, description, servers });
}

async function readIfExists(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
    throw error;
  }
}
