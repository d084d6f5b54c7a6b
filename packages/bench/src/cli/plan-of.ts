import type { Contestant, Framework } from '../contestants/contestant.js';
import { contestants, findContestant, kitOfCheckout } from '../contestants/contestants.js';
import type { Comparison } from '../measure/comparison.js';
import type { RunOptions } from '../measure/run-group.js';
import type { Plan } from '../measure/run-bench.js';
import type { Scaling } from '../measure/scaling.js';
import { findWorkload, scalings, workloads } from '../workloads/workloads.js';
import type { Options } from './parse-options.js';

const QUICK_WORKLOADS = ['single', 'batch-100'];
const QUICK_CONTESTANTS = ['bare', 'bare-bytes', 'kit'];
const SCALED_CONTESTANTS = ['bare', 'kit'];

/**
 * What `npm run bench` measures with these options.
 *
 * @throws RangeError where a name is none, or nothing is left
 */
export function planOf(options: Options): Plan {
  const comparisons = options.onlyScaling ? [] : options.frameworks.flatMap(comparing(options));
  const isNarrowed =
    options.isQuick || options.workloads.length > 0 || options.contestants.length > 0;
  const scales = options.onlyScaling || !isNarrowed;
  const plan: Plan = {
    comparisons,
    scalings: scales ? options.frameworks.flatMap(scaling(options)) : [],
    options: runOptionsOf(options),
  };
  if (plan.comparisons.length + plan.scalings.length > 0) return plan;
  throw new RangeError('None of these frameworks has a contestant of these names');
}

function comparing(options: Options): (framework: Framework) => readonly Comparison[] {
  const names = options.isQuick ? QUICK_WORKLOADS : workloads.map(({ name }) => name);
  const chosen = (options.workloads.length > 0 ? options.workloads : names).map(findWorkload);
  return (framework) => {
    const taking = contestantsOf(framework, options);
    return taking.length === 0
      ? []
      : chosen.map((workload) => ({ framework, workload, contestants: taking }));
  };
}

function contestantsOf(framework: Framework, options: Options): readonly Contestant[] {
  const all = contestants.filter((one) => one.framework === framework);
  const names =
    options.contestants.length > 0
      ? options.contestants
      : options.isQuick
        ? QUICK_CONTESTANTS
        : all.map(({ name }) => name);
  for (const name of options.contestants) {
    // Of several frameworks it is enough that one has it.
    if (!contestants.some((one) => one.name === name)) findContestant(framework, name);
  }
  const taking = all.filter(({ name }) => names.includes(name));
  return options.before === undefined
    ? taking
    : [...taking, kitOfCheckout(framework, options.before)];
}

function scaling(options: Options): (framework: Framework) => readonly Scaling[] {
  const names = options.contestants.length > 0 ? options.contestants : SCALED_CONTESTANTS;
  return (framework) => {
    const taking = contestants.filter(
      (one) => one.framework === framework && names.includes(one.name),
    );
    return taking.length === 0
      ? []
      : scalings.map(([from, to]) => ({ framework, contestants: taking, from, to }));
  };
}

/**
 * A machine that others share changes its speed every few tenths of a second; turns are short, so that
 * those of one round find it the same, and many, as each alone tells little.
 */
function runOptionsOf(options: Options): RunOptions {
  const { isQuick, rounds = isQuick ? 10 : 60, processes = isQuick ? 2 : 5 } = options;
  const { seconds = 0.05 } = options;
  return { rounds, processes, seconds, warmUpSeconds: isQuick ? 0.2 : 1 };
}
