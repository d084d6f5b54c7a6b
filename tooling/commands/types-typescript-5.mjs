// Compiles the type tests with the oldest supported TypeScript and the last version 5, on the built
// packages: `npm run types:typescript-5`.

import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

import { projectFolders, root } from './workspace.mjs';

const require = createRequire(import.meta.url);

const compilers = [
  require.resolve('typescript-5-4/package.json'),
  require.resolve('typescript-5/package.json'),
];

const folder = join(root, '.report', 'typescript-5');
mkdirSync(folder, { recursive: true });

/** @param {string} path relative to the root */
const fromFolder = (path) => relative(folder, join(root, path));

/**
 * Writes a configuration that TypeScript 5.4 understands, unlike those of the packages.
 *
 * @param {string} name
 * @param {Record<string, unknown>} content
 */
function writeConfiguration(name, content) {
  writeFileSync(join(folder, name), JSON.stringify(content, undefined, 2));
}

const packages = projectFolders().filter(
  (path) => path.startsWith('packages') && existsSync(join(root, path, 'dist', 'index.d.ts')),
);

// A reference has the compiler read `dist/index.d.ts`, as users do, where a test imports '../index.js'.
const references = packages.map((path) => {
  const name = `tsconfig.${path.replaceAll(/[\\/]/g, '-')}.json`;
  writeConfiguration(name, {
    compilerOptions: {
      composite: true,
      lib: ['ES2023'],
      module: 'nodenext',
      rootDir: fromFolder(join(path, 'src')),
      outDir: fromFolder(join(path, 'dist')),
    },
    include: [fromFolder(join(path, 'src/**/*.ts'))],
    exclude: [
      fromFolder(join(path, 'src/**/*.test.ts')),
      fromFolder(join(path, 'src/**/*.test-d.ts')),
    ],
  });
  return { path: name };
});

const typeTests = packages.flatMap((path) =>
  readdirSync(join(root, path, 'src'), { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.test-d.ts') && !file.endsWith('.typescript-6.test-d.ts'))
    .map((file) => fromFolder(join(path, 'src', file))),
);

writeConfiguration('tsconfig.json', {
  compilerOptions: {
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
  },
  files: typeTests,
  references,
});

/** @param {string} manifest the package.json of a compiler */
function compile(manifest) {
  const { version } = require(manifest);
  const tsc = join(manifest, '..', 'lib', 'tsc.js');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [tsc, '--pretty', 'false', '-p', folder],
      (error, stdout, stderr) => {
        console.log(
          `TypeScript ${version}: ${error ? 'failed' : `compiled ${typeTests.length} files of type tests`}`,
        );
        if (error) console.error(stdout + stderr);
        resolve(error === null);
      },
    );
  });
}

const results = await Promise.all(compilers.map(compile));
process.exitCode = results.every(Boolean) ? 0 : 1;
