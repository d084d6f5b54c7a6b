import { isFunction, listOf, type OptionKind } from '../options/option-kind.js';
import type { ErrorClass } from './base-error.js';

/**
 * The error classes of one place, each once.
 *
 * @throws TypeError where two classes have one code, since a client could not tell them apart
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

export const errorClasses: OptionKind = listOf({
  is: (entry) => isFunction(entry) && Number.isSafeInteger((entry as Partial<ErrorClass>).code),
  noun: 'class of typed errors',
  instead:
    "write class NotEnoughMoney extends defineError({ code: 6001, message: 'Not enough money' }) {}",
});
