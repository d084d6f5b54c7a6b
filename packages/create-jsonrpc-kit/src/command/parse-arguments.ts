import { parseArgs, type ParseArgsConfig } from 'node:util';
import { type ChoiceName, choiceNames, type Choices, optionsOf } from '../project/choices.js';

/** The project that the command line describes. */
export interface CreateArguments {
  readonly kind: 'create';
  readonly folder: string | undefined;
  readonly choices: Partial<Choices>;
  /** Whether to use the defaults instead of asking. */
  readonly usesDefaults: boolean;
}

export type ParsedArguments =
  | CreateArguments
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly message: string };

const config = {
  allowPositionals: true,
  options: {
    framework: { type: 'string' },
    schema: { type: 'string' },
    database: { type: 'string' },
    'package-manager': { type: 'string' },
    yes: { type: 'boolean', short: 'y', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
} satisfies ParseArgsConfig;

export function help(): string {
  const flags = choiceNames.map((name) => {
    const options = optionsOf(name);
    const fallback =
      name === 'package-manager' ? 'the one that runs this command' : `${options[0]}`;
    return `  ${`--${name} <name>`.padEnd(26)}${options.join(', ')} (default: ${fallback})`;
  });
  return `Usage: npm create jsonrpc-kit@latest [folder] -- [options]

Creates a JSON-RPC 2.0 service: an entrypoint, a tested method, an API reference page, tracing and a
Dockerfile. Asks for the choices that aren't passed as options. Only writes files, to a folder that is
empty or doesn't exist: it doesn't install or run anything.

${flags.join('\n')}
  --yes                     use the defaults instead of asking (folder: ${DEFAULT_FOLDER})
  --help                    print this help

With pnpm, yarn and bun, omit the -- before the options: pnpm create jsonrpc-kit shop --schema zod
`;
}

/** The folder of the project if the user names none. */
export const DEFAULT_FOLDER = 'my-service';

/** Parses the arguments of the command line. */
export function parseArguments(args: readonly string[]): ParsedArguments {
  try {
    return parse(args);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Node goes on to explain how to pass the option as a folder.
    const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    return { kind: 'invalid', message: isUnknown ? message.replace(/\. .*/s, '') : message };
  }
}

function parse(args: readonly string[]): ParsedArguments {
  const { values, positionals } = parseArgs({ ...config, args: [...args] });
  if (values.help) return { kind: 'help' };
  const [folder, ...others] = positionals;
  if (others.length > 0) throw new Error(`Pass one folder only. Remove ${others.join(' ')}`);
  const given = choiceNames.filter((name) => values[name] !== undefined);
  return {
    kind: 'create',
    folder,
    choices: Object.fromEntries(given.map((name) => [name, option(name, values[name])])),
    usesDefaults: values.yes,
  };
}

function option(name: ChoiceName, value: string | undefined): string {
  const options = optionsOf(name);
  if (value !== undefined && options.includes(value)) return value;
  throw new Error(`--${name} must be one of ${options.join(', ')}, not ${value}`);
}
