import { isSchema, isObject, describeValue } from '../options/describe-value.js';
import type { ArgumentSource, ArgumentSources } from './argument-source.js';
import { type CookieSource, headerName, type HeaderSource } from './sources.js';

/** Of which the value is made by a schema. */
const WITH_SCHEMA = ['params', 'header', 'cookie'];

const KINDS = [...WITH_SCHEMA, 'context', 'resource', 'dependency'];

/** @throws TypeError that names the method or dependency, the argument, and what to write instead. */
export function checkSources(where: string, sources: ArgumentSources): void {
  checkRecord(where, sources);
  for (const [name, source] of Object.entries(sources)) {
    if (name === '__proto__') {
      throw new TypeError(`${where}: an argument can't be named __proto__; choose another name`);
    }
    if (isSchema(source)) continue;
    // Callers without types may hand in anything.
    const kind: unknown = (source as { kind?: unknown } | null | undefined)?.kind;
    if (typeof kind === 'string' && KINDS.includes(kind)) {
      if (!WITH_SCHEMA.includes(kind) || isSchema((source as { schema?: unknown }).schema)) {
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
        ? 'wrap the function: dependency({ … }, function), or call it, as v.string()'
        : 'write a Standard Schema, params(), header(), cookie(), a dependency(), a resource() or a ' +
          'built-in source';
    throw new TypeError(`${where}: the argument "${name}" is no argument source; ${hint}`);
  }
}

/** One thing alone, that stands where a record of such belongs. */
function checkRecord(where: string, sources: unknown): void {
  const isSource = isObject(sources) && KINDS.includes(sources['kind'] as string);
  if (isSource || isSchema(sources)) {
    throw new TypeError(
      `${where}: args is ${isSource ? 'one source' : 'a schema'}; write args: ` +
        `{ order: params(schema) }, or one schema for each argument`,
    );
  }
  if (isObject(sources) && !Array.isArray(sources)) return;
  throw new TypeError(
    `${where}: args must be an object, not ${describeValue(sources)}; write one schema for each argument, ` +
      `as { amount: v.number() }`,
  );
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

/** RFC 9110, section 5.6.2, and RFC 6265, section 4.1.1: what headers and cookies can be named. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

export function isToken(name: string): boolean {
  return TOKEN.test(name);
}
