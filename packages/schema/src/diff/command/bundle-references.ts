import { dirname, isAbsolute, join } from 'node:path';
import { appendToPointer, isObject } from '../containment/located-schema.js';
import { DATA_KEYWORDS } from '../containment/resources.js';
import { isHttpUrl } from './read-text.js';

/** The member of a bundle that contains the other documents, by their addresses. */
const REFERENCED = 'x-referenced';

/** How many documents are read. References to further documents stay unchanged. */
const MAX_DOCUMENTS = 200;

/** How a bundle reads documents. */
export interface BundleOptions {
  /** Reads the JSON at a path or URL. */
  readonly readJson: (address: string) => Promise<unknown>;
  /** Called with a sentence for each document that can't be read. */
  readonly onProblem: (problem: string) => void;
}

/**
 * Copies every document that a document refers to into it, so that all its `$ref`s can be resolved. A `$ref` to
 * a document that can't be read stays unchanged. A document from a server refers to that server only.
 *
 * @param address the path or URL of the document
 */
export async function bundleReferences(
  document: object,
  address: string,
  { readJson, onProblem }: BundleOptions,
): Promise<object> {
  const documents = new Map<string, unknown>([[address, document]]);
  const failed = new Set<string>();
  const isReadable = (target: string): boolean =>
    !isHttpUrl(address) || (isHttpUrl(target) && isSameOrigin(target, address));
  for (const [base, content] of documents) {
    const targets = referencesIn(content).map(({ ref }) => targetOf(ref, base));
    for (const target of new Set(targets)) {
      if (documents.has(target) || failed.has(target) || !isReadable(target)) continue;
      try {
        if (documents.size > MAX_DOCUMENTS) throw new Error(`Did not read ${target}`);
        documents.set(target, await readJson(target));
      } catch (error) {
        failed.add(target);
        onProblem(`${(error as Error).message}. References to it are undecided`);
      }
    }
  }
  if (documents.size === 1) return document;
  const placeOf = (target: string): string =>
    target === address ? '' : appendToPointer(`/${REFERENCED}`, target);
  for (const [base, content] of documents) {
    for (const { schema, ref } of referencesIn(content)) {
      const target = targetOf(ref, base);
      if (documents.has(target)) schema.$ref = newReference(ref, placeOf(target));
    }
  }
  const others = [...documents].filter(([target]) => target !== address);
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
  const unvisited = [root];
  while (unvisited.length > 0) {
    const value = unvisited.pop();
    if (isObject(value)) {
      ids.add(value['$id']);
      const { $ref: ref } = value;
      if (typeof ref === 'string') found.push({ schema: value as { $ref: string }, ref });
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value))
      if (!DATA_KEYWORDS.has(key)) unvisited.push(child);
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
  return isAbsolute(address) ? address : join(dirname(base), address);
}

/** An anchor has the same name in the bundle. A pointer begins at the place of its document. */
function newReference(ref: string, place: string): string {
  const fragment = ref.includes('#') ? ref.slice(ref.indexOf('#') + 1) : '';
  if (fragment !== '' && !fragment.startsWith('/')) return `#${fragment}`;
  return `#${encodeURI(place).replaceAll('#', '%23')}${fragment}`;
}

function isSameOrigin(one: string, other: string): boolean {
  return URL.canParse(one) && new URL(one).origin === new URL(other).origin;
}
