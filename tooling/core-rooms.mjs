// Prints how the folders of the core import each other, as a Mermaid diagram for CONTRIBUTING.md:
// `node tooling/core-rooms.mjs`. An import that other imports imply isn't drawn.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../packages/core/src/', import.meta.url));

/** Returns the folders that each folder imports from. */
function readImports() {
  const folders = readdirSync(source, { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return new Map(
    folders.map(({ name }) => {
      const files = readdirSync(`${source}${name}`).filter(
        (file) => file.endsWith('.ts') && !/\.test(-d)?\.ts$/.test(file),
      );
      const texts = files.map((file) => readFileSync(`${source}${name}/${file}`, 'utf8'));
      const imported = texts.flatMap((text) =>
        Array.from(text.matchAll(/from '\.\.\/([a-z-]+)\//g), ([, folder]) => folder ?? ''),
      );
      return /** @type {[string, Set<string>]} */ ([name, new Set(imported)]);
    }),
  );
}

/**
 * Whether the folder is reachable from another one, also over others.
 *
 * @param {Map<string, Set<string>>} imports
 * @param {string} from
 * @param {string} to
 * @returns {boolean}
 */
function reaches(imports, from, to) {
  return [...(imports.get(from) ?? [])].some((next) => next === to || reaches(imports, next, to));
}

/** Returns the diagram, which a test compares with CONTRIBUTING.md. */
export function drawRooms() {
  const imports = readImports();
  const edges = [...imports].flatMap(([from, folders]) =>
    [...folders]
      .filter((to) => ![...folders].some((other) => other !== to && reaches(imports, other, to)))
      .map((to) => `  ${from} --> ${to}`),
  );
  return ['```mermaid', 'graph TD', ...edges.toSorted(), '```'].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(drawRooms());
