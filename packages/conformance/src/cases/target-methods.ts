import { caseRevision, latestRevision } from './case-revisions.js';

/**
 * The methods that a server needs for a full audit: those of the specification's examples and three
 * more. Without one of them, cases are skipped, or run with `harmless` or an unknown method.
 */
export const targetMethodNames = [
  'subtract',
  'sum',
  'get_data',
  'update',
  'notify_hello',
  'notify_sum',
  'echo',
  'throws',
  'wait',
  'harmless',
] as const;

/** The name of a method that the audit calls. */
export type TargetMethod = (typeof targetMethodNames)[number];

/** The server's names for the methods; null for a method that the server lacks. */
export type MethodNames = Readonly<Record<TargetMethod, string | null>>;

/** What each method that the audit calls has to do. */
export const targetMethods: Readonly<Record<TargetMethod, string>> =
  caseRevision(latestRevision).methods;

export function isTargetMethod(name: string): name is TargetMethod {
  return (targetMethodNames as readonly string[]).includes(name);
}
