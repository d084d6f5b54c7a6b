import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Choices } from './choices.js';

const templates = fileURLToPath(new URL('../../templates', import.meta.url));

/** The folders of `templates` that make up a project, in the order in which they are joined. */
export function layersOf(choices: Choices): readonly string[] {
  const { framework, database, schema, 'package-manager': packageManager } = choices;
  const isOnNode = framework !== 'workers';
  // Both run only the install scripts that a project allows.
  const allowsScripts = packageManager === 'npm' || packageManager === 'pnpm';
  const scripts = `${isOnNode ? 'node' : 'worker'}-scripts/${packageManager}`;
  return [
    'base',
    `package-manager/${packageManager}`,
    ...(allowsScripts ? [scripts] : []),
    `schema/${schema}`,
    ...(isOnNode ? [`build-stage/${packageManager}`, 'image'] : []),
    `database/${database}`,
    `framework/${framework}`,
    ...(isOnNode ? ['node'] : []),
  ];
}

/**
 * Returns the files of a layer by their paths in the project. npm doesn't pack files such as .gitignore,
 * so their names begin with an underscore here.
 */
export function filesOf(layer: string): ReadonlyMap<string, string> {
  const folder = join(templates, layer);
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .toSorted()
      .map((file) => [pathInProject(relative(folder, file)), readFileSync(file, 'utf8')]),
  );
}

function pathInProject(path: string): string {
  return path.split(sep).join('/').replace(/^_/, '.');
}
