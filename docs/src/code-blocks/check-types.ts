import { rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { ExtractedPages } from './extracted-pages.js';
import type { Problem } from './problem.js';
import { runNode } from './run-node.js';

/** The options that `tsc --init` writes for a reader's project, for Node and without the DOM. */
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
};

const LINE =
  /^(?<file>.+?)\((?<line>\d+),(?<column>\d+)\): error (?:(?<code>TS\d+): )?(?<message>.*)$/;

/** The compiler of the repository. This package has an older one, for tools that need its API. */
const ROOT = new URL('../../../package.json', import.meta.url);
const TSC = join(dirname(createRequire(ROOT).resolve('typescript/package.json')), 'bin/tsc');

/** Compiles the files of all pages together, to the JavaScript that is run. */
export async function checkTypes(extracted: ExtractedPages): Promise<readonly Problem[]> {
  const { folder, compiled, plans } = extracted;
  const files = plans.flatMap(({ page, files: ofPage }) =>
    ofPage.map((file) => relative(folder, extracted.sourceFile(page, file))),
  );
  if (files.length === 0) return [];
  // Other processes may check pages at the same time.
  const project = join(folder, `tsconfig.${process.pid}.json`);
  const compilerOptions = { ...COMPILER_OPTIONS, outDir: compiled };
  writeFileSync(project, JSON.stringify({ compilerOptions, files }));
  const { code, stdout, stderr } = await runNode([TSC, '--pretty', 'false', '-p', project], folder);
  rmSync(project);

  const problems: (Problem & { message: string })[] = [];
  const others: string[] = [];
  for (const text of stdout.split('\n').filter((line) => line.trim() !== '')) {
    const { file = '', line, column, code: id, message } = LINE.exec(text)?.groups ?? {};
    const place = extracted.placeOf(join(folder, file), Number(line), Number(column));
    const last = problems.at(-1);
    if (place !== undefined) {
      const prefix = place.column === undefined ? `${file}:${line}: ` : '';
      problems.push({ ...place, message: `${prefix}${id} ${message}` });
    } else if (last && text.startsWith(' ')) last.message += `\n${text.slice(2)}`;
    else others.push(text);
  }
  if (others.length > 0 || (code !== 0 && problems.length === 0)) {
    throw new Error(`tsc exited with ${code}: ${others.join('\n')}${stderr}`);
  }
  return problems;
}
