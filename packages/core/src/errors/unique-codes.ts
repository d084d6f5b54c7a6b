import type { ErrorClass } from './error-class.js';

/**
 * The error classes of one place, each once.
 *
 * @throws TypeError where two classes have one code, since a client could not tell them apart, and
 *   where there is something else among them
 */
export function uniqueCodes(
  where: string,
  ...lists: (readonly ErrorClass[])[]
): readonly ErrorClass[] {
  const byCode = new Map<number, ErrorClass>();
  for (const [index, errorClass] of lists.flat().entries()) {
    checkClass(where, index, errorClass);
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

/** Callers without types may hand in anything, an instance as well. */
function checkClass(where: string, index: number, entry: unknown): void {
  if (typeof entry === 'function' && Number.isSafeInteger((entry as Partial<ErrorClass>).code))
    return;
  throw new TypeError(
    `${where}: errors[${index}] is no class of typed errors; write class NotEnoughMoney extends ` +
      `defineError({ code: 6001, message: 'Not enough money' }) {}`,
  );
}
