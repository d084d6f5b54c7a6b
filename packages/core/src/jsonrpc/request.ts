import * as v from 'valibot';
/** `params` as they came over the wire: by name, by position, or absent. */
export type RequestParams = Readonly<Record<string, unknown>> | readonly unknown[] | undefined;

/** A valid request object (JSON-RPC 2.0, section 4). Without `id` it is a notification. */
export interface JsonRpcRequest {
  /** The version of the protocol. */
  readonly jsonrpc: '2.0';
  /** Absent of a notification. */
  readonly id?: RequestId | undefined;
  /** The name of the method. */
  readonly method: string;
  /** By name, or by position where the method allows it. */
  readonly params?: RequestParams;
}

/** Schemas of the envelope's members, as {@link JsonRpcRequest} holds them. */
export type JsonRpcRequestEntries = {
  readonly jsonrpc: v.LiteralSchema<'2.0', undefined>;
  readonly id: v.OptionalSchema<
    v.UnionSchema<
      [
        v.StringSchema<undefined>,
        v.SchemaWithPipe<
          readonly [v.NumberSchema<undefined>, v.SafeIntegerAction<number, undefined>]
        >,
      ],
      undefined
    >,
    undefined
  >;
  readonly method: v.StringSchema<undefined>;
  readonly params: v.OptionalSchema<
    v.UnionSchema<
      [
        v.RecordSchema<v.StringSchema<undefined>, v.UnknownSchema, undefined>,
        v.ArraySchema<v.UnknownSchema, undefined>,
      ],
      undefined
    >,
    undefined
  >;
};

/**
 * The request object as a valibot schema, for an entrypoint whose envelope has members of its own:
 *
 * ```ts
 * requestSchema: v.strictObject({ ...JsonRpcRequest.entries, traceId: v.string() })
 * ```
 *
 * The default envelope is checked by hand, to the same result.
 */
export const JsonRpcRequest: v.StrictObjectSchema<JsonRpcRequestEntries, undefined> =
  v.strictObject({
    jsonrpc: v.literal('2.0'),
    id: v.optional(v.union([v.string(), v.pipe(v.number(), v.safeInteger())])),
    method: v.string(),
    params: v.optional(v.union([v.record(v.string(), v.unknown()), v.array(v.unknown())])),
  });

/** The `id` of a request object: a string or a safe integer (JSON-RPC 2.0, section 4). */
export type RequestId = string | number;

/** Fractions, unsafe integers and `null` are no ids: they could not be echoed without loss or doubt. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}
