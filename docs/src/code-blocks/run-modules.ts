import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import PQueue from 'p-queue';
import { COMPILED, type ExtractedFiles } from './extracted-files.js';
import type { Fault } from './fault.js';
import type { Fence } from './markdown-fences.js';
import type { ModuleFile } from './page-plan.js';
import { pagePlace } from './page-place.js';
import { spawnNode, type Ended } from './run/spawn-node.js';

/** How long a module may take, in milliseconds: only against hanging for ever. */
const TIMEOUT = 60_000;

/** The built one, where the tests run the sources too. */
const RUN_MODULE = fileURLToPath(
  new URL('../../dist/code-blocks/run/run-module.js', import.meta.url),
);

/** Runs each file below which stands what it prints or throws. */
export async function runModules(extracted: ExtractedFiles): Promise<readonly Fault[]> {
  const queue = new PQueue({ concurrency: availableParallelism() });
  const faults = await queue.addAll(
    extracted.plans.flatMap(({ page, files }) =>
      files
        .filter(({ prints, throws }) => prints.length > 0 || throws !== undefined)
        .map((file) => () => runModule(extracted, page, file)),
    ),
  );
  return faults.flat();
}

async function runModule(
  extracted: ExtractedFiles,
  page: string,
  file: ModuleFile,
): Promise<readonly Fault[]> {
  const folder = extracted.pageFolder(page, COMPILED);
  const script = join(folder, file.name.replace(/ts$/, 'js'));
  const ended = await spawnNode(['--enable-source-maps', RUN_MODULE, script], {
    cwd: folder,
    timeout: TIMEOUT,
    channel: true,
  });
  if (ended.timedOut) {
    return [{ page, line: file.line, message: `did not end within ${TIMEOUT / 1000} s` }];
  }
  return [...throwFaults(extracted, page, file, ended), ...printFaults(page, file, ended)];
}

interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

function throwFaults(
  extracted: ExtractedFiles,
  page: string,
  { line, throws }: ModuleFile,
  { messages, code, stderr }: Ended,
): readonly Fault[] {
  // Sent by run-module.ts, which is ours.
  const thrown = messages.at(-1) as Thrown | undefined;
  if (thrown === undefined) {
    if (throws !== undefined) return [{ page, line: throws.line, message: 'nothing was thrown' }];
    return code === 0 ? [] : [{ page, line, message: `ended with ${code}\n${stderr}` }];
  }
  if (throws === undefined) {
    const place = pagePlace(thrown.stack, extracted) ?? { page, line };
    return [{ ...place, message: `throws where it should not\n${thrown.stack}` }];
  }
  return differs(page, throws, 'throws', `${thrown.name}: ${thrown.message}`);
}

function printFaults(page: string, { prints }: ModuleFile, { stdout }: Ended): readonly Fault[] {
  const [first, ...others] = prints;
  if (first === undefined) return [];
  const code = [first, ...others].map((fence) => fence.code).join('');
  return differs(page, { ...first, code }, 'prints', stdout);
}

function differs(page: string, fence: Fence, verb: string, actual: string): readonly Fault[] {
  const [promised, really] = [fence.code, actual].map((text) => text.replace(/\n$/, ''));
  if (promised === really) return [];
  return [{ page, line: fence.line, message: `${verb} something else:\n${really}` }];
}
