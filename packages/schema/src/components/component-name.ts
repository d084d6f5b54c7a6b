import type { StandardSchemaV1 } from '@standard-schema/spec';

/** What may stand in front of a {@link componentName}. */
export interface ComponentNameOptions {
  /** What the name belongs to, as `bank`; stands in front where two schemas have one name. */
  readonly module?: string | undefined;
}

const names = new WeakMap<object, readonly string[]>();

/**
 * Gives a schema its own component, under a fixed name: wherever it is used, in another schema too
 * (of valibot or zod), the documents refer to it.
 *
 * ```ts
 * export const Account = componentName('Account', v.object({ … }), { module: 'bank' });
 * ```
 *
 * Where results differ from parameters (by defaults, by transforms), parameters refer to
 * `Account.Input`.
 *
 * @returns the schema itself
 * @throws TypeError where the name is no key of a component, or the schema has another name.
 *   Documents with two different schemas of one full name are refused when they are generated.
 */
export function componentName<Schema extends StandardSchemaV1>(
  name: string,
  schema: Schema,
  { module }: ComponentNameOptions = {},
): Schema {
  for (const part of module === undefined ? [name] : [name, module]) checkKey(name, part);
  const own = module === undefined ? [name] : [name, `${module}.${name}`];
  const other = names.get(schema);
  if (other !== undefined && other.join() !== own.join()) {
    throw new TypeError(
      `componentName: the schema has the name ${other.at(-1)} already, so it can't be ` +
        `${own.at(-1)}; name it once`,
    );
  }
  names.set(schema, own);
  return schema;
}

function checkKey(name: string, part: string): void {
  if (/^[\w.-]+$/.test(part)) return;
  throw new TypeError(
    `componentName(${JSON.stringify(name)}): ${JSON.stringify(part)} is no key of a component; ` +
      `use letters, digits, ".", "_" and "-"`,
  );
}

/** The names of a schema that has a fixed one, from short to full. */
export function fixedNames(schema: object): readonly string[] | undefined {
  return names.get(schema);
}
