import { fileURLToPath } from 'node:url';
import { runBench } from '../measure/run-bench.js';
import { figuresPage } from '../report/figures-page.js';
import { goalsOf } from '../report/goals.js';
import { reportComparison } from '../report/report-comparison.js';
import { reportGoals } from '../report/report-goals.js';
import { reportScaling } from '../report/report-scaling.js';
import { resultsFile, saveJson } from '../report/save-json.js';
import { writeReadme } from '../report/write-readme.js';
import type { Options } from './parse-options.js';
import { planOf } from './plan-of.js';

const readme = fileURLToPath(new URL('../../README.md', import.meta.url));

/** The contestants behind their frameworks. */
export async function runCommand(options: Options): Promise<void> {
  const plan = planOf(options);
  const file = resultsFile(options.save ?? 'latest');
  const { rounds, processes, seconds } = plan.options;
  console.log(
    `${rounds} turns of about ${seconds} s for each, in ${processes} of its processes; in brackets ` +
      `half of the turns\nEach result is kept in ${file} as soon as it is there\n`,
  );
  const results = await runBench(plan, {
    onComparison: (result, soFar) => {
      console.log(reportComparison(result));
      saveJson(file, soFar);
    },
    onScaling: (scaled, soFar) => {
      console.log(reportScaling(scaled));
      saveJson(file, soFar);
    },
  });
  const { loadBefore, cores } = results.machine;
  const goals = goalsOf(results);
  if (goals.length > 0) console.log(`${reportGoals(goals)}\n`);
  if (loadBefore > 0.5) {
    console.log(`The machine was not quiet: a load of ${loadBefore.toFixed(1)} on ${cores} cores`);
  }
  console.log(`Written to ${file}`);
  if (options.writesReadme) writeReadme(readme, figuresPage(results));
}
