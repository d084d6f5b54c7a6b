/** The record that a handler or a dependency is called with. */
export type Arguments = Record<string, unknown>;

/** Which values an argument record is made of: names, and their places in the plan's values. */
export interface RecordLayout {
  readonly names: readonly string[];
  readonly slots: readonly number[];
}

export function recordOf({ names, slots }: RecordLayout, values: readonly unknown[]): Arguments {
  const record: Arguments = {};
  for (let index = 0; index < names.length; index += 1) {
    record[names[index] as string] = values[slots[index] as number];
  }
  return record;
}
