/**
 * Whether a type is `any`. A type that the compiler could not resolve is `any` as well, but a conditional
 * type that checks it directly is `any` again, so it is checked as an element of a tuple.
 */
export type IsAny<T> = [T] extends [never] ? false : [T, T] extends [1, 2] ? true : false;
