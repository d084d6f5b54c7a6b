import { readFile, writeFile } from 'node:fs/promises';
import type { Api } from '@jsonrpc-kit/core/description';
import { openapi } from '../openapi/openapi.js';
import { openrpc } from '../openrpc/openrpc.js';
import { runDiff } from '../diff/command/run-diff.js';
import { FORMAT_NAMES, type GenerateCommand, HELP, parseCommandLine } from './command-line.js';
import { loadApi } from './load-api.js';

export interface CommandOutput {
  readonly stdout: (text: string) => unknown;
  readonly stderr: (text: string) => unknown;
  /** Whether `stdout` shows colors. Default: false */
  readonly hasColor?: boolean;
}

/** Runs the command and returns its exit code. */
export async function runCommand(
  args: readonly string[],
  output: CommandOutput,
): Promise<0 | 1 | 2> {
  if (args[0] === 'diff') return runDiff(args.slice(1), output);
  const command = parseCommandLine(args);
  if (command.kind === 'help') {
    await output.stdout(HELP);
    return 0;
  }
  if (command.kind === 'invalid') {
    await output.stderr(`${command.message}\nRun "jsonrpc-kit --help" for usage.\n`);
    return 2;
  }
  try {
    return await generate(command, output);
  } catch (error) {
    await output.stderr(`${(error as Error).message}\n`);
    return 2;
  }
}

async function generate(command: GenerateCommand, output: CommandOutput): Promise<0 | 1> {
  const { format, module, exportName, out, isCheck } = command;
  const schema = generateSchema(await loadApi(module, exportName), command);
  const text = `${JSON.stringify(schema, undefined, 2)}\n`;
  if (out === undefined) {
    await output.stdout(text);
  } else if (!isCheck) {
    await writeFile(out, text);
  } else if ((await readIfExists(out)) !== text) {
    await output.stderr(
      `${out} differs from the ${FORMAT_NAMES[format]} document of ${module}. Run ` +
        `"jsonrpc-kit ${format}" with the same options but without --check to update it.\n`,
    );
    return 1;
  }
  return 0;
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
