/** `npm run bench -- [options]` */
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { findWorkload, workloads } from '../service/workloads.js';
import { type Framework, frameworks } from '../targets/framework.js';
import { findTarget, type Target, targets } from '../targets/targets.js';
import { compare, type Comparison, type TargetResult } from './compare.js';
import { comparisonGoals, progressLine, summaryTable } from './report.js';
import type { RunOptions } from './run-turns.js';

const usage = `npm run bench -- [options]

Options marked with * accept several names, separated by commas.
  --framework hono     * default: ${frameworks.join()}
  --workload single    * default: ${workloads.map(({ name }) => name).join()}
  --target kit         * default: all targets of each framework
  --rounds 60          the number of turns of each target
  --processes 5        the number of processes of each target, which share the rounds
  --seconds 0.05       the approximate duration of a turn
  --quick              bare handlers and kit, two workloads, 10 rounds in 2 processes
  --before ../other    another checkout, installed and built, as the target kit-before`;

const { values } = parseArgs({
  options: {
    framework: { type: 'string' },
    workload: { type: 'string' },
    target: { type: 'string' },
    rounds: { type: 'string' },
    processes: { type: 'string' },
    seconds: { type: 'string', default: '0.05' },
    quick: { type: 'boolean', default: false },
    before: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) console.log(usage);
else await run();

async function run(): Promise<void> {
  const { quick, seconds } = values;
  const options: RunOptions = {
    rounds: positive('--rounds', values.rounds ?? (quick ? '10' : '60')),
    processes: positive('--processes', values.processes ?? (quick ? '2' : '5')),
    seconds: positive('--seconds', seconds),
    warmUpSeconds: quick ? 0.2 : 1,
  };
  const goals: string[] = [];
  for (const framework of values.framework?.split(',') ?? frameworks) {
    goals.push(...(await compareWorkloads(framework as Framework, options)));
  }
  const [load = 0] = loadavg();
  console.log(`${goals.toSorted().toReversed().join('\n')}\n`);
  console.log(`Node ${process.version}, ${cpus()[0]?.model}, load ${load.toFixed(1)}`);
}

async function compareWorkloads(
  framework: Framework,
  options: RunOptions,
): Promise<readonly string[]> {
  const chosen = targetsOf(framework);
  const quickly = values.quick ? ['single', 'batch-100'] : undefined;
  const names = values.workload?.split(',') ?? quickly ?? workloads.map(({ name }) => name);
  const done: (readonly [Comparison, readonly TargetResult[]])[] = [];
  for (const workload of names.map(findWorkload)) {
    const comparison: Comparison = { framework, workload, targets: chosen };
    const results = await compare(comparison, options);
    done.push([comparison, results]);
    for (const result of results) console.log(progressLine(comparison, result));
  }
  console.log(`\n## ${framework}\n\n${summaryTable(done)}\n`);
  return done.flatMap(([comparison, results]) => comparisonGoals(comparison, results));
}

function targetsOf(framework: Framework): readonly Target[] {
  const { quick, target, before } = values;
  const known = targets.filter((one) => one.framework === framework).map(({ name }) => name);
  if (known.length === 0) throw new RangeError(`Unknown framework "${framework}"\n\n${usage}`);
  const quickly = quick ? known.filter((name) => /^bare|^kit$/.test(name)) : known;
  const chosen = (target?.split(',') ?? quickly).map((name) => findTarget(framework, name));
  if (before === undefined) return chosen;
  return [...chosen, { ...findTarget(framework, 'kit'), name: 'kit-before', checkout: before }];
}

function positive(option: string, text: string): number {
  if (Number(text) > 0) return Number(text);
  throw new RangeError(`${option} must be a positive number, not "${text}"`);
}
