import { isFunction, listOf, type OptionKind } from '../options/option-kind.js';
import { brandOf } from '../brand/brand.js';
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
    if (other !== errorClass && !isCopy(other, errorClass)) {
      throw new TypeError(
        `${where}: errors ${other.name} and ${errorClass.name} have the same code ` +
          `${errorClass.code}. Change one of them.`,
      );
    }
    byCode.set(errorClass.code, other);
  }
  return [...byCode.values()];
}

/** Whether two classes are the same class of two copies of a package, such as two `InvalidParams`. */
function isCopy(a: ErrorClass, b: ErrorClass): boolean {
  return a.name === b.name && a.message === b.message && coreOf(a) !== coreOf(b);
}

/** Identifies the copy of the core that has created the base class of an error class. */
function coreOf({ prototype }: ErrorClass & { readonly prototype?: unknown }): unknown {
  return brandOf(prototype, 'BaseError');
}

export const errorClasses: OptionKind = listOf({
  is: (entry) => isFunction(entry) && Number.isSafeInteger((entry as Partial<ErrorClass>).code),
  must: 'a class of typed errors',
  advice:
    "Write class NotEnoughMoney extends defineError({ code: 6001, message: 'Not enough money' }) {}.",
});
