import { coreCases } from '../core/core-cases.js';
import { type CoreOptions, type CoreResults, runCore } from '../core/run-core.js';
import { reportCore } from '../report/report-core.js';
import { loadJson, resultsFile, saveJson } from '../report/save-json.js';
import type { Options } from './parse-options.js';

/** The core alone. */
export async function coreCommand(options: Options): Promise<void> {
  const { cases, compare, save } = options;
  const chosen = coreCases.filter(
    ({ name }) => cases.length === 0 || cases.some((part) => name.includes(part)),
  );
  if (chosen.length === 0) throw new RangeError(`No case has ${cases.join(' or ')} in its name`);
  const earlier =
    compare === undefined
      ? undefined
      : // Written by this command.
        { name: compare, results: loadJson(resultsFile(`core-${compare}`)) as CoreResults };
  const results = await runCore(chosen, coreOptionsOf(options));
  console.log(reportCore(results, earlier));
  const file = resultsFile(`core-${save ?? 'latest'}`);
  saveJson(file, results);
  console.log(`\nWritten to ${file}`);
}

const SAMPLES = 20;

function coreOptionsOf({ isQuick, rounds, seconds, before }: Options): CoreOptions {
  const turn = seconds ?? (isQuick ? 0.1 : 0.3);
  return {
    rounds: rounds ?? (isQuick ? 3 : 9),
    timing: {
      warmUpMilliseconds: isQuick ? 150 : 300,
      samples: SAMPLES,
      sampleMilliseconds: (turn * 1000) / SAMPLES,
    },
    before,
  };
}
