import { readFileSync } from 'node:fs';
import { type ConformanceCase, type Profile, profiles } from './conformance-case.js';
import { type TargetMethod, targetMethodNames } from './target-methods.js';

/** The cases of all profiles. */
export const conformanceCases: readonly ConformanceCase[] = profiles.flatMap(readCases);

function readCases(profile: Profile): ConformanceCase[] {
  const file = new URL(`../../cases/${profile}.json`, import.meta.url);
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly cases: readonly Omit<ConformanceCase, 'profile'>[];
  };
  return cases.map((one) => ({ ...one, profile }));
}

/** Returns the cases of a profile and of the profiles that it includes. */
export function casesOf(profile: Profile): readonly ConformanceCase[] {
  const included = profiles.slice(0, profiles.indexOf(profile) + 1);
  return conformanceCases.filter((one) => included.includes(one.profile));
}

/** Returns the cases with this id, or whose ids start with it and a dot. */
export function casesNamed(
  name: string,
  cases: readonly ConformanceCase[] = conformanceCases,
): readonly ConformanceCase[] {
  return cases.filter(({ id }) => id === name || id.startsWith(`${name}.`));
}

/** Returns the methods that a server needs for the case. */
export function methodsOf({ attempts }: ConformanceCase): readonly TargetMethod[] {
  const data = JSON.stringify(attempts);
  return targetMethodNames.filter((name) => data.includes(`{{${name}`));
}

/** Whether the case needs a connection, and therefore a URL. */
export function needsConnection({ attempts }: ConformanceCase): boolean {
  return attempts.some((attempt) => 'connection' in attempt);
}
