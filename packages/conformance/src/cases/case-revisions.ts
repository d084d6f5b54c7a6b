import { readFileSync } from 'node:fs';
import type { ConformanceCase } from './conformance-case.js';

/** A version of the cases. Its file never changes after a release: a correction is a new revision. */
export interface CaseRevision {
  readonly revision: number;
  /** What the server's methods have to do, by name. */
  readonly methods: Readonly<Record<string, string>>;
  /** The cases of all profiles. */
  readonly cases: readonly ConformanceCase[];
}

const folder = new URL('../../cases/', import.meta.url);

const index = readJson('revisions.json') as {
  readonly revisions: readonly { readonly revision: number; readonly file: string }[];
};

/** The numbers of all revisions of the cases, the latest last. */
export const revisions: readonly number[] = index.revisions.map(({ revision }) => revision);

/** The revision that an audit uses by default. */
export const latestRevision: number = Math.max(...revisions);

const loaded = new Map<number, CaseRevision>();

/**
 * Returns a revision of the cases.
 *
 * @throws RangeError if there is no such revision
 */
export function caseRevision(revision: number): CaseRevision {
  const known = loaded.get(revision);
  if (known !== undefined) return known;
  const entry = index.revisions.find((one) => one.revision === revision);
  if (entry === undefined) {
    throw new RangeError(`Unknown revision ${revision}. Use one of ${revisions.join(', ')}`);
  }
  const content = readJson(entry.file) as CaseRevision;
  loaded.set(revision, content);
  return content;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
}
