type MaybePromise<Value> = Value | Promise<Value>;

/** An answer, as far as it is checked. */
export interface CaseAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** Something that the core does, to be timed over and over. */
export interface CoreCase {
  readonly name: string;
  /** How many calls one run holds. */
  readonly calls: number;
  /** Whether `@jsonrpc-kit/core/context` is imported. */
  readonly hasContext: boolean;
  /** What it has to answer; the decoded body, undefined where it is empty. */
  readonly answer: { readonly status: number; readonly json: unknown };
  /** Sets it up; what it gives is timed. */
  readonly prepare: () => () => MaybePromise<CaseAnswer>;
}
