import type { LocatedSchema } from '../../document/schema-document.js';
import { appendToPointer } from '../../document/pointer.js';
import type { Mismatch, MismatchKind } from './mismatch.js';
import type { Conjunction } from './expand.js';

/** The inner schemas, which all apply to the same value, and the outer schema to compare with. */
export interface Pair {
  readonly inner: Conjunction;
  /** The same schemas before their `$ref`s and alternatives were looked at. */
  readonly unexpanded?: Conjunction;
  readonly outer: LocatedSchema;
  /** The path in the value to which the schemas apply. */
  readonly path: string;
  /** The JSON pointer of the inner schema, even if the inner schema accepts every value. */
  readonly innerPointer: string;
}

/** Compares a pair that is deeper in the value. */
export type Compare = (pair: Pair) => readonly Mismatch[];

type Extra = Pick<Mismatch, 'member' | 'isDeclared' | 'isNull'>;

export function mismatch(
  { innerPointer, outer, path }: Pair,
  kind: MismatchKind,
  detail: string,
  { keyword, ...extra }: Extra & { readonly keyword?: string } = {},
): Mismatch {
  const pointer = keyword === undefined ? outer.pointer : appendToPointer(outer.pointer, keyword);
  return { kind, inner: innerPointer, outer: pointer, path, detail, ...extra };
}

/** How many values a message lists. */
const MAX_LISTED = 10;

/** @param isComplete whether there are no further values */
export function describeList(values: readonly unknown[], isComplete = true): string {
  const more = values.length - MAX_LISTED;
  const listed = values.slice(0, MAX_LISTED).map(describe).join(', ');
  if (!isComplete) return `${listed} and perhaps more`;
  return more > 0 ? `${listed} and ${more} more` : listed;
}

export function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
