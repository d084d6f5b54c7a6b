import type { Choices } from './choices.js';
import { type JsonObject, mergeJson } from './merge-json.js';
import { readVersions } from './read-versions.js';
import { filesOf, layersOf } from './templates.js';

/** Returns the files of a project by their paths. */
export function composeProject(name: string, choices: Choices): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const layer of layersOf(choices)) {
    for (const [path, text] of filesOf(layer)) {
      files.set(path, joinTexts(path, files.get(path), text));
    }
  }
  return new Map(
    [...files]
      .map(([path, text]) => [path, completeFile(path, text, name)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Joins the same file of two layers: JSON is merged, and any other text is appended. */
function joinTexts(path: string, text: string | undefined, added: string): string {
  if (text === undefined) return added;
  if (path.endsWith('.json')) return toText(mergeJson(parse(text), parse(added)));
  // Sections of Markdown have an empty line between them.
  return `${text}${path.endsWith('.md') ? '\n' : ''}${added}`;
}

/** Adds the name of the project, and the versions of its dependencies. */
function completeFile(path: string, text: string, name: string): string {
  if (path === 'README.md') return `# ${name}\n\n${text.replaceAll('{{name}}', name)}`;
  if (path === 'wrangler.json') return toText({ ...parse(text), name });
  if (path !== 'package.json') return text;
  const manifest = parse(text);
  const lists = LISTS_OF_PACKAGES.filter((key) => key in manifest);
  const versions = lists.map((key) => [key, withVersions(manifest[key] as JsonObject)] as const);
  return toText({ ...manifest, name, ...Object.fromEntries(versions) });
}

/** The members of `package.json` with versions. Yarn needs the last one for dependencies of dependencies. */
const LISTS_OF_PACKAGES = ['dependencies', 'devDependencies', 'resolutions'];

/** Sorts the dependencies as package managers do, and sets their versions. */
function withVersions(dependencies: JsonObject): JsonObject {
  const versions = readVersions();
  const versionOf = (name: string): string => {
    const version = versions[name];
    if (version === undefined) throw new Error(`package.json of create-jsonrpc-kit lacks ${name}`);
    return version;
  };
  const names = Object.keys(dependencies).toSorted();
  return Object.fromEntries(names.map((name) => [name, versionOf(name)]));
}

const parse = (text: string): JsonObject => JSON.parse(text) as JsonObject;

const toText = (value: JsonObject): string => `${JSON.stringify(value, undefined, 2)}\n`;
