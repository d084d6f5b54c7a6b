import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top folder of the repository, without a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The folders of all packages and examples, relative to the root, and the other two of the workspace. */
export function projectFolders() {
  const folders = ['packages', 'examples'].flatMap((group) =>
    existsSync(join(root, group))
      ? readdirSync(join(root, group)).map((folder) => join(group, folder))
      : [],
  );
  return [...folders, 'docs', 'tooling'].filter((folder) =>
    existsSync(join(root, folder, 'package.json')),
  );
}

/**
 * A script of the root package.json, which is the one place where the commands stand.
 *
 * @param {string} name
 * @returns {string}
 */
export function rootScript(name) {
  const command = packageScripts('.')[name];
  if (command === undefined) throw new Error(`package.json has no script named ${name}`);
  return command;
}

/**
 * The scripts of a package.json by their names.
 *
 * @param {string} folder relative to the root
 * @returns {Record<string, string | undefined>}
 */
export function packageScripts(folder) {
  const { scripts = {} } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  return scripts;
}

/** The environment in which the root's scripts find the installed tools, as under `npm run`. */
export function scriptEnvironment() {
  return {
    ...process.env,
    PATH: join(root, 'node_modules', '.bin') + delimiter + process.env['PATH'],
    TURBO_TELEMETRY_DISABLED: '1',
    // Turbo does not look at the version of Node, but what passed on one may fail on another.
    CHECKED_NODE_VERSION: process.version,
  };
}
