type Scalar = string | number | boolean | null | undefined;

/**
 * The type of a value after JSON encoding and decoding. For a value with a `toJSON` method, such as a
 * `Date`, this is the type that the method returns. A `bigint` has no JSON, so its type is `never`.
 */
export type Jsonify<T> = T extends Scalar
  ? T
  : T extends { toJSON: (...args: never) => infer Json }
    ? Jsonify<Json>
    : T extends object
      ? { [Key in keyof T]: Jsonify<T[Key]> }
      : T extends bigint
        ? never
        : T;

/** The type of a result after JSON encoding and decoding. `undefined` becomes `null`. */
export type JsonifyResult<T> = T extends undefined | void ? null : Jsonify<T>;
