import { parseArgs, type ParseArgsConfig } from 'node:util';
import { parseOptions, UsageError } from '@jsonrpc-kit/openrpc/internal';
import type { OpenRpcOptions } from '../openrpc/openrpc.js';

/** A kind of API schema, which is also the name of its subcommand. */
export type SchemaFormat = 'openapi' | 'openrpc';

export const FORMAT_NAMES: Readonly<Record<SchemaFormat, string>> = {
  openapi: 'OpenAPI',
  openrpc: 'OpenRPC',
};

export interface GenerateCommand {
  readonly format: SchemaFormat;
  /** The path of the module that exports the `Api`. */
  readonly module: string;
  readonly exportName: string | undefined;
  /** The file to write or compare. Undefined: standard output. */
  readonly out: string | undefined;
  readonly isCheck: boolean;
  readonly fineNames: boolean;
  readonly entrypoint: string | undefined;
  readonly openrpcVersion: OpenRpcOptions['openrpcVersion'];
}

export const HELP = `Usage: jsonrpc-kit openapi <module> [options]
       jsonrpc-kit openrpc <module> [options]
       jsonrpc-kit snapshot <module> [options]

Generates the OpenAPI or the OpenRPC document of an application. The command snapshot writes the OpenRPC
document to openrpc.json, for later comparisons with jsonrpc-kit diff.

<module> is a JavaScript module that exports an Api or a promise of one. With --export, it can also
export a function that returns an Api, or an object with an Api as "api".

Options:
  --export <name>       the export to use, if the module exports several Apis or a function
  --out <file>          write to this file (default: standard output; of snapshot: openrpc.json)
  --check               compare the file with the generated document instead of writing it
  --full-names          prefix all component names with their entrypoint or module, so that a new
                        method or entrypoint doesn't change the others
  --entrypoint <path>   (openrpc) generate the document of this entrypoint only
  --openrpc <version>   (openrpc) the version of OpenRPC: 1.3 (default) or 1.4
  --help                print this help

Exit codes:
  0  the document was written, or the file is up to date
  1  --check found a difference
  2  the command failed
`;

const CONFIG = {
  allowPositionals: true,
  options: {
    export: { type: 'string' },
    out: { type: 'string' },
    check: { type: 'boolean', default: false },
    'full-names': { type: 'boolean', default: false },
    entrypoint: { type: 'string' },
    openrpc: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
} satisfies ParseArgsConfig;

/**
 * Parses the arguments of the command line, which begin with the name of the command. Returns undefined for `--help`.
 *
 * @throws UsageError that says what is wrong
 */
export function parseCommandLine(args: readonly string[]): GenerateCommand | undefined {
  const { values, positionals } = parseOptions(() => parseArgs({ ...CONFIG, args: [...args] }));
  if (values.help) return undefined;
  const [command, module, ...others] = positionals;
  const format = command === 'openapi' ? 'openapi' : 'openrpc';
  if (module === undefined)
    throw new UsageError('Missing <module>, the module that exports the Api');
  if (others.length > 0) throw new UsageError(`Pass one module only. Remove ${others.join(' ')}`);
  const { check, entrypoint, openrpc } = values;
  const out = values.out ?? (command === 'snapshot' ? 'openrpc.json' : undefined);
  if (check && out === undefined)
    throw new UsageError('--check needs --out <file>, the file to compare');
  if (format === 'openapi' && (entrypoint ?? openrpc) !== undefined) {
    throw new UsageError('--entrypoint and --openrpc are options of "jsonrpc-kit openrpc"');
  }
  if (openrpc !== undefined && openrpc !== '1.3' && openrpc !== '1.4') {
    throw new UsageError(`--openrpc must be 1.3 or 1.4, not ${openrpc}`);
  }
  return {
    format,
    module,
    exportName: values.export,
    out,
    isCheck: check,
    fineNames: !values['full-names'],
    entrypoint,
    openrpcVersion: openrpc,
  };
}
