/**
 * Where `sideEffects` is wrong: a bundler leaves modules out that it does not name, whatever they do
 * when they are loaded, and keeps those that it names for nothing.
 *
 * @param {import('./packed-files.mjs').Manifest} manifest
 * @param {readonly import('./packed-module.mjs').PackedModule[]} modules
 * @param {readonly string[]} files all that was packed
 * @returns {string[]}
 */
export function effectFaults({ sideEffects, bin = {} }, modules, files) {
  if (sideEffects === undefined) return ['package.json says nothing of sideEffects'];
  const named = (Array.isArray(sideEffects) ? sideEffects : []).map(withoutDot);
  const commands = Object.values(bin).map(withoutDot);

  const unnamed = modules
    .filter(({ file }) => !named.includes(file) && !commands.includes(file))
    .flatMap(({ file, effects }) => effects.map((line) => `${file}:${line}`));
  return [
    ...unnamed.map(
      (place) => `${place} does something when it is loaded; sideEffects names it not`,
    ),
    ...named
      .filter((file) => !files.includes(file))
      .map((file) => `sideEffects names ${file}, which is not packed`),
  ];
}

/** @param {string} path */
function withoutDot(path) {
  return path.replace(/^\.\//, '');
}
