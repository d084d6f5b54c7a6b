/** The arguments of a handler or a dependency, by name. */
export type Arguments = Record<string, unknown>;

/** Maps the names of arguments to the keys of their values. */
export interface ArgumentLayout {
  readonly names: readonly string[];
  readonly keys: readonly ValueKey[];
}

/** The index of a value in its plan, or the argument's name if the plan has only inputs. */
export type ValueKey = number | string;

/** The values of a plan: an array, or the arguments themselves if the plan has only inputs. */
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
