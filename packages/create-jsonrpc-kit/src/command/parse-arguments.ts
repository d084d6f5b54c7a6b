import { parseArgs, type ParseArgsConfig } from 'node:util';
import { type ChoiceName, choiceNames, type Choices, optionsOf } from '../project/choices.js';

/** What the command line says about the project. */
export interface CreateArguments {
  readonly kind: 'create';
  readonly folder: string | undefined;
  readonly choices: Partial<Choices>;
  /** Whether to use the defaults for everything else. */
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
  return `npm create jsonrpc-kit@latest [folder] -- [options]

Creates a JSON-RPC 2.0 service: an entrypoint, a tested method, an API reference page, tracing and a
container. Asks for what the options don't say. It only writes files, into a folder that is empty or
doesn't exist, and runs nothing.

${flags.join('\n')}
  --yes                     don't ask: use the defaults (folder: ${DEFAULT_FOLDER})
  --help                    print this help

pnpm, yarn and bun need no -- before the options: pnpm create jsonrpc-kit shop --schema zod
`;
}

/** The folder of the project if the user names none. */
export const DEFAULT_FOLDER = 'my-service';

/** Parses the arguments of the command line. */
export function parseArguments(words: readonly string[]): ParsedArguments {
  try {
    return parse(words);
  } catch (error) {
    return { kind: 'invalid', message: (error as Error).message };
  }
}

function parse(words: readonly string[]): ParsedArguments {
  const { values, positionals } = parseArgs({ ...config, args: [...words] });
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
