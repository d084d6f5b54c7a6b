/** What has to be true of an answer, or of a part of it. */
export interface Expectation<Subject> {
  /** What is expected, as in "expected …". */
  readonly words: string;
  /** What is wrong, in words, or undefined where nothing is. */
  readonly fault: (subject: Subject) => string | undefined;
}

/** All of these; the first fault is told. */
export function allOf<Subject>(
  ...expectations: readonly Expectation<Subject>[]
): Expectation<Subject> {
  return {
    words: expectations.map(({ words }) => words).join(', '),
    fault: (subject) => {
      for (const { fault } of expectations) {
        const found = fault(subject);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

/** One of these; where none fits, the fault of the last one is told. */
export function oneOf<Subject>(
  ...expectations: readonly Expectation<Subject>[]
): Expectation<Subject> {
  return {
    words: expectations.map(({ words }) => words).join(', or '),
    fault: (subject) => {
      let found: string | undefined;
      for (const { fault } of expectations) {
        found = fault(subject);
        if (found === undefined) return undefined;
      }
      return found;
    },
  };
}
