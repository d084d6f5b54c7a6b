import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { OpenRpcOptions } from '../openrpc/openrpc.js';

/** The format of a document, as its users call it. */
export type DocumentFormat = 'OpenAPI' | 'OpenRPC';

export interface CommandArguments {
  readonly kind: 'write';
  readonly module: string;
  readonly exportName: string | undefined;
  readonly out: string | undefined;
  readonly isCheck: boolean;
  readonly fineNames: boolean;
  readonly entrypoint: string | undefined;
  readonly openrpcVersion: OpenRpcOptions['openrpcVersion'];
}

export type ParsedArguments =
  | CommandArguments
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string };

const config = {
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

/** What the words of a command line ask for, or what is wrong with them. */
export function parseArguments(
  words: readonly string[],
  { name }: { readonly name: DocumentFormat },
): ParsedArguments {
  try {
    return read(words, name);
  } catch (error) {
    // The parser of Node and the checks below both speak by what they throw.
    return { kind: 'wrong', message: (error as Error).message };
  }
}

function read(words: readonly string[], name: DocumentFormat): ParsedArguments {
  const { values, positionals } = parseArgs({ ...config, args: [...words] });
  if (values.help) return { kind: 'help' };
  const [module, ...others] = positionals;
  if (module === undefined) throw new Error('The module of the application is missing');
  if (others.length > 0) throw new Error(`One module is enough, but ${others.join(' ')} came too`);
  const { out, check, entrypoint, openrpc } = values;
  if (check && out === undefined) throw new Error('--check needs --out, the file to look at');
  if (name !== 'OpenRPC' && (entrypoint ?? openrpc) !== undefined) {
    throw new Error('--entrypoint and --openrpc are options of jsonrpc-kit-openrpc');
  }
  return {
    kind: 'write',
    module,
    exportName: values.export,
    out,
    isCheck: check,
    fineNames: !values['full-names'],
    entrypoint,
    openrpcVersion: versionOf(openrpc),
  };
}

function versionOf(text: string | undefined): OpenRpcOptions['openrpcVersion'] {
  if (text === undefined || text === '1.3' || text === '1.4') return text;
  throw new Error(`--openrpc takes 1.3 or 1.4, not ${text}`);
}
