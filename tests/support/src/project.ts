import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Outcome, outcomeOf, run } from './run.js';

/** A project in its own folder outside the repository. */
export interface Project {
  readonly folder: string;
  readonly write: (path: string, text: string) => void;
  /** Installs the dependencies of its package.json. */
  readonly install: () => Promise<void>;
  /** Runs a tool that is installed in the project. */
  readonly tool: (...args: readonly [string, ...string[]]) => Promise<Outcome>;
  readonly remove: () => void;
}

/** Creates an empty project. */
export function createProject(name: string): Project {
  return projectIn(mkdtempSync(join(tmpdir(), `jsonrpc-kit-${name}-`)));
}

/** Returns the project in an existing folder. */
export function projectIn(folder: string): Project {
  return {
    folder,
    write: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    install: async () => {
      await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], folder);
    },
    tool: (name, ...args) => outcomeOf(join(folder, 'node_modules', '.bin', name), args, folder),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
