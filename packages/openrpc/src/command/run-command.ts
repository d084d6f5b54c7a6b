/** The streams that a command writes to. */
export interface CommandOutput {
  /** Writes results. */
  readonly stdout: (text: string) => unknown;
  /** Writes errors and notes. */
  readonly stderr: (text: string) => unknown;
  /** Whether `stdout` shows colors. Default: false */
  readonly hasColor?: boolean;
}

/** A mistake on the command line. */
export class UsageError extends Error {}

/**
 * Parses the arguments of a command line.
 *
 * @param parse calls `parseArgs()` of `node:util`
 * @throws UsageError for an unknown option, or for one without its value
 */
export function parseOptions<Parsed>(parse: () => Parsed): Parsed {
  try {
    return parse();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    // Node goes on to explain how to pass the option as a file.
    const isUnknown = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION';
    throw new UsageError(isUnknown ? message.replace(/\. .*/s, '') : message, { cause });
  }
}

/** Parses the value of an option that is a positive integer. */
export function parseCount(option: string, value: string): number {
  const count = Number(value);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new UsageError(`${option} must be a positive integer, not ${value}`);
}

/**
 * Runs a command, and writes the message of its error.
 *
 * @param name of the command, which has an option `--help`
 * @returns the exit code: 0 for success, 1 if the command has found something, 2 if it has failed
 */
export async function runCommand(
  name: string,
  { stderr }: Pick<CommandOutput, 'stderr'>,
  run: () => Promise<0 | 1>,
): Promise<0 | 1 | 2> {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const hint = error instanceof UsageError ? `Run "${name} --help" for usage.\n` : '';
    await stderr(`${message}\n${hint}`);
    return 2;
  }
}
