// Compiles the type tests against the built packages, with the oldest supported TypeScript and with
// the last version 5: `npm run types:typescript-5`.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.report', 'typescript-5');
mkdirSync(folder, { recursive: true });

const sources = readdirSync(join(root, 'packages'))
  .filter((name) => existsSync(join(root, 'packages', name, 'dist', 'index.d.ts')))
  .map((name) => join(root, 'packages', name, 'src'));

// With project references the compiler reads `dist/index.d.ts`, as for users, where a test imports
// '../index.js'. These versions can't parse the configurations of the packages.
const references = sources.map((source, index) => {
  const path = `./tsconfig.${index}.json`;
  const compilerOptions = {
    composite: true,
    lib: ['ES2023'],
    module: 'nodenext',
    rootDir: source,
    outDir: join(source, '..', 'dist'),
  };
  const exclude = ['test', 'test-d'].map((kind) => join(source, '**', `*.${kind}.ts`));
  writeFileSync(
    join(folder, path),
    JSON.stringify({ compilerOptions, include: [source], exclude }),
  );
  return { path };
});

const compilerOptions = {
  target: 'es2022',
  lib: ['ES2023'],
  module: 'nodenext',
  moduleDetection: 'force',
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  skipLibCheck: true,
  noEmit: true,
};
const include = sources.map((source) => join(source, '**', '*.test-d.ts'));
const exclude = sources.map((source) => join(source, '**', '*.typescript-6.test-d.ts'));
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({ compilerOptions, include, exclude, references }),
);

for (const compiler of ['typescript-5-4', 'typescript-5']) {
  const tsc = createRequire(import.meta.url).resolve(`${compiler}/lib/tsc.js`);
  execFile(process.execPath, [tsc, '--pretty', 'false', '-p', folder], (error, stdout, stderr) => {
    console.log(`${compiler}: ${error ? `failed\n${stdout}${stderr}` : 'passed'}`);
    if (error) process.exitCode = 1;
  });
}
