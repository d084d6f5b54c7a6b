import { posix } from 'node:path';

/** Needed without an import, each for a reason. */
const withoutImport = new Map([
  ['@jsonrpc-kit/express', ['@types/express']], // Express has no types of its own
  ['@jsonrpc-kit/hono', ['@hono/node-server']], // gives the message of node:http through `c.env`
  ['@jsonrpc-kit/schema', ['valibot']], // the peer of @valibot/to-json-schema
  ['@jsonrpc-kit/worker', ['tsx']], // looked for at run time
]);

/**
 * Where the imports of a packed package and its package.json disagree: what it imports without naming
 * it, what it names without importing it, and files of its own that were not packed.
 *
 * @param {import('./packed-files.mjs').Manifest} manifest
 * @param {readonly import('./packed-module.mjs').PackedModule[]} modules
 * @param {readonly string[]} files all that was packed
 * @returns {string[]}
 */
export function importFaults(manifest, modules, files) {
  const named = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const imports = modules.flatMap(({ file, imports: all }) =>
    all.map((specifier) => ({ file, specifier })),
  );
  const others = imports
    .filter(({ specifier }) => !/^(\.|node:)/.test(specifier))
    .map(({ file, specifier }) => ({ file, name: packageOf(specifier) }))
    .filter(({ name }) => name !== manifest.name);

  const unnamed = others.filter(({ name }) => !named.includes(name));
  const unused = named.filter(
    (name) =>
      !withoutImport.get(manifest.name)?.includes(name) &&
      !others.some((other) => other.name === name),
  );
  const lost = imports.filter(({ file, specifier }) => {
    return (
      specifier.startsWith('.') && !isPacked(posix.join(posix.dirname(file), specifier), files)
    );
  });
  return [
    ...unnamed.map(({ file, name }) => `${file} imports ${name}, which package.json does not name`),
    ...unused.map((name) => `package.json names ${name}, which nothing imports`),
    ...lost.map(({ file, specifier }) => `${file} imports ${specifier}, which is not packed`),
  ];
}

/** @param {string} specifier */
function packageOf(specifier) {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/**
 * A module and its declarations name each other's files alike.
 *
 * @param {string} file
 * @param {readonly string[]} files
 */
function isPacked(file, files) {
  return files.includes(file) && files.includes(file.replace(/\.js$/, '.d.ts'));
}
