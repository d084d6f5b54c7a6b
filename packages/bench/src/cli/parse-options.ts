import { parseArgs } from 'node:util';
import { type Framework, frameworks } from '../contestants/contestant.js';

/** What can be said on the command line; every command takes what it has a use for. */
export interface Options {
  readonly command: 'run' | 'core' | 'profile' | 'list' | 'help';
  readonly isQuick: boolean;
  readonly frameworks: readonly Framework[];
  /** Empty: those that the command takes by itself. */
  readonly workloads: readonly string[];
  readonly contestants: readonly string[];
  /** Of the core: a part of a case's name. */
  readonly cases: readonly string[];
  readonly rounds: number | undefined;
  readonly processes: number | undefined;
  readonly seconds: number | undefined;
  readonly before: string | undefined;
  readonly save: string | undefined;
  readonly compare: string | undefined;
  readonly writesReadme: boolean;
  readonly onlyScaling: boolean;
}

export const usage = `npm run bench -- [command] [options]

commands
  (none)    contestants behind their frameworks
  core      the core alone, without HTTP
  profile   where the time of one contestant goes with one workload
  list      contestants, workloads and cases

options; those that may be given several times also take a list with commas
  --quick                 less of everything: under a minute
  --framework hono        several times
  --workload single       several times
  --contestant kit        several times
  --case "a call"         of the core: a part of the name; several times
  --rounds 60             how often each takes its turn
  --processes 5           of each, which share the rounds
  --seconds 0.05          how long a turn takes, about
  --scaling               only what a call costs in larger batches and among more methods
  --before ../other       another checkout, installed and built: measured in turns with this one
  --save name             keep the results under this name
  --compare name          of the core: beside results that were kept
  --readme                write the figures into packages/bench/README.md
  --help                  this`;

/** @throws RangeError, or what Node's `parseArgs` throws, that says what is wrong */
export function parseOptions(args: readonly string[]): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      framework: { type: 'string', multiple: true, default: [] },
      workload: { type: 'string', multiple: true, default: [] },
      contestant: { type: 'string', multiple: true, default: [] },
      case: { type: 'string', multiple: true, default: [] },
      rounds: { type: 'string' },
      processes: { type: 'string' },
      seconds: { type: 'string' },
      before: { type: 'string' },
      save: { type: 'string' },
      compare: { type: 'string' },
      readme: { type: 'boolean', default: false },
      scaling: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const named = list(values.framework).map(frameworkOf);
  return {
    command: values.help ? 'help' : commandOf(positionals),
    isQuick: values.quick,
    frameworks: named.length === 0 ? frameworks : named,
    workloads: list(values.workload),
    contestants: list(values.contestant),
    cases: values.case,
    rounds: positive('--rounds', values.rounds),
    processes: positive('--processes', values.processes),
    seconds: positive('--seconds', values.seconds),
    before: values.before,
    save: values.save,
    compare: values.compare,
    writesReadme: values.readme,
    onlyScaling: values.scaling,
  };
}

function list(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => value.split(',')).filter((value) => value !== '');
}

function commandOf([command = 'run', ...rest]: readonly string[]): Options['command'] {
  if (rest.length > 0)
    throw new RangeError(`One command at a time: ${command}, ${rest.join(', ')}`);
  const found = (['run', 'core', 'profile', 'list'] as const).find((one) => one === command);
  if (found === undefined) throw new RangeError(`There is no command "${command}"`);
  return found;
}

function frameworkOf(name: string): Framework {
  const found = frameworks.find((one) => one === name);
  if (found !== undefined) return found;
  throw new RangeError(`There is no framework "${name}"; there are ${frameworks.join(', ')}`);
}

function positive(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (value > 0) return value;
  throw new RangeError(`${option} takes a number over 0, not "${text}"`);
}
