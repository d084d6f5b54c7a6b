/** The record that a handler or a dependency is called with. */
export type Arguments = Record<string, unknown>;

/** Which values an argument record is made of: names, and their places in the plan's values. */
export interface RecordLayout {
  readonly names: readonly string[];
  readonly slots: readonly Slot[];
}

/** The place of a value among those of its plan; the argument's name where there are only inputs. */
export type Slot = number | string;

/** The values of a plan: an array, or, where there are only inputs, already the arguments. */
export type Values = Record<Slot, unknown>;

export function recordOf({ names, slots }: RecordLayout, values: Readonly<Values>): Arguments {
  const record: Arguments = {};
  for (let index = 0; index < names.length; index += 1) {
    record[names[index] as string] = values[slots[index] as Slot];
  }
  return record;
}
