import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { catalogVersion } from './catalog-version.js';
import { readmeFiles } from './readme-files.js';
import { type Outcome, outcomeOf, run } from './run.js';

/** A project in a folder of its own, with all that it needs installed. */
export interface Project {
  readonly folder: string;
  readonly write: (path: string, text: string) => void;
  /** Runs a tool that is installed in the project. */
  readonly tool: (...words: readonly [string, ...string[]]) => Promise<Outcome>;
  readonly remove: () => void;
}

const options = {
  strict: true,
  // The declarations that were packed are compiled too.
  skipLibCheck: false,
  target: 'es2023',
  module: 'nodenext',
  types: ['node'],
  noEmit: true,
};

/**
 * Makes the project of the README and installs it by `npm install`, as its reader would: our packages
 * out of their tarballs, the others from npm's cache or the registry that it is configured for. What
 * is installed is what npm makes of the tarballs' own package.json, so a dependency that is missing
 * there, or a file that was not packed, is missing here.
 */
export async function newProject(
  framework: string,
  tarballs: ReadonlyMap<string, string>,
): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), `jsonrpc-kit-${framework}-`));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [path, code] of readmeFiles(framework)) write(path, code);
  write('package.json', JSON.stringify(manifest(framework, tarballs), undefined, 2));
  write('tsconfig.json', JSON.stringify({ compilerOptions: options, include: ['src', 'test'] }));
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], folder);
  return {
    folder,
    write,
    tool: (name, ...words) => outcomeOf(join(folder, 'node_modules', '.bin', name), words, folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function manifest(framework: string, tarballs: ReadonlyMap<string, string>): object {
  const ours = (name: string): Record<string, string> => ({
    [`@jsonrpc-kit/${name}`]: `file:${tarballs.get(`@jsonrpc-kit/${name}`)}`,
  });
  const theirs = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, catalogVersion(name)]));
  const types = framework === 'express' ? ['@types/express'] : [];
  return {
    private: true,
    type: 'module',
    dependencies: {
      ...ours('core'),
      ...ours('node'),
      ...ours(framework),
      ...theirs([framework, 'valibot']),
    },
    devDependencies: {
      ...ours('testing'),
      ...theirs(['@types/node', 'typescript', 'vitest', ...types]),
    },
  };
}
