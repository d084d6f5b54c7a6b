import { caseRevision, latestRevision } from './case-revisions.js';
import { type Attempt, type ConformanceCase, type Profile, profiles } from './conformance-case.js';
import { type TargetMethod, targetMethodNames } from './target-methods.js';

/** The cases of all profiles, in the latest revision. */
export const conformanceCases: readonly ConformanceCase[] = caseRevision(latestRevision).cases;

/**
 * Returns the cases of a profile and of the profiles that it includes.
 *
 * @param revision default: the latest
 * @throws RangeError if there is no such revision
 */
export function casesOf(
  profile: Profile,
  revision: number = latestRevision,
): readonly ConformanceCase[] {
  const included = profiles.slice(0, profiles.indexOf(profile) + 1);
  return caseRevision(revision).cases.filter((one) => included.includes(one.profile));
}

/** Returns the cases with this id, or whose ids start with it and a dot. */
export function casesNamed(
  name: string,
  cases: readonly ConformanceCase[],
): readonly ConformanceCase[] {
  return cases.filter(({ id }) => id === name || id.startsWith(`${name}.`));
}

/** Returns the methods that a server needs for the attempts. */
export function methodsOf(attempts: readonly Attempt[]): readonly TargetMethod[] {
  const data = JSON.stringify(attempts);
  return targetMethodNames.filter((name) => data.includes(`{{${name}`));
}

/** Whether the case needs a connection, and therefore a URL. */
export function needsConnection({ attempts }: ConformanceCase): boolean {
  return attempts.some((attempt) => 'connection' in attempt);
}
