/** How a schema accepts values that another one rejects. */
export type MismatchKind =
  /** A whole type of values. */
  | 'type'
  /** Values that an enumeration, or a union, does not list. */
  | 'enum'
  /** Objects without a member that is required. */
  | 'required'
  /** Objects with members that are not allowed. */
  | 'member'
  /** Values out of bounds, or that a pattern or format rejects. */
  | 'constraint'
  /** No values: the outer schema accepts a member without declaring it. */
  | 'undeclared'
  /** The comparison can't decide whether there are such values. */
  | 'undecided';

/** A difference that keeps a schema (`inner`) from being contained in another (`outer`). */
export interface Mismatch {
  readonly kind: MismatchKind;
  /** JSON pointers of the schemas that differ. */
  readonly inner: string;
  readonly outer: string;
  /** The place in the value, such as `.items[].sku`; empty for the value itself. */
  readonly path: string;
  /** Names the values that only the inner schema accepts, as in `numbers above 5`; or why it is undecided. */
  readonly detail: string;
  /** The name of the member, for `required` and `member`. */
  readonly member?: string;
  /** Whether the inner schema declares that member. */
  readonly isDeclared?: boolean;
  /** Whether null is the only value that does not fit. */
  readonly isNull?: boolean;
}

/** Returns the mismatches that keep a schema from being contained in the other one. */
export function breaking(found: readonly Mismatch[]): readonly Mismatch[] {
  return found.filter(({ kind }) => kind !== 'undeclared');
}
