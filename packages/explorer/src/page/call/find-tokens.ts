import { isObject } from '@jsonrpc-kit/openrpc';
import type { HttpInput } from '../document/api-model.js';

/** A text in a result that may be a credential. */
export interface FoundToken {
  /** The place in the result, such as `session.token`; empty for the result itself. */
  readonly path: string;
  readonly value: string;
}

const TOKEN_NAME = /token|secret|jwt|credential|api_?key|session_?id/i;
const LOGIN_NAME = /token|log_?in|sign_?in|sign_?up|auth|session|register/i;
const LIMITS = { depth: 4, members: 200, tokens: 3, length: 20_000 };

/** Returns the members of a result whose names say that they are tokens, and the result of a login. */
export function findTokens(method: string, result: unknown): readonly FoundToken[] {
  if (isToken(result)) return LOGIN_NAME.test(method) ? [{ path: '', value: result }] : [];
  const found: FoundToken[] = [];
  collect(result, [], found);
  return found;
}

function collect(value: unknown, path: readonly string[], found: FoundToken[]): void {
  if (!isObject(value) || path.length >= LIMITS.depth) return;
  for (const [name, member] of Object.entries(value).slice(0, LIMITS.members)) {
    if (found.length >= LIMITS.tokens) return;
    const place = [...path, name];
    if (isToken(member) && TOKEN_NAME.test(name)) {
      found.push({ path: place.join('.').slice(0, 200), value: member });
    } else collect(member, place, found);
  }
}

/** A header contains no other characters. */
function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LIMITS.length && /^[!-~]+$/.test(value);
}

/** Returns the credentials that consist of one token, without those that a page can't send. */
export function tokenInputs(inputs: readonly HttpInput[]): readonly HttpInput[] {
  return inputs.filter(
    ({ isCredential, kind }) => isCredential && (kind === 'bearer' || kind === 'header'),
  );
}
