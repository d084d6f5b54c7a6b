import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { COMPILED, EXTRACTED, type ExtractedFiles } from './extracted-files.js';
import type { Fault } from './fault.js';
import { spawnNode } from './run/spawn-node.js';

/** As a reader's project would have it: what `tsc --init` writes, for Node and without the DOM. */
const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023'],
  types: ['node'],
  module: 'nodenext',
  moduleDetection: 'force',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
  sourceMap: true,
  rootDir: '.',
  outDir: COMPILED,
};

const LINE = /^(?<file>.+?)\((?<line>\d+),(?<column>\d+)\): error (?<message>.*)$/;

/** Has the compiler check the files of all pages at once, and make the JavaScript that is run. */
export async function checkTypes(extracted: ExtractedFiles): Promise<readonly Fault[]> {
  const folder = join(extracted.folder, EXTRACTED);
  const files = extracted.plans.flatMap(({ page, files: ofPage }) =>
    ofPage.map(({ name }) => relative(folder, join(extracted.pageFolder(page), name))),
  );
  if (files.length === 0) return [];
  // Of this process alone, as several may check pages at once.
  const project = join(folder, `tsconfig.${process.pid}.json`);
  writeFileSync(project, JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }));
  const { code, stdout, stderr } = await spawnNode(
    [compiler(), '--pretty', 'false', '-p', project],
    { cwd: folder, timeout: 300_000 },
  );
  rmSync(project);
  const { faults, others } = readOutput(stdout, folder, extracted);
  if (others !== '' || (code !== 0 && faults.length === 0)) {
    throw new Error(`the compiler ended with ${code}: ${others}${stderr}`);
  }
  return faults;
}

function compiler(): string {
  const manifest = createRequire(import.meta.url).resolve('typescript/package.json');
  return join(dirname(manifest), 'bin', 'tsc');
}

/** What the compiler says of the pages, and what it says beside that. */
function readOutput(
  stdout: string,
  folder: string,
  extracted: ExtractedFiles,
): { readonly faults: readonly Fault[]; readonly others: string } {
  const faults: (Fault & { message: string })[] = [];
  const others: string[] = [];
  for (const line of stdout.split('\n').filter((text) => text.trim() !== '')) {
    const { file = '', line: row, column, message = '' } = LINE.exec(line)?.groups ?? {};
    const page = extracted.pageOf(join(folder, file));
    const last = faults.at(-1);
    if (page !== undefined) {
      const code = message.replace(/^(TS\d+): /, '$1 ');
      faults.push({ page, line: Number(row), column: Number(column), message: code });
    } else if (last !== undefined && line.startsWith(' ')) last.message += `\n${line.slice(2)}`;
    else others.push(line);
  }
  return { faults, others: others.join('\n') };
}
