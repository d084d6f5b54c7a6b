import * as v from 'valibot';

/** The `params` of a request: by name, by position, or absent. */
export type RequestParams = Readonly<Record<string, unknown>> | readonly unknown[] | undefined;

/** A valid request object (JSON-RPC 2.0, section 4). Without `id` it is a notification. */
export interface JsonRpcRequest {
  /** The version of the protocol. */
  readonly jsonrpc: '2.0';
  /** Absent for a notification. */
  readonly id?: RequestId | undefined;
  /** The name of the method. */
  readonly method: string;
  /** By name, or by position if the method allows it. */
  readonly params?: RequestParams;
  /** Asks for progress, whose notifications carry it: a string or a safe integer. */
  readonly progressToken?: unknown;
}

/** The schemas of the members of {@link JsonRpcRequest}. */
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
 * A valibot schema of the request object, for entrypoints that accept additional members:
 *
 * ```ts
 * requestSchema: v.strictObject({ ...JsonRpcRequest.entries, traceId: v.string() })
 * ```
 *
 * Without a `requestSchema`, the framework applies the same rules without valibot.
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
