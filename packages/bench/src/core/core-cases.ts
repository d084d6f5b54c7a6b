import { argumentCases } from './argument-cases.js';
import { byHandCases } from './by-hand-cases.js';
import { callCases } from './call-cases.js';
import type { CoreCase } from './core-case.js';
import { errorCases } from './error-cases.js';

/** What `@jsonrpc-kit/core/context` costs: with promises, and without. */
const withContext: readonly CoreCase[] = [...callCases.slice(0, 3), ...argumentCases.slice(-1)].map(
  (one) => ({
    ...one,
    name: `context: ${one.name}`,
    hasContext: true,
  }),
);

/** What the core is timed at, without HTTP. */
export const coreCases: readonly CoreCase[] = [
  ...byHandCases,
  ...callCases,
  ...errorCases,
  ...argumentCases,
  ...withContext,
];

/** The one of this name. */
export function findCoreCase(name: string): CoreCase {
  const found = coreCases.find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`There is no case "${name}"`);
  return found;
}
