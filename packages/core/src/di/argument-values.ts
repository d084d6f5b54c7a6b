/** The record that a handler or a dependency is called with. */
export type Arguments = Record<string, unknown>;

/** Which values an argument record is made of: names, and their places in the plan's values. */
export interface ArgumentLayout {
  readonly names: readonly string[];
  readonly keys: readonly ValueKey[];
}

/** The place of a value among those of its plan; the argument's name where there are only inputs. */
export type ValueKey = number | string;

/** The values of a plan: an array, or, where there are only inputs, already the arguments. */
export type Values = Record<ValueKey, unknown>;

export function buildArguments(
  { names, keys }: ArgumentLayout,
  values: Readonly<Values>,
): Arguments {
  const record: Arguments = {};
  for (let index = 0; index < names.length; index += 1) {
    record[names[index] as string] = values[keys[index] as ValueKey];
  }
  return record;
}
