type Scalar = string | number | boolean | null | undefined;

/** A value as it arrives: what has a `toJSON`, as a Date, is what that makes of it. */
export type WireValue<T> = T extends Scalar
  ? T
  : T extends { toJSON: (...args: never) => infer Json }
    ? WireValue<Json>
    : T extends object
      ? { [Key in keyof T]: WireValue<T[Key]> }
      : T;

/** A result as it arrives: there is no `undefined` in JSON, so it is null. */
export type WireResult<T> = T extends undefined | void ? null : WireValue<T>;
