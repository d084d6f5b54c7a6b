import type { IsAny } from './is-any.js';
import type { NameOf } from './signatures.js';

/** The keys whose values have unresolved types, or are declared as `any`. */
type AnyKeys<Methods> = {
  [Key in keyof Methods]-?: IsAny<Methods[Key]> extends true ? Key : never;
}[keyof Methods];

/**
 * Whether the types of the methods could not be resolved: the whole type is `any`, or no export is known
 * to be a method and some are `any`. A module with methods may export an `any` beside them.
 */
export type IsUnresolved<Methods> =
  IsAny<Methods> extends true
    ? true
    : [NameOf<Methods, keyof Methods>] extends [never]
      ? [AnyKeys<Methods>] extends [never]
        ? false
        : true
      : false;
