import type { ErrorClass } from './error-class.js';

/**
 * The error classes of one place, each once.
 *
 * @throws TypeError where two classes have one code, since a client could not tell them apart.
 */
export function uniqueCodes(
  where: string,
  ...lists: (readonly ErrorClass[])[]
): readonly ErrorClass[] {
  const byCode = new Map<number, ErrorClass>();
  for (const errorClass of lists.flat()) {
    const other = byCode.get(errorClass.code) ?? errorClass;
    if (other !== errorClass) {
      throw new TypeError(
        `${where}: the errors ${other.name} and ${errorClass.name} have the same code ` +
          `${errorClass.code}; give one of them another`,
      );
    }
    byCode.set(errorClass.code, errorClass);
  }
  return [...byCode.values()];
}
