import { findContestant } from '../contestants/contestants.js';
import { nameOf } from '../measure/cell.js';
import { profileCell } from '../profile/profile-cell.js';
import { reportProfile } from '../report/report-profile.js';
import { resultsFile, saveJson } from '../report/save-json.js';
import { findWorkload } from '../workloads/workloads.js';
import type { Options } from './parse-options.js';

/** Where the time goes. Of several frameworks, contestants or workloads each one is profiled. */
export async function profileCommand(options: Options): Promise<void> {
  const names = options.contestants.length > 0 ? options.contestants : ['kit'];
  const workloads = options.workloads.length > 0 ? options.workloads : ['single'];
  const cells = options.frameworks.flatMap((framework) =>
    names.flatMap((name) =>
      workloads.map((workload) => ({
        contestant: findContestant(framework, name, options.before),
        workload: findWorkload(workload),
      })),
    ),
  );
  for (const cell of cells) {
    const { seconds = options.isQuick ? 1 : 4 } = options;
    const warmUpSeconds = options.isQuick ? 0.5 : 1.5;
    const profiled = await profileCell(cell, { seconds, warmUpSeconds });
    const { framework, name } = cell.contestant;
    const file = resultsFile(`${framework}-${name}-${cell.workload.name}`).replace(
      /json$/,
      'cpuprofile',
    );
    saveJson(file, profiled.profile);
    console.log(`${nameOf(cell)}: ${reportProfile(profiled)}\n\nFor other tools: ${file}\n`);
  }
}
