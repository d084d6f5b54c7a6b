/** The texts of a rule's page that the rule itself doesn't contain. */
export interface RuleGuide {
  /** What changed in the document. */
  readonly change: string;
  /** How to reach the same goal without breaking clients, or what to do about a compatible change. */
  readonly advice: string;
  readonly example: Example;
}

/** Two documents. The rule reports the difference between them. */
export interface Example {
  readonly old: object;
  readonly next: object;
  /** The part of each document that the page shows. */
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
