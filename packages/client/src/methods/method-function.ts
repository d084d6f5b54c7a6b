import type { MethodTypes } from './signatures.js';

/** What is sent: a tuple may be readonly, and a method without params takes an empty object. */
type SentParams<Params> = Params extends readonly unknown[]
  ? readonly [...Params]
  : IsEmpty<Params> extends true
    ? Readonly<Record<string, never>>
    : Params;

/** `{}`, to which even a string could be given, in contrast to `object` and `unknown`. */
type IsEmpty<Params> = unknown extends Params
  ? false
  : string extends Params
    ? [keyof Params] extends [never]
      ? true
      : false
    : false;

/** Whether the params may be left out: where all of them may, or there are none. */
type IsOptional<Params> = {} extends Params ? true : [] extends Params ? true : false;

/** A method as a function of its params and of what comes after them. */
export type MethodFunction<Types extends MethodTypes, Rest extends readonly unknown[], Made> =
  IsOptional<Types['params']> extends true
    ? (params?: SentParams<Types['params']>, ...rest: Rest) => Made
    : (params: SentParams<Types['params']>, ...rest: Rest) => Made;
