import type { ApiModel, Entrypoint, MethodGroup, MethodModel } from './api-model.js';
import { type JsonObject, objectOf, objectsOf, textOf } from './json.js';
import { isImplementedByClient, readMethods } from './read-methods.js';

/** The entrypoints that a document links to. */
function readEntrypoints(root: JsonObject): readonly (Entrypoint & { url: string })[] {
  return objectsOf(root['x-entrypoints'], 20).flatMap((raw) => {
    const path = textOf(raw['path'], 500);
    const url = textOf(raw['url'], 2000);
    if (path === undefined || url === undefined) return [];
    return [{ name: textOf(raw['name'], 200) ?? path, path, url }];
  });
}

/**
 * Reads a document.
 *
 * @param url the absolute URL that the links of the document are resolved against
 */
export function readDocument(main: JsonObject, url: string): ApiModel {
  const info = objectOf(main['info']);
  const methods = withIds(readMethods({ root: main, url, entrypoints: readEntrypoints(main) }));
  const lists = [main['methods'], main['x-methods-of-same-name']];
  const called = lists
    .flatMap((list) => objectsOf(list, 1e6))
    .filter((raw) => !isImplementedByClient(raw['x-implemented-by']));
  return {
    title: textOf(info['title'], 200) ?? 'Untitled API',
    version: textOf(info['version'], 100) ?? '',
    description: textOf(info['description']),
    hasTypedClient: 'x-entrypoints' in main || 'x-limits' in main,
    methods,
    groups: groupMethods(methods, main),
    notices:
      called.length > methods.length
        ? [
            `The document has ${called.length} methods. The page displays ${methods.length} of them.`,
          ]
        : [],
  };
}

/** Uses the name of a method as its id, and adds the entrypoint where several have the name. */
function withIds(methods: readonly Omit<MethodModel, 'id'>[]): readonly MethodModel[] {
  const used = new Set<string>();
  return methods.map((method) => {
    const { name, entrypoint } = method;
    const base = wellFormed(name);
    let id = used.has(base) ? `${base}@${wellFormed(entrypoint.path)}` : base;
    for (let number = 2; used.has(id); number++) id = `${base}@${number}`;
    used.add(id);
    return { ...method, id };
  });
}

/** Replaces halves of surrogate pairs, which no link can contain. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** A longer list of methods without tags is grouped by the prefixes of their names, such as `eth_`. */
const MAX_UNGROUPED = 30;

function groupMethods(methods: readonly MethodModel[], main: JsonObject): readonly MethodGroup[] {
  const hasSeveral = new Set(methods.map(({ entrypoint }) => entrypoint.path)).size > 1;
  const isLong = methods.length > MAX_UNGROUPED;
  const descriptions = tagDescriptions(main);
  const groups = new Map<string, MethodGroup & { readonly methods: MethodModel[] }>();
  for (const method of methods) {
    const { entrypoint, tags } = method;
    const fallback = entrypoint.name || 'Methods';
    const prefix = isLong ? /^([^._/]+)[._/]/.exec(method.name)?.[1] : undefined;
    const title = tags[0] ?? prefix ?? (hasSeveral ? fallback : 'Methods');
    const key = JSON.stringify([entrypoint.path, title]);
    const known = groups.get(key);
    if (known !== undefined) known.methods.push(method);
    else {
      groups.set(key, {
        title,
        entrypoint: hasSeveral ? fallback : undefined,
        description: descriptions.get(title),
        methods: [method],
      });
    }
  }
  // The groups of an entrypoint are neighbors.
  const order = [...new Set(methods.map(({ entrypoint }) => entrypoint))];
  const positionOf = ({ methods: [first] }: MethodGroup): number =>
    first === undefined ? -1 : order.indexOf(first.entrypoint);
  return [...groups.values()].toSorted((a, b) => positionOf(a) - positionOf(b));
}

function tagDescriptions(main: JsonObject): ReadonlyMap<string, string> {
  const tags = Object.values(objectOf(objectOf(main['components'])['tags']));
  return new Map(
    [...objectsOf(tags, 500), ...objectsOf(main['tags'], 500)].flatMap((tag) => {
      const name = textOf(tag['name'], 200);
      const description = textOf(tag['description'], 2000);
      return name === undefined || description === undefined ? [] : [[name, description]];
    }),
  );
}
