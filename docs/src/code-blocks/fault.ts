/** Something on a page that is not as it says, or that nobody can check. */
export interface Fault {
  /** From the folder of the pages, with its ending: `guide/errors.md`. */
  readonly page: string;
  /** From 1, as editors count. */
  readonly line: number;
  readonly column?: number;
  /** Its first line says what is wrong; those below it show it. */
  readonly message: string;
}

/** A fault as one line that an editor can jump to, and what belongs to it indented below. */
export function faultText({ page, line, column, message }: Fault, folder: string): string {
  const place = [`${folder}/${page}`, line, ...(column === undefined ? [] : [column])].join(':');
  return `${place} ${message.trimEnd().replaceAll('\n', '\n    ')}`;
}

/** In the order in which a reader meets them. */
export function sortedFaults(faults: readonly Fault[]): readonly Fault[] {
  return faults.toSorted(
    (a, b) => a.page.localeCompare(b.page) || a.line - b.line || (a.column ?? 0) - (b.column ?? 0),
  );
}
