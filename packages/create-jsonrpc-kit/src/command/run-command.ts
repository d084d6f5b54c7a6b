import { basename, relative, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { choiceNames, choices, type Choices, conflictOf } from '../project/choices.js';
import { composeProject } from '../project/compose-project.js';
import { problemOfName } from '../project/project-name.js';
import { problemOfFolder, writeFiles } from '../project/target-folder.js';
import { ask, type ProjectPlan } from './ask.js';
import { type CreateArguments, DEFAULT_FOLDER, help, parseArguments } from './parse-arguments.js';

/** The process and the terminal in which the command runs. */
export interface CommandEnvironment {
  /** The current folder. */
  readonly folder: string;
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
  /** Whether there is a terminal for questions. */
  readonly isInteractive: boolean;
  /** The environment variables. Package managers set some that begin with `npm_config_`. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** Runs the command and returns its exit code: 0, 1 if the user cancels, or 2 if the command fails. */
export async function runCommand(
  args: readonly string[],
  environment: CommandEnvironment,
): Promise<0 | 1 | 2> {
  const { output, errors } = environment;
  const parsed = parseArguments(args);
  if (parsed.kind === 'help') {
    output.write(help());
    return 0;
  }
  const problem =
    problemOfSeparator(args, environment.variables) ??
    (parsed.kind === 'invalid' ? parsed.message : undefined);
  const plan = problem ?? (await planOf(parsed as CreateArguments, environment));
  if (plan === undefined) return 1;
  if (typeof plan === 'string') {
    errors.write(`${plan}.\nRun "npm create jsonrpc-kit@latest -- --help" for usage.\n`);
    return 2;
  }
  const folder = resolve(environment.folder, plan.folder);
  const files = composeProject(basename(folder), plan.choices);
  try {
    writeFiles(folder, files);
  } catch (error) {
    errors.write(`The project can't be written: ${(error as Error).message}\n`);
    return 2;
  }
  const path = relative(environment.folder, folder);
  output.write(report(path, plan.choices, [...files.keys()]));
  return 0;
}

/**
 * Returns a message if npm has kept options of this command for itself, because `--` was missing before
 * them. npm turns an option into a variable, and only passes its value on.
 */
function problemOfSeparator(
  args: readonly string[],
  variables: CommandEnvironment['variables'],
): string | undefined {
  const kept = choiceNames.filter(
    (name) => variables[`npm_config_${name.replaceAll('-', '_')}`] !== undefined,
  );
  if (kept.length === 0 || args.some((arg) => arg.startsWith('--'))) return undefined;
  const options = kept.map((name) => `--${name} …`).join(' ');
  return `npm needs "--" before the options of this command. Write "npm create jsonrpc-kit@latest ${args[0] ?? DEFAULT_FOLDER} -- ${options}"`;
}

/** Returns a valid plan, or a message about the problem, or undefined if the user cancels. */
async function planOf(
  { folder, choices: chosen, usesDefaults }: CreateArguments,
  environment: CommandEnvironment,
): Promise<ProjectPlan | string | undefined> {
  const problemOf = (path: string): string | undefined => {
    const target = resolve(environment.folder, path);
    return problemOfName(basename(target)) ?? problemOfFolder(target);
  };
  const problem = (folder === undefined ? undefined : problemOf(folder)) ?? conflictOf(chosen);
  if (problem !== undefined) return problem;

  const defaults = defaultsFor(environment.variables['npm_config_user_agent']);
  const missing = choiceNames.filter((name) => chosen[name] === undefined);
  if (usesDefaults || (folder !== undefined && missing.length === 0)) {
    const plan = { folder: folder ?? DEFAULT_FOLDER, choices: { ...defaults, ...chosen } };
    return problemOf(plan.folder) ?? conflictOf(plan.choices) ?? plan;
  }
  if (environment.isInteractive) {
    return ask({ folder, choices: chosen }, { ...environment, defaults, problemOf });
  }
  const all = [
    ...(folder === undefined ? ['a folder'] : []),
    ...missing.map((name) => `--${name}`),
  ];
  return `There is no terminal to ask for the missing options. Pass ${all.join(', ')}, or --yes for the defaults`;
}

/** The defaults, with the package manager that runs the command. */
function defaultsFor(userAgent = ''): Choices {
  const managers = Object.keys(choices['package-manager'].options) as Choices['package-manager'][];
  return {
    framework: 'hono',
    schema: 'valibot',
    database: 'none',
    'package-manager': managers.find((name) => userAgent.startsWith(`${name}/`)) ?? 'npm',
  };
}

/** Returns a list of the written files, and the next commands. */
function report(path: string, chosen: Choices, files: readonly string[]): string {
  const manager = chosen['package-manager'];
  const commands = [
    ...(path === '' ? [] : [`cd ${path}`]),
    `${manager} install`,
    `${manager} run test`,
    `${manager} run dev`,
  ];
  return `
Created ${path === '' ? 'the project' : path}:

${files.map((file) => `  ${file}`).join('\n')}

Next:

${commands.map((command) => `  ${command}`).join('\n')}

Then open http://127.0.0.1:3000/docs. README.md has more.
`;
}
