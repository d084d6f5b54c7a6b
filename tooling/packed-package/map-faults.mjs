import { posix } from 'node:path';

/**
 * Maps that lead to files which were not packed, and files whose map was not.
 *
 * @param {ReadonlyMap<string, string>} contents of the compiled files and maps, by their paths
 * @param {readonly string[]} files all that was packed
 * @returns {string[]}
 */
export function mapFaults(contents, files) {
  return [...contents].flatMap(([file, content]) =>
    targetsOf(file, content)
      .map((target) => posix.join(posix.dirname(file), target))
      .filter((target) => !files.includes(target))
      .map((target) => `${file} leads to ${target}, which is not packed`),
  );
}

/**
 * @param {string} file
 * @param {string} content
 * @returns {string[]}
 */
function targetsOf(file, content) {
  if (file.endsWith('.map')) return JSON.parse(content).sources;
  const [, map] = /^\/\/# sourceMappingURL=(.*)$/m.exec(content) ?? [];
  return map === undefined ? [] : [map];
}
