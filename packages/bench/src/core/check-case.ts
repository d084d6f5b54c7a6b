import { isDeepStrictEqual } from 'node:util';
import type { CaseAnswer, CoreCase } from './core-case.js';

/**
 * Checks what a case answers, before it is timed.
 *
 * @throws Error that says what came and what should have
 */
export function checkCase({ name, answer }: CoreCase, { status, body }: CaseAnswer): void {
  const json: unknown = typeof body === 'string' ? JSON.parse(body) : body;
  if (isDeepStrictEqual({ status, json }, answer)) return;
  throw new Error(
    `${name}: the answer is ${status} ${JSON.stringify(json)}, not ${JSON.stringify(answer)}`,
  );
}
