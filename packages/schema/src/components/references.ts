/** The beginning of a reference to a component. */
export const COMPONENT_PREFIX = '#/components/schemas/';

/** Copies JSON with another text for each of its references. */
export function replaceReferences<Value>(
  value: Value,
  replace: (reference: string) => string,
): Value {
  return JSON.parse(
    JSON.stringify(value, (key, member: unknown) =>
      key === '$ref' && typeof member === 'string' ? replace(member) : member,
    ),
  ) as Value;
}
