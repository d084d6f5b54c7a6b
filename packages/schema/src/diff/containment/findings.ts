import { appendToPointer, type LocatedSchema } from './located-schema.js';
import type { Mismatch, MismatchKind } from './mismatch.js';
import type { Conjunction } from './expand.js';

/** What is compared: the inner schemas, which all hold, with one outer schema. */
export interface Pair {
  readonly inner: Conjunction;
  readonly outer: LocatedSchema;
  /** The place in the value. */
  readonly path: string;
  /** The pointer of the inner schema, even where it accepts every value. */
  readonly innerPointer: string;
}

/** Compares below a pair. Every step that leads deeper into the value goes through it. */
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

export function describe(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
