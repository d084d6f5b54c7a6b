import { type ArgumentSource, type ArgumentSources, isSchema } from './argument-source.js';
import type { CookieSource } from './cookie.js';
import { headerName, type HeaderSource } from './header.js';
import { isToken } from './http-token.js';

const KINDS = new Set(['params', 'header', 'cookie', 'scope', 'dependency']);

/** Of which the value is made by a schema. */
const WITH_SCHEMA = new Set(['params', 'header', 'cookie']);

/** @throws TypeError that names the method or dependency, the argument, and what to write instead. */
export function checkSources(where: string, sources: ArgumentSources): void {
  for (const [name, source] of Object.entries(sources)) {
    if (name === '__proto__') {
      throw new TypeError(`${where}: an argument can't be named __proto__; choose another name`);
    }
    if (isSchema(source)) continue;
    // Callers without types may hand in anything.
    const kind: unknown = (source as { kind?: unknown } | null | undefined)?.kind;
    if (typeof kind === 'string' && KINDS.has(kind)) {
      if (!WITH_SCHEMA.has(kind) || isSchema((source as { schema?: unknown }).schema)) {
        checkWireName(where, name, source);
        continue;
      }
      throw new TypeError(
        `${where}: the argument "${name}" is ${kind}() without a schema; write ${kind}(v.string()), ` +
          `or any other Standard Schema`,
      );
    }
    const hint =
      typeof source === 'function'
        ? 'wrap the function: dependency({ … }, function)'
        : 'write a Standard Schema, params(), header(), cookie(), a dependency() or a built-in source';
    throw new TypeError(`${where}: the argument "${name}" is no argument source; ${hint}`);
  }
}

/** A header, or a cookie, of a name that no client can send would always be absent. */
function checkWireName(where: string, argument: string, source: ArgumentSource): void {
  const { kind } = source;
  if (kind !== 'header' && kind !== 'cookie') return;
  const { alias } = source as HeaderSource | CookieSource;
  const name = alias ?? (kind === 'header' ? headerName(argument) : argument);
  if (isToken(name)) return;
  throw new TypeError(
    `${where}: the argument "${argument}" reads a ${kind} named ${JSON.stringify(name)}, which HTTP ` +
      `can't carry; write ${kind}(schema, { alias }) with letters, digits, "-" and "_"`,
  );
}
