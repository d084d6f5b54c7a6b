import { isSchema, isObject, describeValue } from '../options/describe-value.js';
import type { ArgumentSources } from './argument-source.js';
import { headerName } from './sources.js';

/** The kinds of sources that have a schema. */
const WITH_SCHEMA: readonly unknown[] = ['params', 'header', 'cookie'];

const KINDS: readonly unknown[] = [...WITH_SCHEMA, 'context', 'resource', 'dependency'];

/**
 * @throws TypeError if `sources` isn't a record of sources, or the name of a header or cookie is
 * invalid
 */
export function checkSources(where: string, sources: ArgumentSources): void {
  checkRecord(where, sources);
  for (const [name, source] of Object.entries(sources)) {
    if (name === '__proto__') {
      throw new TypeError(`${where}: an argument can't be named "__proto__". Choose another name.`);
    }
    if (isSchema(source)) continue;
    // Callers without types may pass anything.
    const { kind, schema, alias }: Readonly<Record<string, unknown>> = isObject(source)
      ? source
      : {};
    if (!KINDS.includes(kind)) {
      const hint =
        typeof source === 'function'
          ? 'Wrap the function in dependency({ … }, function), or call it, as in v.string().'
          : 'Write a Standard Schema, params(), header(), cookie(), dependency(), resource() or a ' +
            'built-in source.';
      throw new TypeError(`${where}: argument "${name}" isn't an argument source. ${hint}`);
    }
    if (WITH_SCHEMA.includes(kind) && !isSchema(schema)) {
      throw new TypeError(
        `${where}: argument "${name}" is ${String(kind)}() without a schema. Write ` +
          `${String(kind)}(v.string()), or pass another Standard Schema.`,
      );
    }
    checkWireName(where, name, { kind, alias });
  }
}

/** Rejects `args: schema` and `args: source` where `args: { name: source }` was meant. */
function checkRecord(where: string, sources: unknown): void {
  const isSource = isObject(sources) && KINDS.includes(sources['kind']);
  if (isSource || isSchema(sources)) {
    throw new TypeError(
      `${where}: args must be an object of sources, not ${isSource ? 'a source' : 'a schema'}. ` +
        `Write args: { order: params(schema) }, or one schema for each argument.`,
    );
  }
  if (isObject(sources) && !Array.isArray(sources)) return;
  throw new TypeError(
    `${where}: args must be an object, not ${describeValue(sources)}. Write one schema for each ` +
      `argument, such as { amount: v.number() }.`,
  );
}

/** Rejects the name of a header or cookie that HTTP doesn't allow, because no client could send it. */
function checkWireName(
  where: string,
  argument: string,
  { kind, alias }: { readonly kind: unknown; readonly alias: unknown },
): void {
  if (kind !== 'header' && kind !== 'cookie') return;
  const ownName = kind === 'header' ? headerName(argument) : argument;
  const name = typeof alias === 'string' ? alias : ownName;
  if (isToken(name)) return;
  throw new TypeError(
    `${where}: argument "${argument}" reads a ${kind} named ${JSON.stringify(name)}, which HTTP ` +
      `doesn't allow. Write ${kind}(schema, { alias }) with letters, digits, "-" and "_".`,
  );
}

/** A valid name of a header (RFC 9110, section 5.6.2) or a cookie (RFC 6265, section 4.1.1). */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;

export function isToken(name: string): boolean {
  return TOKEN.test(name);
}
