/** What the page of a rule says beside the severity and the consequence, which the rule itself has. */
export interface RuleGuide {
  /** What changed in the document. */
  readonly change: string;
  /** How to reach the same goal without breaking clients, or what to do about a compatible change. */
  readonly advice: string;
  readonly example: Example;
}

/** Two documents of which the rule reports the second. */
export interface Example {
  readonly old: object;
  readonly next: object;
  /** The part of each that the page shows. */
  readonly excerpts: readonly [old: object, next: object];
}

/** Returns an example with one method. */
export function methodExample(old: object, next: object): Example {
  return { old: { methods: [old] }, next: { methods: [next] }, excerpts: [old, next] };
}

/** Returns an example with whole documents. */
export function documentExample(old: object, next: object): Example {
  return { old, next, excerpts: [old, next] };
}
