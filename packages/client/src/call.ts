/** The promise of a result, which knows by its type what it can be rejected with. */
export interface Call<out Result, out Failure = unknown> extends Promise<Result> {
  /** Types only; never there at run time. */
  readonly '~failure'?: Failure | undefined;
}
