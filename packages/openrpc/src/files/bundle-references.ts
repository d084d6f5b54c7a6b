import { dirname, isAbsolute, join as joinPaths } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isObject } from '../document/json-schema.js';
import { appendToPointer } from '../document/pointer.js';
import { childrenOf } from '../document/resources.js';
import { type DocumentFiles, isHttpUrl } from './document-files.js';

/** An OpenRPC document with every document that it refers to. */
export interface LoadedDocument {
  /** The document. It contains the others as `x-referenced`. */
  readonly document: object;
  /** A sentence for each document that it refers to and that could not be read. */
  readonly problems: readonly string[];
}

/** The member of a bundle that contains the other documents, by their addresses. */
const REFERENCED = 'x-referenced';

/** How many documents are read, or tried to. References to further documents stay unchanged. */
const MAX_DOCUMENTS = 200;

/**
 * Copies every document that a document refers to into it, so that all its `$ref`s can be resolved. A `$ref` to
 * a document that can't be read stays unchanged.
 *
 * @param address the path or URL of the document
 */
export async function bundleReferences(
  document: object,
  address: string,
  files: Pick<DocumentFiles, 'readReferenced'>,
): Promise<LoadedDocument> {
  const documents = new Map<string, unknown>([[address, document]]);
  const problems = new Map<string, string>();
  for (const [base, content] of documents) {
    const targets = referencesIn(content).map(({ ref }) => targetOf(ref, base));
    for (const target of new Set(targets)) {
      if (documents.has(target) || problems.has(target)) continue;
      if (documents.size + problems.size > MAX_DOCUMENTS) break;
      try {
        documents.set(target, await files.readReferenced(target, base));
      } catch (error) {
        problems.set(target, `${(error as Error).message}. References to it stay unresolved`);
      }
    }
  }
  return { document: join(document, address, documents), problems: [...problems.values()] };
}

/** Puts the other documents into the first one, and changes the references to them. */
function join(document: object, address: string, documents: ReadonlyMap<string, unknown>): object {
  const placeOf = (target: string): string =>
    target === address ? '' : appendToPointer(`/${REFERENCED}`, target);
  for (const [base, content] of documents) {
    for (const { schema, ref } of referencesIn(content)) {
      const target = targetOf(ref, base);
      if (documents.has(target)) schema.$ref = newReference(ref, placeOf(target));
      // Without its folder, a relative path would mean the same in each version of a document.
      else if (!isHttpUrl(target)) schema.$ref = `${pathToFileURL(target).href}${fragmentOf(ref)}`;
    }
  }
  const others = [...documents].filter(([target]) => target !== address);
  if (others.length === 0) return document;
  return { ...document, [REFERENCED]: Object.fromEntries(others) };
}

interface FoundReference {
  readonly schema: { $ref: string };
  readonly ref: string;
}

/** Returns the references of a document, except those to an `$id` in it. */
function referencesIn(root: unknown): readonly FoundReference[] {
  const found: FoundReference[] = [];
  const ids = new Set<unknown>();
  const unvisited = [{ value: root, isMap: false }];
  for (const { value, isMap } of unvisited) {
    if (isObject(value)) {
      ids.add(value['$id']);
      const { $ref: ref } = value;
      if (typeof ref === 'string') found.push({ schema: value as { $ref: string }, ref });
    }
    if (typeof value !== 'object' || value === null) continue;
    unvisited.push(...childrenOf(value, isMap));
  }
  return found.filter(({ ref }) => !ids.has(ref.split('#', 1)[0]));
}

/** Returns the path or URL of the document that a `$ref` in another document refers to. */
function targetOf(ref: string, base: string): string {
  const [address = ''] = ref.split('#', 1);
  if (address === '') return base;
  if (isHttpUrl(base) || isHttpUrl(address)) {
    return URL.canParse(address, base) ? new URL(address, base).href : address;
  }
  return isAbsolute(address) ? address : joinPaths(dirname(base), address);
}

/** An anchor has the same name in the bundle. A pointer begins at the place of its document. */
function newReference(ref: string, place: string): string {
  const fragment = fragmentOf(ref).slice(1);
  if (fragment !== '' && !fragment.startsWith('/')) return `#${fragment}`;
  return `#${encodeURI(place).replaceAll('#', '%23')}${fragment}`;
}

/** Returns the fragment of a `$ref` with its `#`, or an empty text. */
function fragmentOf(ref: string): string {
  return ref.includes('#') ? ref.slice(ref.indexOf('#')) : '';
}
