import { isFunction, listOf, type OptionKind } from '../options/option-kind.js';
import type { ErrorClass } from './base-error.js';

/**
 * Merges lists of error classes without duplicates.
 *
 * @throws TypeError if two classes have the same code, since clients couldn't distinguish them
 */
export function mergeErrorClasses(
  where: string,
  ...lists: (readonly ErrorClass[])[]
): readonly ErrorClass[] {
  const byCode = new Map<number, ErrorClass>();
  for (const errorClass of lists.flat()) {
    const other = byCode.get(errorClass.code) ?? errorClass;
    if (other !== errorClass) {
      throw new TypeError(
        `${where}: errors ${other.name} and ${errorClass.name} have the same code ` +
          `${errorClass.code}. Change one of them.`,
      );
    }
    byCode.set(errorClass.code, errorClass);
  }
  return [...byCode.values()];
}

export const errorClasses: OptionKind = listOf({
  is: (entry) => isFunction(entry) && Number.isSafeInteger((entry as Partial<ErrorClass>).code),
  must: 'a class of typed errors',
  advice:
    "Write class NotEnoughMoney extends defineError({ code: 6001, message: 'Not enough money' }) {}.",
});
